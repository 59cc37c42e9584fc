import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { statesOf } from '../../support/alerts'
import { type Client, clientOf, signIn } from '../../support/client'
import { fillGuarded, guardedViews } from '../../support/guarded'
import { clientId, clientSecret, deviceToken } from '../../support/level-rows'
import {
  assetIdOf,
  assetKeyOf,
  contentsOf,
  createLevel,
  isDeleted,
  type Level,
  levelMax,
  missingRows,
  nameOf,
  tagOf,
} from '../../support/levels'
import { newDataDir, type Program, runProgram, startProgram, stopPrograms } from '../../support/program'
import { createRandom } from '../../support/random-inputs'
import { newTagged } from '../../support/records'
import { readFixture, responsesOf, unpackFixture } from '../../support/release-fixture'
import { seed } from '../../support/seed'

/**
 * This version starts on a filled database of every migration level, and serves all its data. By default it tries the first level
 * and a few others; `bun run verify --long upgrade` tries all.
 */

const count = Number(Bun.env['TEST_UPGRADE_LEVELS'] ?? 3)
const rows = Number(Bun.env['TEST_UPGRADE_ROWS'] ?? 20)
console.log(`TEST_SEED=${seed} TEST_UPGRADE_LEVELS=${count} TEST_UPGRADE_ROWS=${rows}`)

const scratch = newDataDir()
afterAll(async () => {
  await stopPrograms()
  rmSync(scratch, { recursive: true })
})

function chosenLevels(): Level[] {
  const random = createRandom(seed)
  const all = Array.from({ length: levelMax }, (_, index) => index + 1)
  while (all.length > count) all.splice(1 + random.below(all.length - 1), 1)
  return all.map((number) => ({ number, rows }))
}

test.each(chosenLevels().map((level) => [nameOf(level), level] as const))(
  'a database of the level %s keeps its data: rows, totals, search, history, sign-in, keys and readers',
  async (name, level) => {
    const dataDir = join(scratch, name)
    mkdirSync(dataDir)
    await createLevel(dataDir, level)
    const before = contentsOf(dataDir)
    const program = await startProgram({ dataDir })
    expect(missingRows(before, contentsOf(dataDir, before))).toEqual([])

    await expectServed(program, level)
    expect((await clientOf(program.http).get('/readyz')).body).toEqual({ status: 'ready', problems: [] })
    expect(await program.stop()).toBe(0)
    expect(await runProgram(['check', '--data-dir', dataDir])).toMatchObject({ code: 0, stderr: '' })
    rmSync(dataDir, { recursive: true })
  },
  120_000 + rows * 100,
)

/** By the release, with some rows of each feature that it had. */
test.each(['0.2.0'])(
  'a database that release %s has filled is served as the release did',
  async (version) => {
    const dataDir = join(scratch, version)
    mkdirSync(dataDir)
    unpackFixture(version, dataDir)
    const before = contentsOf(dataDir)
    const program = await startProgram({ dataDir })
    expect(missingRows(before, contentsOf(dataDir, before))).toEqual([])

    const fixture = readFixture(version)
    expect((await signIn(program)).token).toBeString()
    const api = await exchanged(program, fixture.clientId, fixture.clientSecret)
    const responses = await responsesOf(api, Object.keys(fixture.responses))
    // Later versions may add fields to a response; they remove and change none.
    expect(responses).toMatchObject(fixture.responses)
    const device = clientOf(program.http, fixture.deviceToken)
    const reads = { reads: [{ value: 'E20A0', antenna: 1, rssi: -50 }] }
    expect((await device.post('/internal/v1/readers/GATE/events', reads)).status).toBe(202)
    // Features of later versions work on its rows, and are kept.
    const session = await signIn(program)
    // The release ran a long time ago.
    const { machine_time } = (await session.get('/internal/v1/clock')).body.data
    await session.post('/internal/v1/clock/confirmation', { machine_time })
    const { ruleId } = await fillGuarded(program, session)
    const views = await guardedViews(session)
    expect(await program.stop()).toBe(0)
    expect(await runProgram(['check', '--data-dir', dataDir])).toMatchObject({ code: 0, stderr: '' })
    const again = await startProgram({ dataDir })
    const later = await signIn(again)
    expect(await guardedViews(later)).toEqual(views)
    expect(await statesOf(later, ruleId)).toEqual(['open', 'open', 'open'])
    expect(await again.stop()).toBe(0)
  },
  120_000,
)

async function exchanged(program: Program, client_id: string, client_secret: string): Promise<Client> {
  const grant = { grant_type: 'client_credentials', client_id, client_secret }
  const { status, body } = await clientOf(program.http).post('/api/v1/oauth/token', grant)
  expect(status).toBe(200)
  return clientOf(program.http, body.access_token)
}

async function expectServed(program: Program, level: Level): Promise<void> {
  expect((await signIn(program)).token).toBeString()
  const api = await exchanged(program, clientId, clientSecret)
  const totalOf = async (path: string): Promise<number> => (await api.get(path)).body.total_count

  const live = Array.from({ length: level.rows }, (_, index) => index).filter((index) => !isDeleted(index))
  expect(await totalOf('/api/v1/assets?limit=1')).toBe(live.length * level.number)
  expect(await totalOf('/api/v1/assets?limit=1&include_deleted=true')).toBe(level.rows * level.number)
  expect(await totalOf('/api/v1/locations?limit=1')).toBe(Math.max(2, level.number))
  expect(await totalOf('/api/v1/reports/asset-locations?limit=1')).toBe(live.length * level.number)
  for (let at = 1; at <= level.number; at++) {
    expect([at, await totalOf(`/api/v1/assets?limit=1&q=a-${at}-`)]).toEqual([at, live.length])
    const [id, key] = [assetIdOf(level, at, 0), assetKeyOf(at, 0)]
    const found = await api.get(`/api/v1/assets?q=${tagOf(at, 0).toLowerCase()}`)
    expect(found.body.data.map((row: { external_key: string }) => row.external_key)).toEqual([key])
    const history = await api.get(`/api/v1/assets/${id}/history`)
    const locations = history.body.data.map((event: { location_id: number }) => event.location_id)
    expect([at, locations]).toEqual([at, [at === 1 ? 2 : at, 1]])
    const report = await api.get(`/api/v1/reports/asset-locations?asset_external_key=${key}`)
    expect(report.body.data[0].location_id).toBe(at === 1 ? 2 : at)
  }
  await expectContinued(program, level, api)
}

/** The next read of an old asset continues its history, and a new asset takes the next key. */
async function expectContinued(program: Program, level: Level, api: Client): Promise<void> {
  const device = clientOf(program.http, deviceToken)
  const read = { value: tagOf(1, 0), antenna: 1, rssi: -50, observed_at: new Date().toISOString() }
  const sent = await device.post('/internal/v1/readers/GATE/events', { reads: [read] })
  expect(sent.status).toBe(202)
  const history = await api.get(`/api/v1/assets/${assetIdOf(level, 1, 0)}/history`)
  const locations = history.body.data.map((event: { location_id: number }) => event.location_id)
  expect(locations).toEqual([1, 2, 1])
  await newTagged(api, 'NEW')
  expect((await api.get('/api/v1/assets?q=new')).body.total_count).toBe(1)
}
