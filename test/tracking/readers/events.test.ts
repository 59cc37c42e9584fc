import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  type ApiResponse,
  apiClient,
  type Client,
  clientOf,
  otherOrganization,
  signIn,
} from '../../support/client'
import { basic } from '../../support/identity'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newLocation, newTagged } from '../../support/records'
import { newReader, type Reader, secondsAgo } from '../../support/scans'
import { countersOf } from '../../support/warehouse'

/**
 * Messages of fixed readers over HTTP (docs/internal-api.md, Reader events), and how they are counted (docs/history.md,
 * Counters).
 */

let program: Program
let session: Client
let place: number

beforeAll(async () => {
  program = await startProgram({ env: { WHEREABOUTS_MAX_BODY_BYTES: '2000' } })
  session = await signIn(program)
  place = (await newLocation(session)).id
})
afterAll(stopPrograms)

const pathOf = (key: string) => `/internal/v1/readers/${key}/events`
const post = (reader: Reader, body: unknown, path = pathOf(reader.external_key)): Promise<ApiResponse> =>
  clientOf(program.http, reader.device_token).post(path, body)
const newGate = (client = session, locations = [place], body: object = {}) =>
  newReader(client, freshKey('Gate'), locations, { ...body })
const eventsOf = async (assetId: number) => (await session.get(`/api/v1/assets/${assetId}/history`)).body.data

// Rule: internal-api.md, Reader events
describe('the events of a fixed reader', () => {
  test('return 202 when they are in the history', async () => {
    const { id, external_key: value } = await newTagged(session, freshKey())
    const observed_at = secondsAgo(60)
    const response = await post(await newGate(), { reads: [{ value, antenna: 1, observed_at, rssi: -57.5 }] })
    expect(response.status).toBe(202)
    expect(await eventsOf(id)).toEqual([
      expect.objectContaining({ event_observed_at: observed_at, location_id: place }),
    ])
  })

  test('are in the format of the reader, with any media type', async () => {
    const reader = await newGate(session, [place], { format: 'csl_cs463' })
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', undefined]) {
      const { id, external_key: epc } = await newTagged(session, freshKey())
      const tags = [{ epc, antennaPort: 1, rssi: '-70', timeStampOfRead: Date.now() * 1000 }]
      const response = await clientOf(program.http, reader.device_token).request(
        'POST',
        pathOf(reader.external_key),
        {
          headers: type === undefined ? {} : { 'content-type': type },
          body: new TextEncoder().encode(JSON.stringify({ tags })),
        },
      )
      expect(response.status).toBe(202)
      expect((await eventsOf(id)).length).toBe(1)
    }
  })

  test('carry the device token as bearer, or as the password of HTTP Basic', async () => {
    const { external_key, device_token } = await newGate()
    for (const authorization of [`Bearer ${device_token}`, basic(external_key, device_token)]) {
      const response = await clientOf(program.http).request('POST', pathOf(external_key), {
        headers: { authorization },
        body: '{"reads":[]}',
      })
      expect(response.status).toBe(202)
    }
  })

  test('with another token, or none, return 401', async () => {
    const { external_key: key } = await newGate()
    const tokens = [undefined, 'x', `wad_${'0'.repeat(32)}`, session.token]
    const clients = tokens.map((token) => clientOf(program.http, token))
    for (const client of [...clients, await apiClient(program, session)]) {
      const response = await client.post(pathOf(key), { reads: [] })
      expect(faultsOf(response)).toEqual([401, 'unauthorized'])
      expect(response.headers.get('www-authenticate')).toStartWith('Bearer')
    }
  })

  test('on the path of another reader return 404', async () => {
    const [own, another] = [await newGate(), await newGate()]
    const hand = await newReader(session, freshKey('Hand'), [], { kind: 'handheld', format: null })
    const notFound = [404, 'not_found']
    expect(faultsOf(await post(own, { reads: [] }, pathOf(another.external_key)))).toEqual(notFound)
    expect(faultsOf(await post(own, { reads: [] }, pathOf('nobody')))).toEqual(notFound)
    expect(faultsOf(await post(own, { reads: [] }, pathOf(String(own.id))))).toEqual(notFound)
    expect(faultsOf(await post(hand, { reads: [] }))).toEqual(notFound)
  })

  test('belong to the organization of the token when two readers have the same key', async () => {
    const other = await otherOrganization(program, freshKey('Twin'))
    const value = freshKey()
    const [here, there] = [await newTagged(session, value), await newTagged(other, value)]
    const gate = await newGate()
    const twin = await newReader(other, gate.external_key, [(await newLocation(other)).id])
    expect((await post(twin, { reads: [{ value }] })).status).toBe(202)
    expect(await eventsOf(here.id)).toEqual([])
    expect((await other.get(`/api/v1/assets/${there.id}/history`)).body.total_count).toBe(1)
  })

  test.each([
    ['no JSON', 'reads'],
    ['nothing', ''],
    ['a list', '[]'],
    ['no reads', '{"tags":[]}'],
    ['a read without a value', '{"reads":[{"antenna":1}]}'],
    ['half a UTF-8 character', new Uint8Array([0x7b, 0x22, 0xc3, 0x22, 0x7d])],
  ])('that are malformed (%s) return 400', async (_, body) => {
    const { external_key, device_token } = await newGate()
    const client = clientOf(program.http, device_token)
    expect(faultsOf(await client.request('POST', pathOf(external_key), { body }))).toEqual([
      400,
      'bad_request',
    ])
  })

  test('beyond the limit return 413, with or without a length', async () => {
    const reader = await newGate()
    const { id, external_key: value } = await newTagged(session, freshKey())
    const text = JSON.stringify({ reads: [{ value }], padding: 'x'.repeat(2000) })
    const client = clientOf(program.http, reader.device_token)
    const stream = () => new Response(text).body as ReadableStream
    for (const body of [text, stream()]) {
      const response = await client.request('POST', pathOf(reader.external_key), { body })
      expect(faultsOf(response)).toEqual([413, 'payload_too_large'])
    }
    expect(await eventsOf(id)).toEqual([])
  })
})

// Rule: history.md, Counters
describe('the counters', () => {
  const names = {
    messages: ['accepted', 'duplicate', 'malformed', 'unauthorized'],
    reads: ['applied', 'duplicate', 'unknown_tag', 'unmapped_antenna', 'unresolved_location', 'ignored'],
  }

  /** Returns what these requests add to the counters. Nothing else runs meanwhile. */
  async function added(work: () => Promise<unknown>): Promise<Record<string, number>> {
    const before = await countersOf(program.http)
    await work()
    const after = await countersOf(program.http)
    const changes = Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)] as const)
    return Object.fromEntries(changes.filter(([, change]) => change !== 0))
  }

  test('all start at zero', async () => {
    const { http } = await startProgram()
    const all = Object.entries(names).flatMap(([kind, results]) =>
      results.map((result) => `${kind}.${result}`),
    )
    expect(await countersOf(http)).toEqual(Object.fromEntries(all.map((name) => [name, 0])))
  })

  test('count every read of a message exactly once', async () => {
    const gone = (await newLocation(session)).id
    const reader = await newGate(session, [place, gone])
    await session.delete(`/api/v1/locations/${gone}`)
    const { external_key: value } = await newTagged(session, freshKey())
    const observed_at = secondsAgo(30)
    const reads = [
      { value, observed_at },
      { value, observed_at },
      { value: freshKey('No') },
      { value, antenna: 2 },
      { value, antenna: 3 },
      { antenna: 1 },
    ]
    expect(await added(() => post(reader, { reads }))).toEqual({
      'messages.accepted': 1,
      'reads.applied': 1,
      'reads.duplicate': 1,
      'reads.unknown_tag': 1,
      'reads.unresolved_location': 1,
      'reads.unmapped_antenna': 1,
      'reads.ignored': 1,
    })
    expect(await added(() => post(reader, { reads: reads.slice(0, 1) }))).toEqual({
      'messages.duplicate': 1,
      'reads.duplicate': 1,
    })
  })

  test('show an inactive reader as ignored', async () => {
    const reader = await newGate(session, [place], { is_active: false })
    const { id, external_key: value } = await newTagged(session, freshKey())
    expect(await added(() => post(reader, { reads: [{ value }] }))).toEqual({
      'messages.accepted': 1,
      'reads.ignored': 1,
    })
    expect(await eventsOf(id)).toEqual([])
  })

  test('distinguish malformed and unauthorized messages of readers', async () => {
    const [reader, other] = [await newGate(), await newGate()]
    const malformed = { 'messages.malformed': 1 }
    const unauthorized = { 'messages.unauthorized': 1 }
    expect(await added(() => post(reader, 'no JSON'))).toEqual(malformed)
    expect(await added(() => post(reader, 'x'.repeat(3000)))).toEqual(malformed)
    expect(await added(() => post(reader, { reads: [] }, pathOf(other.external_key)))).toEqual(unauthorized)
    expect(await added(() => post({ ...reader, device_token: 'x' }, { reads: [] }))).toEqual(unauthorized)
  })

  test('also count the submissions of handhelds', async () => {
    const { external_key: value } = await newTagged(session, freshKey())
    const submit = (body: object, client = session) =>
      added(() => client.post('/internal/v1/scans', { location_id: place, ...body }))
    const body = { submission_id: freshKey('S'), reads: [{ value }, { value: freshKey('No') }] }
    expect(await submit(body)).toEqual({ 'messages.accepted': 1, 'reads.applied': 1, 'reads.unknown_tag': 1 })
    expect(await submit(body)).toEqual({ 'messages.duplicate': 1, 'reads.duplicate': 2 })
    const timed = { reads: [{ value, observed_at: secondsAgo(20) }] }
    expect(await submit(timed)).toEqual({ 'messages.accepted': 1, 'reads.applied': 1 })
    expect(await submit(timed)).toEqual({ 'messages.duplicate': 1, 'reads.duplicate': 1 })
    expect(await submit({ location_id: 999_999_999, reads: [] })).toEqual({ 'messages.malformed': 1 })
    expect(await submit({ reads: [] }, clientOf(program.http, 'x'))).toEqual({ 'messages.unauthorized': 1 })
  })
})
