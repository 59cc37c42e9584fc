import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, clientOf, mintKey, signIn } from '../../support/client'
import { failingSync, flipBytes, fullDisk, logIn, readOnly, trial } from '../../support/disk-trials'
import { newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { createRandom } from '../../support/random-inputs'
import { newLocation, newTagged } from '../../support/records'
import { newReader, postReads, secondsAgo } from '../../support/scans'
import { mayTrace, traceSuffix } from '../../support/tracer'
import { seed } from '../../support/seed'

/**
 * Disks that fail: full, read-only, a sync that fails, bytes that change. No acknowledged data is lost, and nothing wrong is
 * served. `bun run verify --long disk` runs 100 rounds. TEST_SEED repeats a run.
 */

const rounds = Number(Bun.env['TEST_DISK_ROUNDS'] ?? 5)
const random = createRandom(seed)
const ofKind = Math.ceil(rounds / 5)
const limit = 60_000 + ofKind * 60_000
console.log(`TEST_SEED=${seed} TEST_DISK_ROUNDS=${rounds}`)

/** A separate small disk. Mounting it needs root. */
const disk = newDataDir()
const isMounted =
  process.getuid?.() === 0 &&
  Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', disk]).exitCode === 0
const diskSuffix = isMounted ? '' : ' (skipped: a tmpfs cannot be mounted here)'

/** An installation that was stopped, and the same after a kill, with a log. */
const stopped = newDataDir()
const killed = newDataDir()
let credential: { client_id: string; client_secret: string }

beforeAll(async () => {
  const program = await startProgram()
  const session = await signIn(program)
  credential = await mintKey(session)
  const halls = [await newLocation(session), await newLocation(session)]
  const reader = await newReader(
    session,
    'R',
    halls.map(({ id }) => id),
  )
  for (let index = 0; index < 60; index++)
    await newTagged(session, `E20${index}`, { description: `Pump ${index}` })
  for (let index = 0; index < 60; index++)
    await postReads(program, reader, [
      { value: `E20${index}`, antenna: 1 + (index % 2), observed_at: secondsAgo(9) },
    ])
  await program.stop()
  cpSync(program.dataDir, stopped, { recursive: true })
  const again = await startProgram({ dataDir: program.dataDir })
  const api = await apiOf(again)
  for (let index = 60; index < 90; index++) await newTagged(api, `E20${index}`)
  // If the last commit is damaged, it looks like one that a power cut has interrupted (decision 0017). No response shows this one.
  await mintKey(await signIn(again))
  cpSync(again.dataDir, killed, { recursive: true })
  expect(logIn(killed)).toBeGreaterThan(10_000)
  await again.kill()
}, 60_000)

afterAll(async () => {
  await stopPrograms()
  if (isMounted) Bun.spawnSync(['umount', disk])
  for (const directory of [disk, stopped, killed]) rmSync(directory, { recursive: true, force: true })
}, 20_000)

async function apiOf(program: Program): Promise<Client> {
  const { client_id, client_secret } = credential
  const grant = { grant_type: 'client_credentials', client_id, client_secret }
  const { status, body, text } = await clientOf(program.http).post('/api/v1/oauth/token', grant)
  if (status !== 200) throw new Error(`The token endpoint returned ${status}: ${text}`)
  return clientOf(program.http, body.access_token)
}

async function answersOf(program: Program): Promise<string> {
  const api = await apiOf(program)
  const answers: string[] = []
  for (const path of [
    '/api/v1/assets?limit=200',
    '/api/v1/assets?q=pump',
    '/api/v1/locations',
    '/api/v1/reports/asset-locations?limit=200',
    ...[1, 20, 40].map((id) => `/api/v1/assets/${id}/history`),
  ]) {
    const { status, body, text } = await api.get(path)
    // An error is not wrong data.
    answers.push(status === 200 ? JSON.stringify(body) : status >= 500 ? 'an error' : text)
  }
  return answers.join('\n')
}

async function faultsOf(where: () => string, fault: Parameters<typeof trial>[2]): Promise<string[]> {
  const faults: string[] = []
  for (let round = 0; round < ofKind; round++) {
    const dataDir = where()
    cpSync(stopped, dataDir, { recursive: true })
    const starting = await startProgram({ dataDir })
    const { token } = await apiOf(starting)
    await starting.stop()
    faults.push(...(await trial(dataDir, token as string, fault).catch((error: Error) => [error.message])))
    rmSync(dataDir, { recursive: true, force: true })
  }
  return faults
}

test.skipIf(!isMounted)(
  `a full disk ${ofKind} times: acknowledged writes are kept, refused ones are not there${diskSuffix}`,
  async () => {
    const fault = fullDisk(random, join(disk, 'filler'))
    expect(await faultsOf(() => mkdtempSync(join(disk, 'data-')), fault)).toEqual([])
  },
  limit,
)

test.skipIf(!mayTrace)(
  `a read-only disk ${ofKind} times: acknowledged writes are kept, refused ones are not there${traceSuffix}`,
  async () => expect(await faultsOf(newDataDir, readOnly(random))).toEqual([]),
  limit,
)

test.skipIf(!mayTrace)(
  `a failing sync ${ofKind} times: the process ends, acknowledged writes are kept${traceSuffix}`,
  async () => expect(await faultsOf(newDataDir, failingSync(random))).toEqual([]),
  limit,
)

test.each([
  ['database', () => stopped, 'whereabouts.db'],
  ['write-ahead log', () => killed, 'whereabouts.db-wal'],
] as const)(
  'changed bytes in the %s: no row is missing or invented, unless the start is refused, or it or a check reports it',
  async (_name, source, file) => {
    const expected = await answersBefore(source())
    const counts: Record<string, number> = {}
    const wrong: string[] = []
    for (let round = 0; round < ofKind; round++) {
      const { outcome, detail } = await flipBytes(source(), file, random, answersOf, expected)
      counts[outcome] = (counts[outcome] ?? 0) + 1
      if (outcome === 'wrong' || outcome === 'crashed') wrong.push(`${outcome}: ${detail}`)
      if (outcome !== 'right') console.log(file, outcome, detail.slice(0, 3000))
    }
    console.log(file, counts)
    expect(wrong).toEqual([])
  },
  limit,
)

async function answersBefore(source: string): Promise<string> {
  const dataDir = newDataDir()
  cpSync(source, dataDir, { recursive: true })
  const program = await startProgram({ dataDir })
  const answers = await answersOf(program)
  await program.kill()
  return answers
}
