import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  type ApiResponse,
  apiClient,
  type Client,
  mintKey,
  otherOrganization,
  signIn,
} from '../../support/client'
import { createConsumer, withoutLastSeen } from '../../support/event-consumer'
import { openEventStream } from '../../support/event-stream'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newAsset, newLocation, newTagged, type Row } from '../../support/records'
import { newReader, postReads, scan, secondsAgo } from '../../support/scans'
import { until } from '../../support/until'

/** The event log (docs/api.md, Events). */

setDefaultTimeout(60_000)

const path = '/api/v1/events'

let program: Program
let session: Client
let api: Client
let site: Row
let dock: Row
let yard: Row
let pallet: Row

beforeAll(async () => {
  program = await startProgram()
  session = await otherOrganization(program, 'Events')
  api = await apiClient(program, session)
  site = await newLocation(api, { external_key: 'SITE' })
  dock = await newLocation(api, { external_key: 'DOCK', parent_id: site.id })
  yard = await newLocation(api, { external_key: 'YARD' })
  pallet = await newTagged(api, 'PALLET')
  await scan(session, dock.id, 'PALLET', secondsAgo(3000))
  await scan(session, yard.id, 'PALLET', secondsAgo(1000))
  await scan(session, site.id, 'PALLET', secondsAgo(2000))
})
afterAll(stopPrograms)

const typesOf = ({ body }: ApiResponse): string[] => body.data.map(({ type }: { type: string }) => type)
const sequencesOf = ({ body }: ApiResponse): number[] =>
  body.data.map(({ sequence }: { sequence: number }) => sequence)
const newestOf = async (client = api): Promise<number> =>
  (await client.get(`${path}?limit=1`)).body.newest_sequence

// Rule: api.md, Events
describe('the event log', () => {
  test('contains what happened, from sequence 1', async () => {
    const response = await api.get(`${path}?limit=7`)
    expect(typesOf(response)).toEqual([
      'location.created',
      'location.created',
      'location.created',
      'asset.created',
      'asset.moved',
      'asset.moved',
      'asset.move_corrected',
    ])
    expect(sequencesOf(response)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(response.body).toMatchObject({ limit: 7, next_after: 7 })
    expect(response.body.data[5]).toMatchObject({
      occurred_at: secondsAgo(1000),
      asset_id: pallet.id,
      asset_external_key: 'PALLET',
      location_id: yard.id,
      location_external_key: 'YARD',
      move: {
        is_removed: false,
        cause: 'scanned',
        event_observed_at: secondsAgo(1000),
        previous_location_id: dock.id,
        previous_location_external_key: 'DOCK',
        current_location_id: yard.id,
      },
      replaces: [],
    })
    expect(response.body.data[6]).toMatchObject({
      location_id: site.id,
      move: {
        event_observed_at: secondsAgo(2000),
        previous_location_id: dock.id,
        current_location_id: yard.id,
      },
    })
  })

  test('has no gap between pages', async () => {
    const found: number[] = []
    let after = 0
    for (let newest = 1; after < newest;) {
      const response = await api.get(`${path}?limit=3&after=${after}`)
      found.push(...sequencesOf(response))
      after = response.body.next_after
      newest = response.body.newest_sequence
    }
    expect(found).toEqual(found.map((_, index) => index + 1))
    expect((await api.get(`${path}?after=${after}`)).body).toEqual({
      data: [],
      limit: 50,
      next_after: after,
      newest_sequence: after,
    })
  })

  test('contains changes of records with their keys', async () => {
    const after = await newestOf()
    const key = freshKey('made')
    const asset = await newAsset(api, { external_key: key })
    await api.patch(`/api/v1/assets/${asset.id}`, { name: 'Other' })
    await api.post(`/api/v1/assets/${asset.id}/rename`, { external_key: `${key}-2` })
    await api.delete(`/api/v1/assets/${asset.id}`)
    await session.post(`/internal/v1/deleted-assets/${asset.id}/restore`, {})
    const place = await newLocation(api, { external_key: key })
    await api.patch(`/api/v1/locations/${place.id}`, { parent_id: site.id })
    await api.post(`/api/v1/locations/${place.id}/rename`, { external_key: `${key}-2` })
    await api.delete(`/api/v1/locations/${place.id}`)
    const response = await api.get(`${path}?after=${after}`)
    expect(typesOf(response)).toEqual([
      'asset.created',
      'asset.updated',
      'asset.renamed',
      'asset.deleted',
      'asset.restored',
      'location.created',
      'location.updated',
      'location.renamed',
      'location.deleted',
    ])
    expect(response.body.data[1].record).toMatchObject({ name: 'Other', external_key: key })
    expect(response.body.data[2].record).toMatchObject({
      external_key: `${key}-2`,
      previous_external_key: key,
    })
    expect(response.body.data[3].record.deleted_at).not.toBeNull()
    expect(response.body.data[4].record.deleted_at).toBeNull()
    expect(response.body.data[6].record.parent_id).toBe(site.id)
  })

  test('contains a tag that belongs to nothing, once', async () => {
    const after = await newestOf()
    const reader = await newReader(session, freshKey('gate'), [dock.id])
    const value = freshKey('NOBODY')
    await postReads(program, reader, [{ value, observed_at: secondsAgo(10) }])
    await postReads(program, reader, [{ value, observed_at: secondsAgo(5) }])
    const { data } = (await api.get(`${path}?after=${after}`)).body
    expect(data).toMatchObject([
      { type: 'tag.unknown', tag: { tag_type: 'rfid', value }, location_id: dock.id, reader_id: reader.id },
    ])
  })

  test('contains nothing of a rejected change or of a read that changes nothing', async () => {
    const reader = await newReader(session, freshKey('gate'), [dock.id])
    const tagged = await newTagged(api, freshKey('STAYS'))
    await postReads(program, reader, [{ value: tagged.external_key, observed_at: secondsAgo(20) }])
    const after = await newestOf()
    expect((await api.post('/api/v1/assets', { name: 'A', external_key: 'PALLET' })).status).toBe(409)
    await postReads(program, reader, [{ value: tagged.external_key, observed_at: secondsAgo(15) }])
    expect(await newestOf()).toBe(after)
  })

  test('is complete: a consumer rebuilds the report and the history', async () => {
    const consumer = createConsumer()
    for (let newest = 1; consumer.last() < newest;) {
      const { body } = await api.get(`${path}?limit=200&after=${consumer.last()}`)
      for (const event of body.data) consumer.consume(event)
      newest = body.newest_sequence
    }
    const { data } = (
      await api.get('/api/v1/reports/asset-locations?include_deleted=true&sort=asset_external_key')
    ).body
    const byKey = (rows: readonly { asset_external_key: string }[]) =>
      rows.toSorted((a, b) => (a.asset_external_key < b.asset_external_key ? -1 : 1))
    expect(byKey(consumer.report())).toEqual(byKey(data.map(withoutLastSeen)))
    const history = (await api.get(`/api/v1/assets/${pallet.id}/history`)).body.data
    expect(consumer.history(pallet.id)).toEqual(history)
  })
})

// Rule: api.md, Events
describe('a filter of the event log', () => {
  test('by type may be repeated', async () => {
    expect(typesOf(await api.get(`${path}?type=asset.moved&limit=2`))).toEqual(['asset.moved', 'asset.moved'])
    const both = await api.get(`${path}?type=asset.moved&type=location.created&limit=4`)
    expect(typesOf(both)).toEqual([...Array(3).fill('location.created'), 'asset.moved'])
    expect(both.body.next_after).toBe(5)
  })

  test('by asset selects what is about the asset', async () => {
    const response = await api.get(`${path}?asset_id=${pallet.id}`)
    expect(typesOf(response)).toEqual(['asset.created', 'asset.moved', 'asset.moved', 'asset.move_corrected'])
    // A consumer that continues skips the events of others.
    expect(response.body.next_after).toBe(response.body.newest_sequence)
  })

  test('by location includes moves to and from it and everything below it', async () => {
    const ofSite = await api.get(`${path}?location_id=${site.id}&limit=5`)
    expect(sequencesOf(ofSite)).toEqual([1, 2, 5, 6, 7])
    expect(sequencesOf(await api.get(`${path}?location_id=${yard.id}&limit=3`))).toEqual([3, 6])
  })

  test('applies together with the others', async () => {
    const query = `asset_id=${pallet.id}&location_id=${site.id}&type=asset.moved`
    const response = await api.get(`${path}?${query}`)
    expect(sequencesOf(response)).toEqual([5, 6])
    expect(response.body.next_after).toBe(response.body.newest_sequence)
    expect(sequencesOf(await api.get(`${path}?${query}&limit=1`))).toEqual([5])
  })
})

// Rule: api.md, Events
describe('a request of the event log', () => {
  const faults: [query: string, fault: string][] = [
    ['after=-1', 'after too_small'],
    ['after=one', 'after invalid_value'],
    ['after=', 'after invalid_value'],
    ['after=9007199254740991', 'after too_large'],
    ['limit=0', 'limit too_small'],
    ['limit=201', 'limit too_large'],
    ['type=asset.flown', 'type invalid_value'],
    ['type=', 'type invalid_value'],
    ['asset_id=0', 'asset_id too_small'],
    ['location_id=x', 'location_id invalid_value'],
    ['wait=61', 'wait too_large'],
    ['wait=-1', 'wait too_small'],
    ['wait=1.5', 'wait invalid_value'],
    ['offset=1', 'offset unknown_field'],
    ['sort=sequence', 'sort unknown_field'],
    ['since=1', 'since unknown_field'],
  ]
  test.each(faults)('is refused with %s', async (query, fault) => {
    expect(faultsOf(await api.get(`${path}?${query}`))).toEqual([400, fault])
  })

  test.each(['x', '-1', '1.5', '9'.repeat(16)])('is refused with Last-Event-ID %s', async (last) => {
    const headers = { accept: 'text/event-stream', 'last-event-id': last }
    const response = await api.request('GET', path, { headers })
    expect(faultsOf(response)).toEqual([400, 'Last-Event-ID invalid_value'])
  })

  test('returns nothing for an id that does not exist', async () => {
    expect((await api.get(`${path}?asset_id=999999`)).body.data).toEqual([])
    expect((await api.get(`${path}?location_id=999999`)).body.data).toEqual([])
  })

  test('is HEAD without waiting', async () => {
    const after = await newestOf()
    const url = `${program.http}${path}?after=${after}&wait=60`
    for (const accept of ['*/*', 'text/event-stream']) {
      const headers = { authorization: `Bearer ${api.token}`, accept }
      const response = await fetch(url, { method: 'HEAD', headers })
      expect([response.status, await response.text()]).toEqual([200, ''])
    }
  })
})

// Rule: api.md, Events
describe('a request that waits', () => {
  test('returns the next event when it is recorded', async () => {
    const after = await newestOf()
    const waiting = api.get(`${path}?after=${after}&wait=60&type=asset.renamed`)
    // An event of another type does not end the wait.
    const asset = await newAsset(api)
    await api.post(`/api/v1/assets/${asset.id}/rename`, { external_key: freshKey('waited') })
    const response = await waiting
    expect(typesOf(response)).toEqual(['asset.renamed'])
    expect(sequencesOf(response)).toEqual([after + 2])
  })

  test('returns immediately when there is an event', async () => {
    expect(typesOf(await api.get(`${path}?wait=60&limit=1`))).toEqual(['location.created'])
  })

  test('returns an empty page when nothing happens in time', async () => {
    const after = await newestOf()
    const startedAt = performance.now()
    const { body } = await api.get(`${path}?after=${after}&wait=1`)
    expect(body).toMatchObject({ data: [], next_after: after })
    expect(performance.now() - startedAt).toBeGreaterThan(900)
  })

  test('is refused when too many of its organization wait, and others are not', async () => {
    const crowded = await otherOrganization(program, 'Crowded')
    const after = await newestOf(crowded)
    const leaving = new AbortController()
    const statuses: number[] = []
    const requests = Array.from({ length: 70 }, async () => {
      const url = `${path}?after=${after}&wait=60`
      try {
        statuses.push((await crowded.request('GET', url, { signal: leaving.signal })).status)
      } catch {
        // The client has left.
      }
    })
    await until(
      () => statuses.length === 6,
      () => `6 refused requests: ${statuses.join()}`,
    )
    expect(new Set(statuses)).toEqual(new Set([429]))
    expect((await api.get(`${path}?after=${await newestOf()}&wait=1`)).status).toBe(200)
    leaving.abort()
    await Promise.all(requests)
    // The places of clients that have left are free again.
    await until(
      async () => (await crowded.get(`${path}?after=${after}&wait=1`)).status === 200,
      'a free place',
    )
  })

  /** A request that waits and a stream, both of a new API key. */
  async function waitWithNewKey() {
    const { client_id, client_secret } = await mintKey(session)
    const grant = { grant_type: 'client_credentials', client_id, client_secret }
    const { access_token: token } = (await api.post('/api/v1/oauth/token', grant)).body
    const after = await newestOf()
    const headers = { authorization: `Bearer ${token}` }
    return {
      waiting: api.request('GET', `${path}?after=${after}&wait=60`, { headers }),
      stream: await openEventStream(`${program.http}${path}?after=${after}`, token),
      revoke: () => session.delete(`/internal/v1/api-keys/${client_id}`),
    }
  }

  test('ends when its key is revoked, as a stream does', async () => {
    const { waiting, stream, revoke } = await waitWithNewKey()
    await revoke()
    const response = await waiting
    expect([response.status, response.body.error.detail]).toEqual([401, 'API key has been revoked'])
    await until(stream.hasEnded, 'the end of the stream')
  })

  test('is unauthorized when its key is revoked meanwhile', async () => {
    const { waiting, stream, revoke } = await waitWithNewKey()
    await revoke()
    await newAsset(api)
    expect((await waiting).status).toBe(401)
    await until(stream.hasEnded, 'the end of the stream')
    expect(stream.events).toEqual([])
  })
})

// Rule: api.md, Events
describe('the event stream', () => {
  const open = (query = '', headers = {}) =>
    openEventStream(`${program.http}${path}${query}`, api.token, headers)

  test('sends the events after a sequence, and then each as it is recorded', async () => {
    const stream = await open(`?after=${(await newestOf()) - 1}`)
    await stream.wait(1)
    const asset = await newTagged(api, freshKey('LIVE'))
    await scan(session, dock.id, asset.external_key, secondsAgo(1))
    await stream.wait(3)
    expect(stream.events.at(-1)).toMatchObject({
      type: 'asset.moved',
      asset_id: asset.id,
      location_id: dock.id,
    })
    stream.close()
  })

  test('continues after Last-Event-ID, which has precedence over after', async () => {
    const newest = await newestOf()
    const first = await open()
    await first.wait(3)
    first.close()
    const second = await open('?after=0', { 'last-event-id': '3' })
    await second.wait(newest - 3)
    second.close()
    expect(second.events.map(({ sequence }) => sequence).slice(0, newest - 3)).toEqual(
      Array.from({ length: newest - 3 }, (_, index) => index + 4),
    )
  })

  test('sends a heartbeat and the position while events happen that its filter leaves out', async () => {
    const stream = await open(`?after=${await newestOf()}&type=reader.silent`)
    const sequences: number[] = []
    await until(
      async () => {
        await newAsset(api)
        sequences.push(await newestOf())
        // Nothing else happens for a second.
        await api.get(`${path}?after=${sequences.at(-1)}&wait=1`)
        return stream.positions.length > 0
      },
      'the position',
      20,
    )
    expect(stream.heartbeats()).toBe(1)
    expect(sequences).toContain(stream.positions[0] as number)
    expect(stream.events).toEqual([])
    stream.close()
  })

  test.each([
    ['application/json, text/event-stream', 'application/json'],
    ['text/event-stream, application/json', 'text/event-stream'],
    ['*/*', 'application/json'],
    ['text/event-stream;q=0, application/json', 'application/json'],
    ['text/event-stream; q=0', 'application/json'],
    ['application/json;q=0.1, text/event-stream', 'text/event-stream'],
    ['application/json; charset=utf-8; q=0.5, text/event-stream;q=0.9', 'text/event-stream'],
    ['text/event-stream;q=0.2, application/json;q=0.3', 'application/json'],
  ])('is sent with Accept: %s only when the client prefers it', async (accept, received) => {
    const response = await api.request('HEAD', path, { headers: { accept } })
    expect(response.headers.get('content-type')).toBe(received)
  })

  test('is refused after a sequence that does not exist', async () => {
    expect((await open(`?after=${(await newestOf()) + 1}`)).status).toBe(400)
  })
})

// Rule: api.md, Events
test('the report names the sequence that it contains', async () => {
  const response = await api.get('/api/v1/reports/asset-locations')
  expect(response.headers.get('event-sequence')).toBe(String(await newestOf()))
})

// Rule: api.md, Events
describe('the log of an organization', () => {
  test('is not that of another', async () => {
    const other = await apiClient(program, await otherOrganization(program, 'Elsewhere'))
    expect((await other.get(path)).body).toMatchObject({ data: [], next_after: 0, newest_sequence: 0 })
    await newAsset(other, { external_key: 'THEIRS' })
    expect(sequencesOf(await other.get(path))).toEqual([1])
    for (const filter of [`asset_id=${pallet.id}`, `location_id=${dock.id}`])
      expect((await other.get(`${path}?${filter}`)).body.data).toEqual([])
    expect((await api.get(`${path}?limit=200`)).text).not.toContain('THEIRS')
    const headers = await other.get('/api/v1/reports/asset-locations')
    expect(headers.headers.get('event-sequence')).toBe('1')
  })

  test('keeps the newest events, and names the oldest to a consumer that is too late', async () => {
    let short = await startProgram()
    const admin = await signIn(short)
    const organization = (await admin.get('/internal/v1/organizations')).body.data[0].id
    const change = { event_log_max: 1000, event_log_days: 7 }
    expect((await admin.patch(`/internal/v1/organizations/${organization}`, change)).body.data).toMatchObject(
      change,
    )
    const rows = Array.from({ length: 400 }, (_, index) => ({ name: `Thing ${index}` }))
    for (let imported = 0; imported < 1200; imported += rows.length)
      expect((await admin.post('/internal/v1/assets/import', { rows })).body.data.created).toBe(400)
    // The deletion may have begun, so this does not ask the log from its beginning.
    const report = await admin.get('/api/v1/reports/asset-locations')
    expect(report.headers.get('event-sequence')).toBe('1200')
    await short.stop()
    short = await startProgram({ dataDir: short.dataDir })
    const late = await signIn(short)
    await until(
      async () => (await late.get(`${path}?after=199`)).status === 400,
      'the deletion of old events',
    )
    const refused = await late.get(`${path}?after=199`)
    expect(faultsOf(refused)).toEqual([400, 'after too_small'])
    expect(refused.body.error.fields[0].params).toEqual({ minimum: 200, oldest: 201 })
    expect(faultsOf(await late.get(path))).toEqual([400, 'after too_small'])
    expect(sequencesOf(await late.get(`${path}?after=200&limit=2`))).toEqual([201, 202])
    expect((await openEventStream(`${short.http}${path}`, late.token)).status).toBe(400)
  })

  test('ends its streams and waits when the service stops', async () => {
    const stopping = await startProgram()
    const client = await signIn(stopping)
    const after = await newestOf(client)
    const stream = await openEventStream(`${stopping.http}${path}?after=${after}`, client.token)
    const waiting = client.get(`${path}?after=${after}&wait=60`)
    await newestOf(client)
    expect(await stopping.stop()).toBe(0)
    expect((await waiting).status).toBe(200)
    await until(stream.hasEnded, 'the end of the stream')
  })
})

describe.each([
  [{ event_log_days: 0 }, 'event_log_days too_small'],
  [{ event_log_days: null }, 'event_log_days invalid_value'],
  [{ event_log_max: 999 }, 'event_log_max too_small'],
  [{ event_log_max: 100_000_001 }, 'event_log_max too_large'],
])('the limits %j', (body, fault) => {
  test('are refused', async () => {
    const { id } = (await session.get('/internal/v1/organizations')).body.data.at(-1)
    expect(faultsOf(await session.patch(`/internal/v1/organizations/${id}`, body))).toEqual([400, fault])
  })
})
