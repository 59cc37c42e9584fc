import { afterAll, expect, test } from 'bun:test'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { countAcknowledged, differences, findAssets, type Known } from '../../support/acknowledged'
import { clientOf } from '../../support/client'
import {
  dataDirIn,
  newRoot,
  recordAfterCut,
  recordService,
  recordUpgrade,
  startIn,
  type Story,
  tokenOf,
} from '../../support/cut-stories'
import { openDatabase } from '../../support/direct-database'
import { Disk, type Kind, kinds } from '../../support/disk-images'
import type { LoggedCall } from '../../support/disk-log'
import { type Program, stopPrograms } from '../../support/program'
import { seed } from '../../support/seed'

/**
 * The power is cut at many moments. The executable starts with the possible disk contents after each cut, and has all
 * data that it had acknowledged.
 */

const strace = Bun.which('strace') as string
const suffix = strace === null ? ' (skipped: strace is not installed)' : ''
const cuts = Number(Bun.env['TEST_POWER_CUTS'] ?? 3)
const random = randomOf(seed)
const limit = 90_000 + cuts * 20_000

const image = newRoot()
afterAll(async () => {
  await stopPrograms()
  rmSync(image, { recursive: true, force: true })
})

test.skipIf(strace === null)(
  `a power cut loses no acknowledged data, and the next start needs no repair${suffix}`,
  async () => {
    const story = await recordService(strace)
    expect(await faultsAfterCuts(story, cuts)).toEqual([])

    // Cut again, during the start after a cut.
    const { access } = story
    if (!access) throw new Error('The story has no client.')
    const isClear = (index: number) =>
      timeOf(story, index) > access.since && story.knownAt(timeOf(story, index)).length === 1
    const moment = oneOf(momentsIn(story.calls).filter(isClear))
    const initial = newRoot()
    diskAt(story, moment).write(initial, 'blocks', random)
    const [known] = story.knownAt(timeOf(story, moment))
    const again = await recordAfterCut(strace, initial, access, known as Known)
    expect(await faultsAfterCuts(again, Math.ceil(cuts / 2))).toEqual([])
  },
  limit,
)

test.skipIf(strace === null)(
  `a power cut during an upgrade loses nothing, and the next start continues the upgrade${suffix}`,
  async () => {
    const isKept = () => {
      using db = openDatabase(dataDirIn(image), { readonly: true })
      return db.query("select 1 from organizations where name = 'Kept'").get() !== null
    }
    const story = await recordUpgrade(strace)
    const more = () => (isKept() ? [] : ['the organization is lost'])
    expect(await faultsAfterCuts(story, Math.ceil(cuts / 2), more)).toEqual([])
  },
  limit,
)

/** Cuts the power before and after some of the calls, and returns what the starts afterwards find wrong. */
async function faultsAfterCuts(story: Story, count: number, more = (): string[] => []): Promise<string[]> {
  const moments = new Set(chosenFrom(momentsIn(story.calls), count))
  const disk = new Disk(story.initial)
  const seen = new Set<string>()
  const images = new Map<Kind, number>()
  const faults: string[] = []
  for (let index = 0; index <= story.calls.length; index++) {
    const alternatives = story.knownAt(timeOf(story, index))
    for (const kind of moments.has(index) ? kinds : []) {
      const hash = disk.write(image, kind, random)
      const identity = `${hash} ${alternatives.map(countAcknowledged).join()}`
      if (seen.has(identity)) continue
      seen.add(identity)
      images.set(kind, (images.get(kind) ?? 0) + 1)
      const wrong = await faultsOf(story, index, alternatives).catch((error: Error) => [error.message])
      for (const fault of [...wrong, ...more()])
        faults.push(`${kind}, before call ${index} (${nameOf(story.calls[index])}): ${fault}`)
    }
    const call = story.calls[index]
    if (call) disk.apply(call)
  }
  console.log(
    `TEST_SEED=${seed} TEST_POWER_CUTS=${cuts}: ${seen.size} images of ${moments.size} cuts in ${story.calls.length} calls`,
    Object.fromEntries(images),
  )
  return faults
}

/** What is wrong after a start on the image. */
async function faultsOf(story: Story, index: number, alternatives: readonly Known[]): Promise<string[]> {
  const program = await startIn(image)
  try {
    const { access } = story
    const known = access && access.since < timeOf(story, index) ? access : undefined
    const token = await tokenOf(program, known)
    const found = { ...(await findAssets(program, token)), file: fileOfImage }
    const least = alternatives
      .map((each) => differences(each, found))
      .toSorted((a, b) => a.length - b.length)[0]
    return [...(least as string[]), ...(await problemsOf(program)), ...unsoundness()]
  } finally {
    await program.kill()
  }
}

/** A start after a power cut has nothing to report. */
async function problemsOf(program: Program): Promise<string[]> {
  const { status, body, text } = await clientOf(program.http, undefined, program.ca).get('/readyz')
  return status === 200 && body.problems.length === 0 ? [] : [text]
}

function fileOfImage(name: string): string | undefined {
  const path = join(dataDirIn(image), name)
  return existsSync(path) ? readFileSync(path, 'latin1') : undefined
}

/** Reads the database file while the program runs. */
function unsoundness(): string[] {
  using db = openDatabase(dataDirIn(image), { readonly: true })
  const integrity = db.query('pragma integrity_check').values().flat() as string[]
  const orphans = db
    .query('pragma foreign_key_check')
    .values()
    .map((row) => `an orphan: ${row.join()}`)
  return [...integrity.filter((line) => line !== 'ok'), ...orphans]
}

/** When the power is cut before this call. */
const timeOf = ({ calls }: Story, index: number): number => calls[index]?.at ?? Infinity

function diskAt({ initial, calls }: Story, index: number): Disk {
  const disk = new Disk(initial)
  for (const call of calls.slice(0, index)) disk.apply(call)
  return disk
}

/** Calls before and after syncs, and within checkpoints. */
const momentsIn = (calls: readonly LoggedCall[]): number[] =>
  calls.flatMap(({ call }, index) => {
    if (call.kind === 'write') return call.path === 'data/whereabouts.db' ? [index] : []
    return ['sync', 'rename', 'link', 'unlink', 'mkdir', 'truncate'].includes(call.kind)
      ? [index, index + 1]
      : []
  })

/** One item of each of `count` equal parts. */
const chosenFrom = (moments: readonly number[], count: number): number[] =>
  Array.from({ length: count }, (_, part) => {
    const size = moments.length / count
    return moments[Math.floor((part + random()) * size)] as number
  })

const oneOf = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T

const nameOf = (logged: LoggedCall | undefined): string =>
  logged ? `${logged.call.kind} ${'path' in logged.call ? logged.call.path : ''}` : 'the end'

function randomOf(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
