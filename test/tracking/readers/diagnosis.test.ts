import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { connectAsync, type MqttClient } from 'mqtt'
import { type Client, clientOf, otherOrganization, signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newLocation, newTagged, type Row } from '../../support/records'
import { newReader, postReads, type Reader } from '../../support/scans'
import { until } from '../../support/until'
import { newMember } from '../../support/users'
import { examples } from '../formats/examples'

/** The diagnosis of a reader, and refused connections (docs/internal-api.md, Reader diagnosis). */

let program: Program
let session: Client
let place: Row
const clients: MqttClient[] = []

setDefaultTimeout(20_000)
beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  place = await newLocation(session)
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.endAsync(true)))
  await stopPrograms()
})

const pathOf = ({ id }: { id: number }): string => `/internal/v1/readers/${id}`
const fixed = (body: object = {}): Promise<Reader> =>
  newReader(session, freshKey('chain'), [place.id], { ...body })
const diagnosisOf = async (reader: { id: number }, as = session) =>
  (await as.get(pathOf(reader))).body.data.diagnosis

/** Returns the states of the links as a word each, and the cause. */
async function chainOf(reader: { id: number }): Promise<string> {
  const { links, cause } = await diagnosisOf(reader)
  return [links.connected, links.signed_in, links.sending, links.understood, links.placing, cause].join(' ')
}

const becomes = (reader: Reader, chain: string): Promise<unknown> =>
  until(async () => (await chainOf(reader)) === chain, chain)

async function connect(username: string, password: string): Promise<MqttClient> {
  const client = await connectAsync(program.mqtt as string, { username, password, reconnectPeriod: 0 })
  clients.push(client)
  return client
}
const refuse = async (username: string, password: string): Promise<void> => {
  await expect(connect(username, password)).rejects.toMatchObject({ code: 4 })
}

const post = ({ external_key, device_token }: Reader, payload: unknown) =>
  clientOf(program.http, device_token).post(`/internal/v1/readers/${external_key}/events`, payload)

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

// Rule: internal-api.md, Reader diagnosis
describe('the chain of a reader', () => {
  test('waits at the first link while a new reader has not connected', async () => {
    const reader = await fixed()
    expect(await diagnosisOf(reader)).toEqual({
      links: {
        connected: 'waiting',
        signed_in: 'waiting',
        sending: 'waiting',
        understood: 'waiting',
        placing: 'waiting',
      },
      cause: 'first_connection',
      since: instant,
      antenna: null,
      likely_format: null,
      rejected_messages: 0,
      last_applied_at: null,
      connection: null,
      llrp: null,
      refused: null,
    })
  })

  test('is null for a handheld', async () => {
    const body = { external_key: freshKey('hand'), name: 'Hand', kind: 'handheld' }
    expect((await session.post('/internal/v1/readers', body)).body.data.diagnosis).toBeNull()
  })

  test('advances with the connection, the first message and the first asset', async () => {
    const reader = await fixed()
    const { external_key: value } = await newTagged(session, freshKey('tag'))
    const client = await connect(reader.external_key, reader.device_token)
    await becomes(reader, 'ok ok waiting waiting waiting no_messages')
    expect((await diagnosisOf(reader)).connection).toEqual({
      protocol: 'mqtt',
      address: '127.0.0.1',
      is_open: true,
      since: instant,
      last_at: instant,
    })
    const publish = (reads: object[]) =>
      client.publishAsync(reader.topic.replace('#', 'reads'), JSON.stringify({ reads }), { qos: 1 })
    await publish([])
    await becomes(reader, 'ok ok ok ok waiting no_reads')
    await publish([{ value: freshKey('stranger') }])
    await becomes(reader, 'ok ok ok ok waiting unknown_tags')
    await publish([{ value }])
    await becomes(reader, 'ok ok ok ok ok ')
    expect((await diagnosisOf(reader)).last_applied_at).toEqual(instant)
    await client.endAsync()
    await until(async () => (await diagnosisOf(reader)).connection.is_open === false, 'the diagnosis changes')
    expect(await chainOf(reader)).toBe('ok ok ok ok ok ')
  })

  test('shows the requests of a reader that posts over HTTP', async () => {
    const reader = await fixed()
    await post(reader, { reads: [] })
    expect((await diagnosisOf(reader)).connection).toMatchObject({
      protocol: 'http',
      address: '127.0.0.1',
      is_open: false,
    })
  })

  test('names an antenna without a location, until it has one', async () => {
    const reader = await fixed()
    const { external_key: value } = await newTagged(session, freshKey('tag'))
    await post(reader, { reads: [{ value }, { value, antenna: 3 }] })
    expect(await diagnosisOf(reader)).toMatchObject({ cause: 'antenna_without_location', antenna: 3 })
    const antennas = [1, 3].map((port) => ({ port, location_id: place.id }))
    await session.patch(pathOf(reader), { antennas })
    expect(await chainOf(reader)).toBe('ok ok ok ok ok ')
    expect((await session.get(pathOf(reader))).body.data.health.problem).toBeNull()
  })

  test('names a location that was deleted', async () => {
    const gone = await newLocation(session)
    const reader = await newReader(session, freshKey('chain'), [gone.id])
    await session.delete(`/api/v1/locations/${gone.id}`)
    await post(reader, { reads: [{ value: freshKey() }] })
    expect(await diagnosisOf(reader)).toMatchObject({ cause: 'location_deleted', antenna: 1 })
  })

  test('of an inactive reader has only this cause', async () => {
    const reader = await fixed({ is_active: false })
    expect(await chainOf(reader)).toBe('waiting waiting waiting waiting broken inactive')
    await post(reader, { reads: [{ value: freshKey() }] })
    expect(await chainOf(reader)).toBe('ok ok ok ok broken inactive')
    await session.patch(pathOf(reader), { is_active: true })
    expect(await chainOf(reader)).toBe('ok ok ok ok waiting no_reads')
  })

  test('names the wrong topic and a message that is too large', async () => {
    const reader = await fixed()
    const client = await connect(reader.external_key, reader.device_token)
    await client.publishAsync('elsewhere', '{}', { qos: 1 })
    await becomes(reader, 'ok ok ok broken waiting wrong_topic')
    await post(reader, { reads: [], filler: 'x'.repeat(1_100_000) })
    await becomes(reader, 'ok ok ok broken waiting too_large')
  })

  const others = Object.keys(examples).filter(
    (format) => !['aprbrother_v4', 'llrp', 'mapping'].includes(format),
  )
  test.each(others)(
    'names the format of messages in %s, and is repaired by a change to it',
    async (format) => {
      const reader = await fixed({ format: format === 'zebra_rfd' ? 'gl_s10' : 'zebra_rfd' })
      expect((await post(reader, examples[format])).status).toBe(400)
      await until(async () => (await diagnosisOf(reader)).likely_format === format, 'the diagnosis changes')
      expect(await diagnosisOf(reader)).toMatchObject({ cause: 'wrong_format', rejected_messages: 1 })
      await session.patch(pathOf(reader), { format })
      expect(await diagnosisOf(reader)).toMatchObject({ cause: 'next_message', likely_format: null })
      expect((await post(reader, examples[format])).status).toBe(202)
      expect((await diagnosisOf(reader)).links.understood).toBe('ok')
    },
  )

  test('names the format of messages that the chosen format accepts without finding a read', async () => {
    const reader = await fixed({ format: 'zebra_iotc' })
    expect((await post(reader, examples['minew_g1'])).status).toBe(202)
    await until(async () => (await diagnosisOf(reader)).likely_format === 'minew_g1', 'the diagnosis changes')
    expect(await chainOf(reader)).toBe('ok ok ok broken waiting wrong_format')
  })

  test('has no likely format when no format finds a read', async () => {
    const reader = await fixed()
    for (const payload of ['', 'epc=1', '[[[', '{"a":1}', 'x'.repeat(100_000)]) await post(reader, payload)
    expect(await diagnosisOf(reader)).toMatchObject({
      cause: 'wrong_format',
      likely_format: null,
      rejected_messages: 5,
    })
  })
})

// Rule: internal-api.md, Reader diagnosis
describe('a refused connection', () => {
  test('belongs to the reader whose user name was sent, until the reader signs in', async () => {
    const reader = await fixed()
    await refuse(reader.external_key, 'guess')
    await refuse(reader.external_key, 'another guess')
    expect(await chainOf(reader)).toBe('ok broken waiting waiting waiting wrong_password')
    expect((await diagnosisOf(reader)).refused).toEqual({
      reason: 'wrong_password',
      user_name: reader.external_key,
      address: '127.0.0.1',
      count: 2,
      first_at: instant,
      last_at: instant,
    })
    const text = (await session.get(pathOf(reader))).text
    expect(text).not.toContain('guess')
    await connect(reader.external_key, reader.device_token)
    await until(async () => (await diagnosisOf(reader)).refused === null, 'the diagnosis changes')
  })

  test('with the token of a reader and another user name belongs to the owner of the token', async () => {
    const [reader, other] = [await fixed(), await fixed()]
    await refuse(other.external_key, reader.device_token)
    expect((await diagnosisOf(reader)).refused).toMatchObject({
      reason: 'wrong_user_name',
      user_name: other.external_key,
    })
    expect((await diagnosisOf(other)).refused).toBeNull()
    await refuse('no-such-reader', reader.device_token)
    expect((await diagnosisOf(reader)).refused).toMatchObject({ user_name: 'no-such-reader', count: 2 })
  })

  test('with the token as its user name does not show the token', async () => {
    const reader = await fixed()
    await refuse(reader.device_token, reader.external_key)
    const { text } = await session.get(pathOf(reader))
    expect((await diagnosisOf(reader)).refused).toMatchObject({
      reason: 'token_as_user_name',
      user_name: null,
    })
    expect(text).not.toContain(reader.device_token)
    await refuse(`x${reader.device_token}x`, 'anything')
    expect((await session.get('/internal/v1/refused-connections')).text).not.toContain('wad_')
  })

  test('over HTTP is shown like one over MQTT', async () => {
    const [reader, other] = [await fixed(), await fixed()]
    const path = `/internal/v1/readers/${reader.external_key}/events`
    expect((await clientOf(program.http, `wad_${'0'.repeat(32)}`).post(path, { reads: [] })).status).toBe(401)
    await until(
      async () => (await diagnosisOf(reader)).refused?.reason === 'wrong_password',
      'the diagnosis changes',
    )
    expect((await clientOf(program.http, other.device_token).post(path, { reads: [] })).status).toBe(404)
    await until(
      async () => (await diagnosisOf(other)).refused?.reason === 'wrong_user_name',
      'the diagnosis changes',
    )
    await postReads(program, reader, [])
    expect((await diagnosisOf(reader)).refused).toBeNull()
  })

  test('of a user name that two organizations use is shown to both, without the address', async () => {
    const south = await otherOrganization(program, freshKey('South'))
    const own = await fixed()
    const theirs = await newReader(south, own.external_key, [])
    await refuse(own.external_key, 'wrong')
    for (const [as, reader] of [
      [session, own],
      [south, theirs],
    ] as const)
      expect((await diagnosisOf(reader, as)).refused).toMatchObject({
        reason: 'wrong_password',
        address: null,
      })
  })

  // Rule: internal-api.md, Refused connections
  test('with an unknown user name is listed for owners of the installation only', async () => {
    const name = `nobody-\u0007${'n'.repeat(300)}`
    await refuse(name, 'secret-password')
    await refuse('somebody', 'secret-password')
    const { body, text } = await session.get('/internal/v1/refused-connections?limit=1')
    expect(body).toMatchObject({ limit: 1, offset: 0 })
    expect(body.data).toEqual([
      { user_name: 'somebody', address: '127.0.0.1', count: 1, first_at: instant, last_at: instant },
    ])
    expect(text).not.toContain('secret')
    const all = (await session.get('/internal/v1/refused-connections')).body.data
    const shown = all.map((refusal: { user_name: string }) => refusal.user_name)
    expect(shown).toContain(`nobody-${'n'.repeat(92)}`)
    const { session: admin } = await newMember(program, session, 'admin')
    expect(faultsOf(await admin.get('/internal/v1/refused-connections'))).toEqual([403, 'forbidden'])
    expect((await admin.get('/internal/v1/readers')).text).not.toContain('somebody')
    await newReader(session, 'somebody', [])
    await refuse('somebody', 'secret-password')
    const left = (await session.get('/internal/v1/refused-connections')).text
    expect(left).not.toContain('somebody')
  })

  // Rule: internal-api.md, Refused connections
  test('in a flood is counted, takes bounded memory, and delays no other reader', async () => {
    const reader = await fixed()
    await refuse(reader.external_key, 'wrong')
    const flood = Array.from({ length: 400 }, (_, index) => refuse(`flood-${index}`, 'wrong'))
    const startedAt = performance.now()
    await postReads(program, await fixed(), [{ value: freshKey() }])
    expect(performance.now() - startedAt).toBeLessThan(20_000)
    await Promise.all(flood)
    expect((await session.get('/internal/v1/refused-connections')).body.total_count).toBe(200)
    expect((await diagnosisOf(reader)).refused.count).toBe(1)
  })
})

describe('a problem', () => {
  // Rule: internal-api.md, Reader health
  test('has passed when good messages follow for a minute', async () => {
    const first = await startProgram()
    const admin = await signIn(first)
    const location = await newLocation(admin)
    const reader = await newReader(admin, 'old', [location.id])
    const send = (of: Program, reads: object[]) => postReads(of, reader, reads as never)
    await send(first, [{ value: 'A1', antenna: 9 }])
    await send(first, [{ value: 'A1' }])
    const problemIn = async (as: Client) => (await as.get(pathOf(reader))).body.data.health.problem
    expect((await problemIn(admin)).message).toBe('Antenna 9 is not mapped to a location')
    await first.stop()
    const db = openDatabase(first.dataDir)
    db.run('update reader_health set problem_at = problem_at - 61000000')
    db.run("update readers set updated_at = '2020-01-01T00:00:00.000000Z'")
    db.close()
    const second = await startProgram({ dataDir: first.dataDir })
    const again = await signIn(second)
    expect(await problemIn(again)).not.toBeNull()
    await send(second, [{ value: 'A1' }])
    expect(await problemIn(again)).toBeNull()
  })
})

describe('the list of readers', () => {
  // Rule: internal-api.md, Reader fields
  test('sorts names in natural order and finds words in names and keys', async () => {
    const south = await otherOrganization(program, freshKey('Natural'))
    const names = [
      'dock 10',
      'Dock 2',
      'Dock 1',
      'Dock 11',
      'Ärea 3',
      'ärea 20',
      'Gate 007 b 5',
      'Gate 7 b 40',
    ]
    for (const [index, name] of names.entries())
      await newReader(south, `key-${'abcdefgh'[index]}`, [], { name })
    const listed = async (query: string): Promise<string[]> =>
      (await south.get(`/internal/v1/readers?${query}`)).body.data.map(
        (reader: { name: string }) => reader.name,
      )
    const natural = [
      'Dock 1',
      'Dock 2',
      'dock 10',
      'Dock 11',
      'Gate 007 b 5',
      'Gate 7 b 40',
      'Ärea 3',
      'ärea 20',
    ]
    expect(await listed('sort=name')).toEqual(natural)
    expect(await listed('sort=-name')).toEqual(natural.toReversed())
    expect(await listed('')).toEqual(names)
    expect(await listed('sort=name&q=DOCK%201')).toEqual(['Dock 1', 'dock 10', 'Dock 11'])
    expect(await listed('sort=name&q=ÄREA')).toEqual(['Ärea 3', 'ärea 20'])
    expect(await listed('q=key-d')).toEqual(['Dock 11'])
    const page = (await south.get('/internal/v1/readers?sort=name&q=dock&limit=2&offset=1')).body
    expect([page.total_count, page.data.map((reader: { name: string }) => reader.name)]).toEqual([
      4,
      ['Dock 2', 'dock 10'],
    ])
    const { id } = (await south.get('/internal/v1/readers?q=key-d')).body.data[0]
    await south.patch(pathOf({ id }), { name: 'Dock 0' })
    expect((await listed('sort=name'))[0]).toBe('Dock 0')
    expect(faultsOf(await south.get('/internal/v1/readers?sort=topic'))).toEqual([400, expect.any(String)])
  })
})
