import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { connectAsync } from 'mqtt'
import { type Client, clientOf, otherOrganization, signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newLocation, newTagged } from '../../support/records'
import { newReader, type Reader } from '../../support/scans'
import { until } from '../../support/until'

/** The recent messages of a reader, for finding out why they have no effect. */

let program: Program
let session: Client

// Programs are started more than once.
setDefaultTimeout(20_000)
beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
})
afterAll(stopPrograms)

const pathOf = ({ id }: { id: number }): string => `/internal/v1/readers/${id}/messages`
const messagesOf = async (reader: Reader, query = '', as = session) =>
  (await as.get(pathOf(reader) + query)).body
/** Returns the messages of a reader when it has this number of them. */
async function messagesOnce(reader: Reader, count: number, as = session) {
  const read = async () => (await messagesOf(reader, '', as)).data
  await until(async () => (await read()).length === count, `${count} messages`)
  return read()
}
const fixed = (): Promise<Reader> => newReader(session, freshKey('ring'), [])
const post = ({ external_key, device_token }: Reader, body: string | Uint8Array<ArrayBuffer>) =>
  clientOf(program.http, device_token).request('POST', `/internal/v1/readers/${external_key}/events`, {
    body,
  })

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

describe("a reader's messages", () => {
  // Rule: internal-api.md, Reader messages
  test('are listed newest first, with the result of each and the reason', async () => {
    const reader = await fixed()
    expect(await messagesOf(reader)).toEqual({ data: [], limit: 50, offset: 0, total_count: 0 })
    const sent = ['{"reads":[]}', 'größer als nichts', '{"reads":[{"value":"A1","antenna":9}]}']
    for (const payload of sent) await post(reader, payload)
    const { data, total_count } = await messagesOf(reader)
    expect(total_count).toBe(3)
    expect(data).toEqual(
      [
        { result: 'accepted', reason: null, text: null, payload: sent[0] },
        {
          result: 'malformed',
          reason: expect.stringMatching(/JSON/),
          text: { key: 'format.json', params: {} },
          payload: sent[1],
        },
        {
          result: 'accepted',
          reason: expect.stringMatching(/^Antenna 9 /),
          text: { key: 'ingest.unmapped_antenna', params: { port: 9 } },
          payload: sent[2],
        },
      ]
        .map(({ payload, ...message }) => ({
          ...message,
          received_at: instant,
          topic: null,
          size: Buffer.byteLength(payload as string),
          payload,
          payload_base64: null,
          truncated: false,
        }))
        .toReversed(),
    )
  })

  test('have pages', async () => {
    const reader = await fixed()
    for (const number of [1, 2, 3, 4, 5]) await post(reader, `{"reads":[],"n":${number}}`)
    const page = await messagesOf(reader, '?limit=2&offset=1')
    expect(page).toMatchObject({ limit: 2, offset: 1, total_count: 5 })
    expect(page.data.map(({ payload }: { payload: string }) => JSON.parse(payload).n)).toEqual([4, 3])
    expect(faultsOf(await session.get(`${pathOf(reader)}?sort=size`))).toEqual([400, 'sort unknown_field'])
  })

  // Rule: internal-api.md, Reader messages
  test('that are not text are shown in Base64, and long ones are truncated', async () => {
    const reader = await fixed()
    await post(reader, Uint8Array.of(0xff, 0x00, 0x80))
    await post(reader, 'é'.repeat(5_000))
    await post(reader, `x${'é'.repeat(5_000)}`)
    const [odd, even, binary] = (await messagesOf(reader)).data
    expect(binary).toMatchObject({ size: 3, payload: null, payload_base64: '/wCA', truncated: false })
    expect(even).toMatchObject({ size: 10_000, payload_base64: null, truncated: true })
    expect(even.payload).toBe('é'.repeat(2_048))
    // Cut in the middle of a character.
    expect(odd).toMatchObject({ size: 10_001, payload: `x${'é'.repeat(2_047)}`, truncated: true })
  })

  // Rule: internal-api.md, Reader messages
  test('are limited to the latest fifty', async () => {
    const reader = await fixed()
    for (let number = 1; number <= 120; number++) await post(reader, `{"reads":[],"n":${number}}`)
    const { data, total_count } = await messagesOf(reader, '?limit=200')
    expect(total_count).toBe(50)
    expect(data.map(({ payload }: { payload: string }) => JSON.parse(payload).n)).toEqual(
      Array.from({ length: 50 }, (_, index) => 120 - index),
    )
  })

  test('on a topic of another reader are shown, with a topic and a reason of limited length', async () => {
    const reader = await fixed()
    const { hostname, port } = new URL(program.mqtt as string)
    const client = await connectAsync({
      host: hostname,
      port: Number(port),
      username: reader.external_key,
      password: reader.device_token,
      reconnectPeriod: 0,
    })
    const topic = `elsewhere/${'x'.repeat(5_000)}`
    await client.publishAsync(topic, '{"reads":[]}', { qos: 1 })
    await client.endAsync()
    const [message] = (await messagesOf(reader)).data
    expect(message).toMatchObject({ result: 'unauthorized', topic: topic.slice(0, 1_000) })
    expect(message.reason).toHaveLength(1_000)
    const { health } = (await session.get(`/internal/v1/readers/${reader.id}`)).body.data
    expect(health.messages.unauthorized).toBe(1)
    expect(health.problem.message).toBe(message.reason)
  })

  test('contain a message that was too large', async () => {
    const reader = await fixed()
    const { hostname, port } = new URL(program.mqtt as string)
    const client = await connectAsync({
      host: hostname,
      port: Number(port),
      username: reader.external_key,
      password: reader.device_token,
      reconnectPeriod: 0,
    })
    await client.publishAsync(`north/readers/${reader.external_key}/reads`, 'x'.repeat(1_200_000), { qos: 1 })
    await client.endAsync()
    const data = await messagesOnce(reader, 1)
    expect(data).toMatchObject([
      { result: 'malformed', reason: expect.stringMatching(/larger/), topic: null, payload: '', size: 0 },
    ])
    const { health } = (await session.get(`/internal/v1/readers/${reader.id}`)).body.data
    expect([health.messages.malformed, health.problem.message]).toEqual([1, data[0].reason])
  })

  test('contain messages over HTTP that were rejected unread, with the reason', async () => {
    const reader = await fixed()
    const refused: [init: RequestInit, status: number, reason: RegExp][] = [
      [{ body: 'x'.repeat(1_200_000) }, 413, /larger than 1048576 bytes/],
      [{ body: Bun.gzipSync('{"reads":[]}'), headers: { 'content-encoding': 'gzip' } }, 415, /Compressed/],
    ]
    for (const [index, [init, status, reason]] of refused.entries()) {
      const { external_key, device_token } = reader
      const path = `/internal/v1/readers/${external_key}/events`
      expect((await clientOf(program.http, device_token).request('POST', path, init)).status).toBe(status)
      const data = await messagesOnce(reader, index + 1)
      expect(data[0]).toMatchObject({ result: 'malformed', reason: expect.stringMatching(reason), size: 0 })
    }
    const { health } = (await session.get(`/internal/v1/readers/${reader.id}`)).body.data
    expect([health.messages.malformed, health.last_read_at]).toEqual([refused.length, null])
  })

  test('belong to one reader only, and are not visible in another organization', async () => {
    const [reader, silent] = [await fixed(), await fixed()]
    await post(reader, '{"reads":[]}')
    expect((await messagesOf(silent)).data).toEqual([])
    const other = await otherOrganization(program, freshKey('Other'))
    expect(faultsOf(await other.get(pathOf(reader)))).toEqual([404, 'not_found'])
    expect(faultsOf(await session.get(pathOf({ id: 999_999 })))).toEqual([404, 'not_found'])
  })

  // Rule: internal-api.md, Reader fields
  test('are deleted with the reader', async () => {
    const first = await startProgram()
    const admin = await signIn(first)
    const reader = await newReader(admin, 'gone', [])
    const device = clientOf(first.http, reader.device_token)
    await device.post('/internal/v1/readers/gone/events', { reads: [] })
    expect((await admin.delete(`/internal/v1/readers/${reader.id}`)).status).toBe(204)
    expect(faultsOf(await admin.get(pathOf(reader)))).toEqual([404, 'not_found'])
    await first.stop()
    using db = openDatabase(first.dataDir)
    const left = db.query('select reader_id from raw_messages union all select reader_id from reader_health')
    expect(left.all()).toEqual([])
  })

  // Rule: internal-api.md, Reader messages
  test('are each read again exactly once when the service is killed meanwhile', async () => {
    const killed = await startProgram()
    const admin = await signIn(killed)
    const { id: locationId } = await newLocation(admin)
    const { id: assetId } = await newTagged(admin, 'A1')
    const reader = await newReader(admin, 'again', [locationId], { format: 'csl_cs463' })
    const device = clientOf(killed.http, reader.device_token)
    const all = 50
    for (let sent = 0; sent < all; sent++)
      await device.post('/internal/v1/readers/again/events', { reads: [{ value: 'A1' }] })
    const path = `/internal/v1/readers/${reader.id}`
    await admin.patch(path, { format: 'whereabouts_v1' })
    const readsIn = async (as: Client) => (await as.get(path)).body.data.health.reads.applied
    const unfinished = admin.request('POST', `${path}/messages/read-again`).catch(() => 'cut off')
    await until(async () => (await readsIn(admin)) > 0, 'a message is read again')
    await killed.kill()
    await unfinished
    const next = await startProgram({ dataDir: killed.dataDir })
    const again = await signIn(next)
    const before = await readsIn(again)
    const left = (await again.request('POST', `${path}/messages/read-again`)).body.data
    expect([before > 0, before + left.read_again]).toEqual([true, all])
    expect(await readsIn(again)).toBe(all)
    const events = (await again.get(`/internal/v1/assets/${assetId}/events`)).body.data
    expect(events.map((event: { read_count: number }) => event.read_count)).toEqual([all])
  })

  // Rule: internal-api.md, Reader messages
  test('are deleted after seven days', async () => {
    const first = await startProgram()
    const reader = await newReader(await signIn(first), 'old', [])
    const device = clientOf(first.http, reader.device_token)
    for (const n of [1, 2]) await device.post('/internal/v1/readers/old/events', { reads: [], n })
    await first.stop()
    const db = openDatabase(first.dataDir)
    const age = (days: number, slot: number) =>
      db.run(
        `update raw_messages set received_at = received_at - ${days * 86_400}000000 where slot = ${slot}`,
      )
    age(7.01, 0)
    age(6.99, 1)
    db.close()
    const second = await startProgram({ dataDir: first.dataDir })
    const again = await signIn(second)
    const shown: { payload: string }[] = await messagesOnce(reader, 1, again)
    expect(shown.map(({ payload }) => JSON.parse(payload).n)).toEqual([2])
  })
})
