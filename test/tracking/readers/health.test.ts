import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type ApiResponse, type Client, clientOf, otherOrganization, signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { eventually } from '../../support/eventually'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newLocation, newTagged, type Row } from '../../support/records'
import { newReader, type Reader, secondsAgo, secondsAhead } from '../../support/scans'

/** The health of a reader: counts, last messages, problems and clock (docs/internal-api.md, Reader health). */

let program: Program
let session: Client
let place: Row

// Programs are started more than once.
setDefaultTimeout(20_000)
beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  place = await newLocation(session)
})
afterAll(stopPrograms)

const pathOf = ({ id }: { id: number }): string => `/internal/v1/readers/${id}`
const healthOf = async (reader: { id: number }, as = session) =>
  (await as.get(pathOf(reader))).body.data.health
const post = ({ external_key, device_token }: Reader, payload: unknown): Promise<ApiResponse> =>
  clientOf(program.http, device_token).post(`/internal/v1/readers/${external_key}/events`, payload)
const fixed = (body: object = {}): Promise<Reader> =>
  newReader(session, freshKey('health'), [place.id], { ...body })

const noMessages = { accepted: 0, duplicate: 0, malformed: 0, unauthorized: 0 }
const noReads = {
  applied: 0,
  duplicate: 0,
  unknown_tag: 0,
  unmapped_antenna: 0,
  unresolved_location: 0,
  ignored: 0,
}
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

// Rule: internal-api.md, Reader health
describe('the health of a reader', () => {
  test('is null before the first message and for a handheld', async () => {
    const created = await session.post('/internal/v1/readers', {
      external_key: freshKey('hand'),
      name: 'Hand',
      kind: 'handheld',
    })
    expect([created.status, created.body.data.health]).toEqual([201, null])
    await clientOf(program.http, created.body.data.device_token).post('/internal/v1/scans', {
      location_id: place.id,
      reads: [{ value: freshKey() }],
    })
    expect(await healthOf(created.body.data)).toBeNull()
    expect(await healthOf(await fixed())).toBeNull()
  })

  test('counts messages and reads by result, and has the times of the last ones', async () => {
    const reader = await fixed()
    const { external_key: value } = await newTagged(session, freshKey('tag'))
    const before = Date.now()
    const reads = [
      { value, observed_at: secondsAgo(20) },
      { value: freshKey('unknown') },
      { value, antenna: 7, observed_at: secondsAgo(20) },
    ]
    await post(reader, { reads })
    await post(reader, { reads: [reads[0]] })
    await post(reader, 'no JSON')
    const health = await healthOf(reader)
    expect(health).toEqual({
      last_message_at: instant,
      last_read_at: instant,
      silent_since: null,
      clock: null,
      problem: { message: expect.any(String), text: expect.anything(), at: health.last_message_at },
      antennas: [],
      messages: { ...noMessages, accepted: 1, duplicate: 1, malformed: 1 },
      reads: { ...noReads, applied: 1, duplicate: 1, unknown_tag: 1, unmapped_antenna: 1 },
      weak_reads: 0,
    })
    expect(Date.parse(health.last_message_at)).toBeWithin(before, Date.now() + 1)
    expect(health.last_read_at <= health.last_message_at).toBe(true)
  })

  test('contains the time of a message without reads, but no time of a read', async () => {
    const reader = await fixed()
    await post(reader, { reads: [] })
    expect(await healthOf(reader)).toMatchObject({ last_message_at: instant, last_read_at: null })
  })

  test.each<[what: string, problem: RegExp, act: (reader: Reader, value: string) => Promise<unknown>]>([
    [
      'an antenna without a place',
      /^Antenna 3 /,
      (reader, value) => post(reader, { reads: [{ value, antenna: 3 }] }),
    ],
    [
      'a place that is deleted',
      /^The location of antenna 1 /,
      async (reader, value) => {
        const gone = await newLocation(session)
        await session.patch(pathOf(reader), { antennas: [{ port: 1, location_id: gone.id }] })
        await session.delete(`/api/v1/locations/${gone.id}`)
        await post(reader, { reads: [{ value }] })
      },
    ],
    [
      'a reader that is not active',
      /not active/,
      async (reader, value) => {
        await session.patch(pathOf(reader), { is_active: false })
        await post(reader, { reads: [{ value }] })
      },
    ],
    ['a payload of another format', /JSON/, (reader) => post(reader, 'epc=1')],
    ['an entry that is not a read', /value/, (reader, value) => post(reader, { reads: [{ value }, {}] })],
  ])('shows the problem: %s', async (_what, problem, act) => {
    const reader = await fixed()
    const { external_key: value } = await newTagged(session, freshKey('tag'))
    await act(reader, value)
    const health = await healthOf(reader)
    expect(health.problem).toEqual({
      message: expect.stringMatching(problem),
      text: { key: expect.stringMatching(/^\w+\.\w+$/), params: expect.anything() },
      at: health.last_message_at,
    })
    await post(reader, { reads: [] })
    expect((await healthOf(reader)).problem).toEqual(health.problem)
    // A change of the reader may have solved it.
    await session.patch(pathOf(reader), { is_active: true })
    expect((await healthOf(reader)).problem).toBeNull()
  })

  // Rule: history.md, Messages
  test.each<[field: string, read: object]>([
    ['rssi', { rssi: 'N/A' }],
    ['rssi', { rssi: 1000 }],
    ['observed_at', { observed_at: 'noon' }],
    ['observed_at', { observed_at: '2026-08-21 06:45:00' }],
    ['observed_at', { observed_at: 1787294700 }],
    ['antenna', { antenna: 'north' }],
  ])('names an optional %s that cannot be read, and keeps the read: %j', async (field, read) => {
    const reader = await fixed()
    const { external_key: value, id } = await newTagged(session, freshKey('tag'))
    expect((await post(reader, { reads: [{ value, ...read }] })).status).toBe(202)
    const health = await healthOf(reader)
    expect(health.problem.message).toStartWith(`${field} `)
    expect(health).toMatchObject({
      messages: { accepted: 1, malformed: 0 },
      reads: { applied: 1, ignored: 0 },
      clock: null,
    })
    const events = (await session.get(`/internal/v1/assets/${id}/events`)).body.data
    expect(events).toMatchObject([{ location_id: place.id, read_count: 1, strongest_rssi: null }])
  })

  test('is without a problem when the RSSI is a placeholder', async () => {
    const reader = await fixed()
    const { external_key: value, id } = await newTagged(session, freshKey('tag'))
    for (const rssi of [0, 127, -128, '0']) await post(reader, { reads: [{ value, rssi }] })
    expect(await healthOf(reader)).toMatchObject({ problem: null, reads: { applied: 4 } })
    const events = (await session.get(`/internal/v1/assets/${id}/events`)).body.data
    expect(events).toMatchObject([{ strongest_rssi: null }])
  })

  test('shows a wrong clock, its offset and since when, until its times are plausible again', async () => {
    const reader = await fixed()
    const send = (seconds: number) =>
      post(reader, { reads: [{ value: freshKey(), observed_at: secondsAhead(seconds) }] })
    await send(7_200)
    const first = (await healthOf(reader)).clock
    expect(first).toEqual({ wrong_since: instant, offset_seconds: expect.any(Number) })
    expect(first.offset_seconds).toBeWithin(7_100, 7_201)
    await send(-40 * 86_400)
    const second = (await healthOf(reader)).clock
    expect(second.wrong_since).toBe(first.wrong_since)
    expect(second.offset_seconds).toBeWithin(-40 * 86_400 - 100, -40 * 86_400 + 1)
    // A read without a time says nothing about the clock.
    await post(reader, { reads: [{ value: freshKey() }] })
    expect((await healthOf(reader)).clock).toEqual(second)
    await send(-30)
    expect((await healthOf(reader)).clock).toBeNull()
  })

  // Rule: history.md, Time of a read
  test('shows a clock that is steadily behind, until the time zone of the reader is set', async () => {
    const reader = await fixed()
    const { external_key: value, id } = await newTagged(session, freshKey('tag'))
    const behind = 5 * 3600
    const send = (seconds: number) =>
      post(reader, { reads: [{ value, observed_at: secondsAhead(-seconds), rssi: -50 }] })
    const sent = async () => {
      await send(behind)
      return healthOf(reader)
    }
    await eventually(sent).toMatchObject({ clock: { wrong_since: instant } })
    const { clock } = await healthOf(reader)
    expect(clock).toEqual({ wrong_since: instant, offset_seconds: expect.any(Number) })
    expect(clock.offset_seconds).toBeWithin(-behind - 2, -behind + 1)
    const { diagnosis } = (await session.get(pathOf(reader))).body.data
    expect(diagnosis).toMatchObject({
      links: { understood: 'ok', placing: 'broken' },
      cause: 'clock_behind',
      since: clock.wrong_since,
    })

    expect((await session.patch(pathOf(reader), { time_zone: '-05:00' })).status).toBe(200)
    expect((await session.get(pathOf(reader))).body.data.diagnosis.cause).not.toBe('clock_behind')
    await send(behind)
    expect((await healthOf(reader)).clock).toBeNull()
    const [newest] = (await session.get(`/internal/v1/assets/${id}/events`)).body.data
    expect(Date.parse(newest.last_seen_at)).toBeWithin(Date.now() - 60_000, Date.now() + 1)
  })

  test('shows no wrong clock when a backlog is delivered, or old reads', async () => {
    const reader = await fixed()
    const value = freshKey()
    for (let seconds = 3600; seconds > 0; seconds -= 60)
      await post(reader, { reads: [{ value, observed_at: secondsAhead(-seconds) }] })
    expect((await healthOf(reader)).clock).toBeNull()
    const reads = Array.from({ length: 50 }, (_, i) => ({ value, observed_at: secondsAgo(7200 + i) }))
    for (let i = 0; i < 5; i++) await post(reader, { reads })
    expect((await healthOf(reader)).clock).toBeNull()
  })

  test('lists the antennas that the reader reports as connected or disconnected, and since when', async () => {
    const reader = await fixed({ format: 'impinj_iot' })
    const event = (kind: string, antennaPort: number) =>
      post(reader, { timestamp: secondsAgo(0), eventType: kind, [`${kind}Event`]: { antennaPort } })
    await event('antennaConnected', 2)
    await event('antennaDisconnected', 1)
    const before = (await healthOf(reader)).antennas
    expect(before).toEqual([
      { port: 1, is_connected: false, since: instant },
      { port: 2, is_connected: true, since: instant },
    ])
    await Bun.sleep(5)
    await event('antennaConnected', 1)
    await event('antennaConnected', 2)
    const [one, two] = (await healthOf(reader)).antennas
    expect(one.is_connected).toBe(true)
    expect(one.since > before[0].since).toBe(true)
    expect(two).toEqual(before[1])
  })

  test('is shown in lists and after changes, and is ignored when it is sent back', async () => {
    const reader = await fixed()
    await post(reader, { reads: [] })
    const view = (await session.get(pathOf(reader))).body.data
    const listed = (await session.get('/internal/v1/readers?limit=200')).body.data
    expect(listed.find(({ id }: Row) => id === reader.id).health).toEqual(view.health)
    await post(reader, { reads: [] })
    const changed = await session.patch(pathOf(reader), { ...view, name: 'Renamed' })
    expect([changed.status, changed.body.data.name]).toEqual([200, 'Renamed'])
    expect(changed.body.data.health.messages.accepted).toBe(2)
    expect(faultsOf(await session.post('/internal/v1/readers', { ...view }))).toContain(
      'health unknown_field',
    )
  })

  test('of another organization is not shown', async () => {
    const reader = await fixed()
    await post(reader, { reads: [] })
    const other = await otherOrganization(program, freshKey('Other'))
    expect(faultsOf(await other.get(pathOf(reader)))).toEqual([404, 'not_found'])
    expect((await other.get('/internal/v1/readers')).body.data).toEqual([])
  })
})

// Rule: internal-api.md, Reader health
test('a reader is silent after five minutes without a message, and a metric counts the silent readers', async () => {
  const first = await startProgram()
  const admin = await signIn(first)
  const gauges = async (of: Program): Promise<string[]> =>
    (await clientOf(of.http).get('/metrics')).text
      .split('\n')
      .filter((line) => line.startsWith('whereabouts_readers{'))
      .toSorted()
  const readers: Reader[] = []
  for (const key of ['live', 'silent', 'never', 'inactive']) readers.push(await newReader(admin, key, []))
  for (const { external_key, device_token } of readers.filter((reader) => reader.external_key !== 'never'))
    await clientOf(first.http, device_token).post(`/internal/v1/readers/${external_key}/events`, {
      reads: [],
    })
  await admin.patch(pathOf(readers[3] as Reader), { is_active: false })
  expect(await gauges(first)).toEqual([
    'whereabouts_readers{state="live"} 2',
    'whereabouts_readers{state="never"} 1',
    'whereabouts_readers{state="silent"} 0',
  ])
  await first.stop()
  const db = openDatabase(first.dataDir)
  db.run(
    "update reader_health set last_message_at = last_message_at - 301000000 where reader_id = (select id from readers where external_key = 'silent')",
  )
  db.close()

  const second = await startProgram({ dataDir: first.dataDir })
  const again = await signIn(second)
  const silent = await healthOf(readers[1] as Reader, again)
  expect(silent.silent_since).toBe(silent.last_message_at)
  expect((await healthOf(readers[0] as Reader, again)).silent_since).toBeNull()
  expect(await gauges(second)).toEqual([
    'whereabouts_readers{state="live"} 1',
    'whereabouts_readers{state="never"} 1',
    'whereabouts_readers{state="silent"} 1',
  ])
})
