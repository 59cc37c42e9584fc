import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { parseCapture, shiftCapture } from '../../../src/commands/capture'
import { fromMicros, type Instant, parseInstant, toMicros } from '../../../src/base/time'
import { apiClient, type Client, signIn } from '../../support/client'
import { historiesOf, knownTo, storedHistories } from '../../support/expected-history'
import {
  fixedPorts,
  executable,
  newDataDir,
  type Program,
  runProgram,
  startProgram,
  stopPrograms,
} from '../../support/program'
import type { LoggedRead } from '../../support/simulated'
import {
  type Capture,
  captureFor,
  countersOf,
  openWarehouse,
  stateOf,
  type Warehouse,
} from '../../support/warehouse'

/** A capture of real messages: replayed, repeated, and interrupted by a kill. */

const endAt = new Date(Date.now() - 60_000).toISOString()
let capture: Capture
/** Of about 40 pallets, a fourth is carried to other antennas. A real capture (TEST_CAPTURE) has at most 12 moves. */
const maxMoves = Bun.env['TEST_CAPTURE'] ? 12 : 40

beforeAll(() => {
  capture = captureFor(newDataDir())
})
afterAll(stopPrograms)

interface World {
  readonly program: Program
  readonly session: Client
  readonly api: Client
  readonly warehouse: Warehouse
}

async function openWorld(env: Record<string, string> = {}): Promise<World> {
  const program = await startProgram({ env })
  const session = await signIn(program)
  const api = await apiClient(program, session)
  return { program, session, api, warehouse: await openWarehouse(session, api, capture) }
}

const replayArgs = (mqtt: string, warehouse: Warehouse): string[] => [
  'replay',
  capture.path,
  '--url',
  mqtt,
  '--end-at',
  endAt,
  ...warehouse.tokens,
]

const replayInto = ({ program, warehouse }: World) =>
  runProgram(replayArgs(program.mqtt as string, warehouse))

/** The expected counters, by the documented rules and without code of the service. */
function expectedCounts({ unmapped, unknownTags }: Warehouse) {
  const seen = new Set<string>()
  const counts = { applied: 0, unknown_tag: 0, unmapped_antenna: 0, duplicate: 0 }
  for (const { topic, epc, antenna, at } of capture.reads) {
    const key = JSON.stringify([topic, epc, antenna, at])
    if (topic === unmapped.topic && antenna === unmapped.antenna) counts.unmapped_antenna++
    else if (seen.has(key)) counts.duplicate++
    else if (unknownTags.has(epc)) counts.unknown_tag++
    else counts.applied++
    seen.add(key)
  }
  return counts
}

/** The last read of each asset by an antenna with a location, shifted as the replay shifts it. */
function expectedLastSeen({ assets, unmapped }: Warehouse): Map<string, string> {
  const shift = Date.parse(endAt) * 1000 - Math.max(...capture.reads.map((read) => read.at))
  const last = new Map<string, number>()
  for (const { topic, epc, antenna, at } of capture.reads) {
    const counts = assets.has(epc) && !(topic === unmapped.topic && antenna === unmapped.antenna)
    if (counts) last.set(epc, Math.max(last.get(epc) ?? 0, at + shift))
  }
  return new Map([...last].map(([epc, at]) => [epc, new Date(Math.floor(at / 1000)).toISOString()]))
}

/** The applied reads of the capture, shifted as the replay shifts them, without repeats. */
function loggedReads({ assets, unmapped }: Warehouse): LoggedRead[] {
  const shift = Date.parse(endAt) * 1000 - Math.max(...capture.reads.map((read) => read.at))
  const applied = capture.reads.filter(
    ({ topic, epc, antenna }) =>
      assets.has(epc) && !(topic === unmapped.topic && antenna === unmapped.antenna),
  )
  const unique = new Map(
    applied.map((read) => [`${read.topic} ${read.epc} ${read.antenna} ${read.at}`, read]),
  )
  return [...unique.values()].map(({ topic, epc, antenna, at, rssi }) => ({
    reader: topic.split('/').at(-2) as string,
    antenna,
    tag_type: 'rfid',
    value: epc,
    observed_at: fromMicros(at + shift),
    rssi,
  }))
}

async function lastSeenOf(api: Client): Promise<Map<string, string>> {
  const { body } = await api.get('/api/v1/reports/asset-locations?limit=200')
  const rows = body.data as { asset_external_key: string; asset_last_seen: string }[]
  return new Map(rows.map((row) => [row.asset_external_key, row.asset_last_seen]))
}

const sorted = (map: Map<string, string>) => [...map].toSorted(([a], [b]) => (a < b ? -1 : 1))

describe('a capture of two readers', () => {
  let world: World
  let state: object

  beforeAll(async () => {
    world = await openWorld()
    const { code, stdout } = await replayInto(world)
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining(`${capture.messages} acknowledged`),
    })
    state = await stateOf(world.api, world.warehouse.assets)
  })

  // Rule: history.md, Counters
  test('counts every message and every read in exactly one counter', async () => {
    const counts = expectedCounts(world.warehouse)
    const counters = await countersOf(world.program.http)
    expect(counters).toEqual({
      'messages.accepted': capture.messages,
      'messages.duplicate': 0,
      'messages.malformed': 0,
      'messages.unauthorized': 0,
      'reads.applied': counts.applied,
      'reads.duplicate': counts.duplicate,
      'reads.unknown_tag': counts.unknown_tag,
      'reads.unmapped_antenna': counts.unmapped_antenna,
      'reads.unresolved_location': 0,
      'reads.ignored': 0,
    })
    const reads = Object.entries(counters).filter(([name]) => name.startsWith('reads.'))
    expect(reads.reduce((sum, [, value]) => sum + value, 0)).toBe(capture.reads.length)
  })

  test('has the time of the last read of every asset', async () => {
    expect(sorted(await lastSeenOf(world.api))).toEqual(sorted(expectedLastSeen(world.warehouse)))
  })

  test('has the history of the pure rules, read for read, with few moves', async () => {
    const known = await knownTo(world.session)
    const histories = historiesOf(known, loggedReads(world.warehouse))
    expect(storedHistories(world.program.dataDir)).toEqual(histories)
    const moves = [...histories.values()].map(({ events }) => events.length - 1)
    expect(moves.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(maxMoves)
  })

  test('changes nothing when it is replayed again', async () => {
    const before = await countersOf(world.program.http)
    expect((await replayInto(world)).code).toBe(0)
    expect(await stateOf(world.api, world.warehouse.assets)).toEqual(state)
    const after = await countersOf(world.program.http)
    expect(after['reads.applied']).toBe(before['reads.applied'] as number)
    const repeated = capture.reads.length - expectedCounts(world.warehouse).unmapped_antenna
    expect((after['reads.duplicate'] as number) - (before['reads.duplicate'] as number)).toBe(repeated)
  })

  // Rule: history.md, Durability
  test('has the same result when the process is killed and the publisher sends again', async () => {
    const env = await fixedPorts()
    const other = await openWorld(env)
    const args = replayArgs(other.program.mqtt as string, other.warehouse)
    // At the recorded pace it would take a minute; killed while the first messages are in flight instead.
    const replaying = Bun.spawn([executable, ...args], { stdout: 'pipe', stderr: 'ignore' })
    await untilSomeReadsAreCounted(other.program)
    await other.program.kill()
    const again = await startProgram({ dataDir: other.program.dataDir, env })
    expect(await replaying.exited).toBe(0)
    expect(await new Response(replaying.stdout).text()).toContain(`${capture.messages} acknowledged`)
    // The cut came in the middle: there was something left to send.
    expect((await countersOf(again.http))['messages.accepted']).toBeGreaterThan(0)
    expect(await stateOf(other.api, other.warehouse.assets)).toEqual(state)
    expect(sorted(await lastSeenOf(other.api))).toEqual(sorted(expectedLastSeen(other.warehouse)))
    expect(await again.stop()).toBe(0)
  })

  test.skipIf(!mosquittoPub)(`has the same result when mosquitto_pub sends it${suffix}`, async () => {
    const other = await openWorld()
    expect(await publishWithMosquitto(other)).toEqual(
      other.warehouse.tokens.flatMap((flag) => (flag === '--token' ? [0] : [])),
    )
    const counters = await countersOf(other.program.http)
    expect(counters['messages.accepted']).toBe(capture.messages)
    expect(await stateOf(other.api, other.warehouse.assets)).toEqual(state)
  })
})

const mosquittoPub = Bun.which('mosquitto_pub')
const suffix = mosquittoPub ? '' : ' (skipped: mosquitto_pub is not on PATH)'

/** What `replay` would send of one topic, a payload a line. */
function payloadsOf(topic: string): string {
  const messages = parseCapture(readFileSync(capture.path))
  const shifted = shiftCapture(messages, toMicros(parseInstant(endAt) as Instant))
  return shifted
    .filter((message) => message.topic === topic)
    .map((message) => `${new TextDecoder().decode(message.payload)}\n`)
    .join('')
}

/** A separate connection for each reader, so that their messages mix in any order. */
async function publishWithMosquitto({ program, warehouse }: World): Promise<number[]> {
  const publishing = warehouse.tokens
    .filter((flag) => flag !== '--token')
    .map(async (credentials) => {
      const [, topic = '', user = '', token = ''] = /^(.+)=(.+):(.+)$/.exec(credentials) ?? []
      const port = new URL(program.mqtt as string).port
      const args = ['-h', '127.0.0.1', '-p', port, '-u', user, '-P', token, '-q', '1', '-t', topic, '-l']
      const process = Bun.spawn([mosquittoPub as string, ...args], { stdin: Buffer.from(payloadsOf(topic)) })
      return process.exited
    })
  return Promise.all(publishing)
}

async function untilSomeReadsAreCounted(program: Program): Promise<void> {
  for (let tries = 0; tries < 2000; tries++) {
    if (((await countersOf(program.http))['messages.accepted'] ?? 0) > 0) return
    await Bun.sleep(1)
  }
  throw new Error('No message has been counted.')
}
