import { afterAll, expect, test } from 'bun:test'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openSqlite } from '../../../src/storage/sqlite/open'
import { at, silent } from '../../storage/engines'
import { Disk, type Kind, kinds } from '../../support/disk-images'
import { logIsComplete, readDiskLog, traceCommand } from '../../support/disk-log'
import { newDataDir } from '../../support/program'
import { newRoot } from '../../support/cut-stories'
import { seed } from '../../support/seed'

/**
 * The power is cut while callers write at once: while commits wait for their sync, between the commits, and while
 * another thread copies the write-ahead log. Some, all or none of the unsynced blocks are on the disk. The store opens
 * each image, has everything that was acknowledged, and reports no damage.
 */

const strace = Bun.which('strace') as string
const suffix = strace === null ? ' (skipped: strace is not installed)' : ''
const cuts = Number(Bun.env['TEST_COMMIT_CUTS'] ?? 10)
const writesOfEach = 12

const folders: string[] = []
const folder = (): string => {
  const path = newRoot()
  folders.push(path)
  return path
}
afterAll(() => folders.forEach((path) => rmSync(path, { recursive: true, force: true })))

test.skipIf(strace === null)(
  `a power cut while commits wait for the disk loses nothing that was acknowledged${suffix}`,
  async () => {
    const root = folder()
    const acknowledgements = join(folder(), 'acknowledged')
    const log = join(folder(), 'log')
    const script = join(import.meta.dir, '../../support/commit-writer.ts')
    const command = [process.execPath, script, root, acknowledgements, String(writesOfEach)]
    const writer = Bun.spawn([...traceCommand(strace, log), ...command], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    expect(await writer.exited).toBe(0)
    await logIsComplete(log, writer.pid)
    const calls = readDiskLog(log, root)
    const acknowledged = readFileSync(acknowledgements, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ') as [string, string])

    const isOf = (index: number, kind: string, path: string) => {
      const call = calls[index]?.call
      return call?.kind === kind && 'path' in call && call.path === path
    }
    const indexes = calls.map((_, index) => index)
    const inLog = indexes.filter((index) => isOf(index, 'write', 'whereabouts.db-wal'))
    const inFile = indexes.filter((index) => isOf(index, 'write', 'whereabouts.db'))
    // The story has what it is about: many commits, and the log was begun again several times.
    expect(inLog.length).toBeGreaterThan(100)
    expect(inFile.length).toBeGreaterThan(30)

    const random = randomOf(seed)
    const moments = new Set(
      [inLog, inFile, indexes].flatMap((of) =>
        Array.from({ length: cuts }, () => of[Math.floor(random() * of.length)] as number),
      ),
    )
    const disk = new Disk(newEmpty())
    const faults: string[] = []
    let images = 0
    for (const [index, call] of calls.entries()) {
      if (moments.has(index))
        for (const kind of kinds) {
          images++
          const known = acknowledged.filter(([time]) => Number(time) < call.at).map(([, key]) => key)
          const wrong = await faultsOf(disk, kind, random, known)
          faults.push(...wrong.map((fault) => `${kind}, before call ${index}: ${fault}`))
        }
      disk.apply(call)
    }
    console.log(`TEST_SEED=${seed} TEST_COMMIT_CUTS=${cuts}: ${images} images of ${calls.length} calls`)
    expect(faults).toEqual([])
  },
  60_000 + cuts * 5000,
)

/** The directory of the store when the writer starts. */
const newEmpty = (): string => {
  const path = newDataDir()
  folders.push(path)
  return path
}

async function faultsOf(
  disk: Disk,
  kind: Kind,
  random: () => number,
  known: readonly string[],
): Promise<string[]> {
  const image = folder()
  disk.write(image, kind, random)
  const faults: string[] = []
  const onFatal = (error: unknown) => faults.push(String(error))
  try {
    const store = openSqlite({ directory: image, now: () => at, log: silent, onFatal })
    faults.push(...store.warnings().map(({ english }) => english))
    const missing = []
    for (const key of known) if (!(await store.read.assets.findByKey(1, key))) missing.push(key)
    if (missing.length > 0)
      faults.push(`of ${known.length} acknowledged writes are missing: ${missing.join()}`)
    await store.close()
  } catch (error) {
    faults.push(String(error))
  }
  rmSync(image, { recursive: true, force: true })
  return faults
}

function randomOf(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
