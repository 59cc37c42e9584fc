import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { apiClient, clientOf, signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newAsset, newLocation, newTagged } from '../../support/records'
import { newReader, postReads, secondsAgo } from '../../support/scans'
import { startInbox } from './inbox'

/** The inbox of unknown tags. */

setDefaultTimeout(20_000)

const {
  program,
  session,
  other,
  place,
  elsewhere,
  gate,
  post,
  read,
  submit,
  entryOf,
  bind,
  historyOf,
  gained,
} = await startInbox()
afterAll(stopPrograms)

describe('a read of an unknown tag', () => {
  // Rule: history.md, Unknown tags
  test('adds the tag to the inbox, with the time and location of the read', async () => {
    const value = freshKey('E2')
    await post(read(value, 900), read(value, 890), read(value, 500, 2))
    const entry = await entryOf(value)
    expect(entry).toEqual({
      id: expect.any(Number),
      tag_type: 'rfid',
      value,
      hint: null,
      identity: null,
      first_seen_at: secondsAgo(900),
      last_seen_at: secondsAgo(500),
      read_count: 3,
      reader_id: gate.id,
      reader_external_key: 'GATE',
      antenna: 2,
      rssi: -50,
      location_id: elsewhere,
      location_external_key: 'ELSEWHERE',
    })
    expect((await session.get(`/internal/v1/unknown-tags/${entry.id}`)).body.data).toEqual({
      ...entry,
      presences: [
        {
          location_id: elsewhere,
          location_external_key: 'ELSEWHERE',
          first_seen_at: secondsAgo(500),
          last_seen_at: secondsAgo(500),
          read_count: 1,
        },
        {
          location_id: place,
          location_external_key: 'PLACE',
          first_seen_at: secondsAgo(900),
          last_seen_at: secondsAgo(890),
          read_count: 2,
        },
      ],
    })
  })

  test('is counted as unknown, and as a duplicate when it is sent again', async () => {
    const value = freshKey('E2')
    const gain = await gained(async () => {
      await post(read(value, 60), read(value, 59))
      await post(read(value, 60))
    })
    expect(gain).toEqual({ 'reads.unknown_tag': 2, 'reads.duplicate': 1 })
    expect((await entryOf(value)).read_count).toBe(2)
  })

  // Rule: internal-api.md, EPC hints
  test('adds the content of an EPC', async () => {
    // A GIAI-96 of the company prefix 952000 and the asset reference 7.
    const value = '340A3A1B0000000000000007'
    await post(read(value, 60))
    expect((await entryOf(value)).hint).toMatchObject({ scheme: 'giai-96' })
  })

  test('can be sent by a handheld, and counts once when it has a time', async () => {
    const value = freshKey('Hand')
    const reads = [{ value, observed_at: secondsAgo(120) }, { value }, { value: value.toLowerCase() }]
    for (let n = 0; n < 2; n++) {
      const { data } = (await submit({ reads })).body
      expect(data.unknown).toHaveLength(3)
    }
    expect(await entryOf(value)).toMatchObject({
      read_count: 3,
      reader_id: null,
      antenna: null,
      rssi: null,
      location_id: place,
    })
  })

  test('of another organization is only in the inbox of that organization', async () => {
    const value = freshKey('E2')
    const yard = await newLocation(other)
    await submit({ location_id: yard.id, reads: [{ value }] }, other)
    expect(await entryOf(value)).toBeUndefined()
    const { id } = await entryOf(value, other)
    expect((await session.get(`/internal/v1/unknown-tags/${id}`)).status).toBe(404)
    const asset = await newAsset(session)
    expect((await bind(id, { asset_id: asset.id })).status).toBe(404)
    expect((await session.delete(`/internal/v1/unknown-tags/${id}`)).status).toBe(404)
    await post(read(value, 60))
    await bind((await entryOf(value)).id, { asset_id: asset.id })
    expect((await entryOf(value, other))?.id).toBe(id)
  })

  test('stays out of the inbox when its antenna has no location, or its reader is not active', async () => {
    const [value, idle] = [
      freshKey('E2'),
      await newReader(session, freshKey('R'), [place], { is_active: false }),
    ]
    await post(read(value, 60, 9))
    await postReads(program, idle, [read(value, 60)])
    expect(await entryOf(value)).toBeUndefined()
  })
})

describe('the inbox', () => {
  // Rule: internal-api.md, Unknown tags
  test('is a list, last seen first, with filters by reader and by part of the value', async () => {
    const [prefix, reader] = [freshKey('List'), await newReader(session, freshKey('R'), [place])]
    await post(read(`${prefix}-a`, 300))
    await postReads(program, reader, [read(`${prefix}-b`, 100), read(`${prefix}-c`, 200)])
    const valuesOf = async (query: string) => {
      const { body } = await session.get(`/internal/v1/unknown-tags?${query}`)
      return [body.data.map((entry: { value: string }) => entry.value.slice(-1)).join(''), body.total_count]
    }
    const q = prefix.toLowerCase()
    expect(await valuesOf(`q=${q}`)).toEqual(['bca', 3])
    expect(await valuesOf(`q=${q}&limit=1&offset=1`)).toEqual(['c', 3])
    expect(await valuesOf(`q=${q}&reader_id=${gate.id}`)).toEqual(['a', 1])
    expect(await valuesOf(`q=${q}&reader_id=${gate.id}&reader_id=${reader.id}`)).toEqual(['bca', 3])
    expect(faultsOf(await session.get('/internal/v1/unknown-tags?value=x'))).toEqual([
      400,
      'value unknown_field',
    ])
  })

  // Rule: internal-api.md, Unknown tags
  test('deletes a tag that is dismissed, until it is read again', async () => {
    const value = freshKey('E2')
    await post(read(value, 60))
    const { id } = await entryOf(value)
    expect((await session.delete(`/internal/v1/unknown-tags/${id}`)).status).toBe(204)
    expect((await session.delete(`/internal/v1/unknown-tags/${id}`)).status).toBe(404)
    expect(await entryOf(value)).toBeUndefined()
    await post(read(value, 50))
    expect(await entryOf(value)).toMatchObject({ read_count: 1, first_seen_at: secondsAgo(50) })
  })

  // Rule: history.md, Unknown tags
  test('no longer contains a tag that is attached through the public API, which changes no history', async () => {
    const [one, two, three] = [freshKey('E2'), freshKey('E2'), freshKey('E2')]
    await post(read(one, 60), read(two, 60), read(three, 60))
    const created = await newTagged(session, one)
    const attachedTo = await newAsset(session)
    await session.post(`/api/v1/assets/${attachedTo.id}/tags`, { tag_type: 'rfid', value: two.toLowerCase() })
    await newLocation(session, { tags: [{ tag_type: 'rfid', value: three }] })
    for (const value of [one, two, three]) expect(await entryOf(value)).toBeUndefined()
    expect([await historyOf(created.id), await historyOf(attachedTo.id)]).toEqual([[], []])
  })

  test('no longer contains a beacon once its address is attached', async () => {
    const gateway = await newReader(session, freshKey('R'), [place], { format: 'gl_s10' })
    const device = clientOf(program.http, gateway.device_token)
    const [mac, ad] = ['E1B2C3D4A506', '0201060303AAFE1516AAFE00EE1112131415161718191AB1B2B3B4B5B6']
    const hear = (ts: number) =>
      device.post(`/internal/v1/readers/${gateway.external_key}/events`, {
        dev_id: 'ic0ffee',
        dev_list: [{ mac, ts, rssi: -71, ad }],
      })
    const identity = '1112131415161718191A-B1B2B3B4B5B6'
    expect((await hear(Date.now() - 9_000)).status).toBe(202)
    expect(await entryOf(identity)).toMatchObject({ tag_type: 'ble', read_count: 1 })
    await newAsset(session, { tags: [{ tag_type: 'ble', value: mac }] })
    expect((await hear(Date.now() - 5_000)).status).toBe(202)
    expect(await entryOf(identity)).toBeUndefined()
  })

  test('is open to sessions only', async () => {
    const api = await apiClient(program, session)
    for (const client of [clientOf(program.http), api, clientOf(program.http, gate.device_token)])
      expect((await client.get('/internal/v1/unknown-tags')).status).toBe(401)
  })

  // Rule: internal-api.md, Unknown tags
  test('can be read by operators and changed by managers', async () => {
    const [first, values] = [await startProgram(), ['E2-1', 'E2-2']]
    const admin = await signIn(first)
    const yard = await newLocation(admin)
    const asset = await newAsset(admin)
    await submit({ location_id: yard.id, reads: values.map((value) => ({ value })) }, admin)
    await first.stop()
    const statuses: Record<string, number[]> = {}
    for (const role of ['viewer', 'operator', 'manager']) {
      // Members come with a later version; until then this sets the role in the database.
      const db = openDatabase(first.dataDir)
      db.run('update memberships set role = ?', [role])
      db.close()
      const second = await startProgram({ dataDir: first.dataDir })
      const client = await signIn(second)
      const [one, two] = (await client.get('/internal/v1/unknown-tags')).body.data ?? [{ id: 1 }, { id: 2 }]
      const responses = [
        await client.get('/internal/v1/unknown-tags'),
        await client.get(`/internal/v1/unknown-tags/${one.id}`),
        await bind(one.id, { asset_id: asset.id }, client),
        await client.delete(`/internal/v1/unknown-tags/${two.id}`),
      ]
      statuses[role] = responses.map(({ status }) => status)
      await second.stop()
    }
    expect(statuses).toEqual({
      viewer: [403, 403, 403, 403],
      operator: [200, 200, 403, 403],
      manager: [200, 200, 201, 204],
    })
  })
})
