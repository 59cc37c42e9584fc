import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connectAsync } from 'mqtt'
import { apiClient, type Client, clientOf, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newLocation, newTagged, type Row } from '../../support/records'
import { newReader, postReads, type Reader, secondsAhead } from '../../support/scans'
import { until } from '../../support/until'
import { newMember } from '../../support/users'

/** Rejected messages that are read again with another format (docs/internal-api.md, Reader messages). */

let program: Program
let session: Client
let hall: Row
let yard: Row

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  hall = await newLocation(session)
  yard = await newLocation(session)
})
afterAll(stopPrograms)

const wrong = 'csl_cs463'
const right = 'whereabouts_v1'
const mistaken = (body: object = {}): Promise<Reader> =>
  newReader(session, freshKey('again'), [hall.id, yard.id], { format: wrong, ...body })
const pathOf = ({ id }: { id: number }): string => `/internal/v1/readers/${id}`
const change = async (reader: Reader, body: object): Promise<void> =>
  expect((await session.patch(pathOf(reader), body)).status).toBe(200)
const readAgain = (reader: { id: number }, as = session) =>
  as.request('POST', `${pathOf(reader)}/messages/read-again`)
const counts = (again: number, rejected = 0, notWhole = 0) => ({
  read_again: again,
  still_rejected: rejected,
  not_whole: notWhole,
})

async function post({ external_key: key, device_token: token }: Reader, body: string): Promise<void> {
  const path = `/internal/v1/readers/${key}/events`
  expect((await clientOf(program.http, token).request('POST', path, { body })).status).toBe(400)
}
/** Resolves when the clock shows a later millisecond than that of the last message. */
const laterMillisecond = async (reader: Reader): Promise<void> => {
  const last = (await messagesOf(reader)).at(-1) as Message
  await until(() => new Date().toISOString() > last.received_at, 'the clock runs')
}
const reject = (reader: Reader, ...reads: object[]): Promise<void> => post(reader, JSON.stringify({ reads }))

interface Message {
  readonly received_at: string
  readonly result: string
  readonly topic: string | null
}
/** Returns the messages of a reader, oldest first. */
const messagesOf = async (reader: Reader): Promise<Message[]> =>
  (await session.get(`${pathOf(reader)}/messages`)).body.data.toReversed()
const viewOf = async (reader: Reader) => (await session.get(pathOf(reader))).body.data

interface AssetEvent {
  readonly location_id: number
  readonly first_seen_at: string
  readonly last_seen_at: string
  readonly read_count: number
}
/** Returns the events of an asset, oldest first. */
const eventsOf = async ({ id }: { id: number }): Promise<AssetEvent[]> =>
  (await session.get(`/internal/v1/assets/${id}/events`)).body.data.toReversed()

// Rule: internal-api.md, Reader messages
describe('rejected messages that are read again', () => {
  test('place assets at the times when they arrived, and are accepted', async () => {
    const reader = await mistaken()
    const value = freshKey('tag')
    const asset = await newTagged(session, value)
    await reject(reader, { value })
    await laterMillisecond(reader)
    await reject(reader, { value }, { value })
    const [first, last] = await messagesOf(reader)
    await change(reader, { format: right })
    expect((await readAgain(reader)).body.data).toEqual(counts(2))
    const events = await eventsOf(asset)
    expect(events).toMatchObject([
      {
        location_id: hall.id,
        first_seen_at: first?.received_at,
        last_seen_at: last?.received_at,
        read_count: 3,
      },
    ])
    expect(await messagesOf(reader)).toMatchObject([
      { ...first, result: 'accepted', reason: null, text: null },
      { ...last, result: 'accepted', reason: null, text: null },
    ])
  })

  test('place assets at the times that they contain, before later reads', async () => {
    const reader = await mistaken()
    const value = freshKey('tag')
    const asset = await newTagged(session, value)
    const times = [-3600, -3590].map(secondsAhead)
    for (const observed_at of times) await reject(reader, { value, observed_at })
    await change(reader, { format: right })
    await postReads(program, reader, [{ value, antenna: 2 }])
    expect((await readAgain(reader)).body.data).toEqual(counts(2))
    expect(await eventsOf(asset)).toMatchObject([
      { location_id: hall.id, first_seen_at: times[0], last_seen_at: times[1], read_count: 2 },
      { location_id: yard.id, read_count: 1 },
    ])
  })

  test('are read once, even by two requests at the same time', async () => {
    const reader = await mistaken()
    const value = freshKey('tag')
    const asset = await newTagged(session, value)
    for (let sent = 0; sent < 20; sent++) await reject(reader, { value })
    await change(reader, { format: right })
    const both = await Promise.all([readAgain(reader), readAgain(reader)])
    const read = both.map(({ body }) => body.data.read_again)
    expect(read[0] + read[1]).toBe(20)
    expect((await readAgain(reader)).body.data).toEqual(counts(0))
    expect((await eventsOf(asset)).map((event) => event.read_count)).toEqual([20])
    expect((await viewOf(reader)).health.reads.applied).toBe(20)
  })

  test('are repeats when their reads have times that are known', async () => {
    const reader = await mistaken()
    const value = freshKey('tag')
    const asset = await newTagged(session, value)
    const read = { value, observed_at: secondsAhead(-60) }
    await reject(reader, read)
    await change(reader, { format: right })
    await postReads(program, reader, [read])
    expect((await readAgain(reader)).body.data).toEqual(counts(1))
    expect((await eventsOf(asset)).map((event) => event.read_count)).toEqual([1])
    expect((await messagesOf(reader)).map(({ result }) => result)).toEqual(['duplicate', 'accepted'])
  })

  test('change the counts of the reader, and no time to the present', async () => {
    const reader = await mistaken()
    const { external_key: value } = await newTagged(session, freshKey('tag'))
    for (const antenna of [1, 9]) await reject(reader, { value, antenna })
    const [, last] = await messagesOf(reader)
    await laterMillisecond(reader)
    await change(reader, { format: right })
    const before = await viewOf(reader)
    expect(before.diagnosis).toMatchObject({ cause: 'next_message', rejected_messages: 2 })
    await readAgain(reader)
    const { health, diagnosis } = await viewOf(reader)
    expect(health).toMatchObject({
      last_message_at: last?.received_at,
      last_read_at: last?.received_at,
      problem: null,
      messages: { accepted: 2, malformed: 0 },
      reads: { applied: 1, unmapped_antenna: 1 },
    })
    expect(diagnosis).toMatchObject({ cause: null, rejected_messages: 0 })
    expect(diagnosis.links.understood).toBe('ok')
  })

  test('leave the present state of the reader as it is', async () => {
    const reader = await mistaken()
    const value = freshKey('tag')
    await reject(reader, { value, observed_at: '1999-01-01T00:00:00Z' })
    await change(reader, { format: right })
    await postReads(program, reader, [{ value, observed_at: secondsAhead(0) }])
    const before = (await viewOf(reader)).health
    expect((await readAgain(reader)).body.data).toEqual(counts(1))
    expect((await viewOf(reader)).health).toEqual({
      ...before,
      messages: { ...before.messages, accepted: 2, malformed: 0 },
      reads: { ...before.reads, unknown_tag: 2 },
    })
  })

  test('stay rejected when they are in another format, or are not kept whole', async () => {
    const reader = await mistaken()
    const value = freshKey('tag')
    const asset = await newTagged(session, value)
    await post(reader, 'epc=1')
    await reject(reader, { value }, ...Array.from({ length: 400 }, () => ({ value })))
    const { external_key: username, device_token: password } = reader
    const client = await connectAsync(program.mqtt as string, { username, password, reconnectPeriod: 0 })
    await client.publishAsync(`north/readers/${username}/reads`, 'x'.repeat(1_200_000), { qos: 1 })
    const topic = `north/readers/${username}/more`
    await client.publishAsync(topic, JSON.stringify({ reads: [{ value }] }), { qos: 1 })
    await client.publishAsync('elsewhere', JSON.stringify({ reads: [{ value }] }), { qos: 1 })
    await client.endAsync()
    await change(reader, { format: right })
    const results = async () => (await messagesOf(reader)).map(({ result }) => result).toSorted()
    const before = await results()
    expect(before).toEqual(['malformed', 'malformed', 'malformed', 'malformed', 'unauthorized'])
    expect((await readAgain(reader)).body.data).toEqual(counts(1, 1, 2))
    expect((await readAgain(reader)).body.data).toEqual(counts(0, 1, 2))
    expect(await results()).toEqual(['accepted', ...before.slice(1)])
    expect((await messagesOf(reader)).find(({ result }) => result === 'accepted')?.topic).toBe(topic)
    expect((await eventsOf(asset)).map((event) => event.read_count)).toEqual([1])
    expect((await viewOf(reader)).health.messages).toMatchObject({
      accepted: 1,
      malformed: 3,
      unauthorized: 1,
    })
  })

  test('with many reads are written whole', async () => {
    const mapping = { reads: '$[*]', value: '$' }
    const reader = await mistaken()
    await post(reader, JSON.stringify(Array.from({ length: 2_000 }, (_, index) => index % 10)))
    await change(reader, { format: 'mapping', mapping })
    expect((await readAgain(reader)).body.data).toEqual(counts(1))
    expect((await viewOf(reader)).health.reads.unknown_tag).toBe(2_000)
  })
})

// Rule: internal-api.md, Reader messages
describe('reading messages again', () => {
  test('needs an active fixed reader', async () => {
    const reader = await mistaken({ is_active: false })
    await reject(reader, { value: freshKey('tag') })
    const refused = await readAgain(reader)
    expect([refused.status, refused.body.error.detail]).toEqual([
      409,
      'The reader is not active; activate it first',
    ])
    const body = { external_key: freshKey('hand'), name: 'Hand', kind: 'handheld' }
    const handheld = (await session.post('/internal/v1/readers', body)).body.data
    expect((await readAgain(handheld)).body.error).toMatchObject({
      type: 'conflict',
      detail: 'Only the messages of a fixed reader with a payload format can be read again',
    })
  })

  test('needs an admin of the organization of the reader', async () => {
    const reader = await mistaken()
    const { session: manager } = await newMember(program, session, 'manager')
    expect(faultsOf(await readAgain(reader, manager))).toEqual([403, 'forbidden'])
    const other = await otherOrganization(program, freshKey('Other'))
    expect(faultsOf(await readAgain(reader, other))).toEqual([404, 'not_found'])
    const key = await apiClient(program, session)
    expect((await readAgain(reader, key)).status).toBe(401)
    const device = clientOf(program.http, reader.device_token)
    expect((await readAgain(reader, device)).status).toBe(401)
  })
})
