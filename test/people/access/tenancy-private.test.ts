import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connectAsync } from 'mqtt'
import { type ApiResponse, clientOf } from '../../support/client'
import { png } from '../../support/images'
import { stopPrograms } from '../../support/program'
import { faultsOf, freshKey, keysOf, newAsset, newTagged } from '../../support/records'
import { postReads, secondsAgo } from '../../support/scans'
import { countersOf } from '../../support/warehouse'
import { gist, type Organization, startTwo, unknownId, unknownKey } from './two-organizations'

/** Isolation of two organizations on the private endpoints and in MQTT topics. */

const { program, north, south } = await startTwo()
afterAll(stopPrograms)

describe('on the private surface', () => {
  let handheldToken: string
  let dismissedId: number
  let searchId: number
  beforeAll(async () => {
    const handheld = { external_key: 'north-hand', name: 'Hand', kind: 'handheld' }
    const prefix = { tag_type: 'rfid', prefix: 'south-stray' }
    await south.session.post('/internal/v1/dismissed-tags/prefixes', prefix)
    dismissedId = (await south.session.get('/internal/v1/dismissed-tags')).body.data[0].id
    const wanted = { asset_id: south.asset.id }
    searchId = (await south.session.post('/internal/v1/searches', wanted)).body.data.id
    handheldToken = (await north.session.post('/internal/v1/readers', handheld)).body.data.device_token
  })

  const requests: [
    title: string,
    foreign: () => Promise<ApiResponse>,
    unknown: () => Promise<ApiResponse>,
  ][] = [
    ...(['GET', 'DELETE'] as const).map((method): (typeof requests)[number] => [
      `${method} of a reader`,
      () => north.session.request(method, `/internal/v1/readers/${south.reader.id}`),
      () => north.session.request(method, `/internal/v1/readers/${unknownId}`),
    ]),
    [
      'PATCH of a reader',
      () => north.session.patch(`/internal/v1/readers/${south.reader.id}`, { name: 'Mine' }),
      () => north.session.patch(`/internal/v1/readers/${unknownId}`, { name: 'Mine' }),
    ],
    [
      'the messages of a reader',
      () => north.session.get(`/internal/v1/readers/${south.reader.id}/messages`),
      () => north.session.get(`/internal/v1/readers/${unknownId}/messages`),
    ],
    [
      'the messages of a reader, read again',
      () => north.session.request('POST', `/internal/v1/readers/${south.reader.id}/messages/read-again`),
      () => north.session.request('POST', `/internal/v1/readers/${unknownId}/messages/read-again`),
    ],
    [
      'the signal of a reader',
      () => north.session.get(`/internal/v1/readers/${south.reader.id}/signal`),
      () => north.session.get(`/internal/v1/readers/${unknownId}/signal`),
    ],
    [
      'a rehearsal of a reader',
      () => north.session.post(`/internal/v1/readers/${south.reader.id}/rehearsal`, {}),
      () => north.session.post(`/internal/v1/readers/${unknownId}/rehearsal`, {}),
    ],
    ['an antenna in a rehearsal', () => rehearsalAt(south.location.id), () => rehearsalAt(unknownId)],
    [
      'a search for an asset',
      () => north.session.post('/internal/v1/searches', { asset_id: south.asset.id }),
      () => north.session.post('/internal/v1/searches', { asset_id: unknownId }),
    ],
    ...(['GET /', 'POST /start', 'POST /not-found', 'DELETE /'] as const).map(
      (request): (typeof requests)[number] => {
        const [method = '', action = ''] = request.split(' ')
        const one = (id: number) => `/internal/v1/searches/${id}${action === '/' ? '' : action}`
        return [
          `${request} of a search`,
          () => north.session.request(method, one(searchId)),
          () => north.session.request(method, one(unknownId)),
        ]
      },
    ),
    [
      'the events of an asset',
      () => north.session.get(`/internal/v1/assets/${south.asset.id}/events`),
      () => north.session.get(`/internal/v1/assets/${unknownId}/events`),
    ],
    [
      'the telemetry of an asset',
      () => north.session.get(`/internal/v1/assets/${south.asset.id}/telemetry`),
      () => north.session.get(`/internal/v1/assets/${unknownId}/telemetry`),
    ],
    [
      'the key of a tag',
      () =>
        north.session.patch(`/internal/v1/assets/${south.asset.id}/tags/${south.asset.tags[0]?.id}/key`, {
          key: null,
        }),
      () => north.session.patch(`/internal/v1/assets/${unknownId}/tags/${unknownId}/key`, { key: null }),
    ],
    [
      'a new token of a reader',
      () => north.session.request('POST', `/internal/v1/readers/${south.reader.id}/token`),
      () => north.session.request('POST', `/internal/v1/readers/${unknownId}/token`),
    ],
    [
      'an API key',
      () => north.session.get(`/internal/v1/api-keys/${south.clientId}`),
      () => north.session.get(`/internal/v1/api-keys/${crypto.randomUUID()}`),
    ],
    [
      'the requests of an API key',
      () => north.session.get(`/internal/v1/api-keys/${south.clientId}/requests`),
      () => north.session.get(`/internal/v1/api-keys/${crypto.randomUUID()}/requests`),
    ],
    [
      'DELETE of an API key',
      () => north.session.delete(`/internal/v1/api-keys/${south.clientId}`),
      () => north.session.delete(`/internal/v1/api-keys/${crypto.randomUUID()}`),
    ],
    ...[
      [() => ({ location_id: south.location.id }), { location_id: unknownId }] as const,
      [() => ({ location_external_key: 'south-place' }), { location_external_key: unknownKey }] as const,
      [
        () => ({ location_tag: { tag_type: 'barcode', value: 'south place' } }),
        { location_tag: { tag_type: 'barcode', value: unknownKey } },
      ] as const,
    ].map(([foreign, unknown]): (typeof requests)[number] => [
      `a scan at a ${Object.keys(unknown)[0]}`,
      () => north.session.post('/internal/v1/scans', { ...foreign(), reads: [{ value: 'north-asset' }] }),
      () => north.session.post('/internal/v1/scans', { ...unknown, reads: [{ value: 'north-asset' }] }),
    ]),
    [
      'a dismissed tag',
      () => north.session.delete(`/internal/v1/dismissed-tags/${dismissedId}`),
      () => north.session.delete(`/internal/v1/dismissed-tags/${unknownId}`),
    ],
    ['a tag that moves to an asset', () => moveTo(south.asset.id), () => moveTo(unknownId)],
    ['an antenna of a reader', () => newReaderAt(south.location.id), () => newReaderAt(unknownId)],
    ['a new antenna of a reader', () => antennaAt(south.location.id), () => antennaAt(unknownId)],
    ['a handheld at a location', () => handheldAt(south.location.id), () => handheldAt(unknownId)],
    ['events of a reader', () => eventsOf('south-gate'), () => eventsOf(unknownKey)],
    ...(
      [
        ['GET', '', undefined],
        ['PATCH', '', {}],
        ['GET', '/image', undefined],
        ['POST', '/image', 'an image'],
        ['DELETE', '/image', undefined],
      ] as const
    ).map(([method, rest, body]): (typeof requests)[number] => {
      const send = (id: number) =>
        north.session.request(method, `/internal/v1/plans/${id}${rest}`, {
          ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
          headers: { 'content-type': 'application/merge-patch+json' },
        })
      return [`${method} of a plan${rest}`, () => send(south.location.id), () => send(unknownId)]
    }),
    [
      'the SGLN of a location',
      () => north.session.get(`/internal/v1/locations/${south.location.id}/sgln`),
      () => north.session.get(`/internal/v1/locations/${unknownId}/sgln`),
    ],
    [
      'PATCH of the SGLN of a location',
      () => north.session.patch(`/internal/v1/locations/${south.location.id}/sgln`, { sgln: null }),
      () => north.session.patch(`/internal/v1/locations/${unknownId}/sgln`, { sgln: null }),
    ],
    [
      'PATCH of an asset',
      () => north.session.patch(`/internal/v1/assets/${south.asset.id}`, {}),
      () => north.session.patch(`/internal/v1/assets/${unknownId}`, {}),
    ],
    ...(
      [
        ['GET', '', undefined],
        ['POST', '', 'an image'],
        ['PATCH', '/id', {}],
        ['DELETE', '/id', undefined],
        ['GET', '/id/image', undefined],
        ['GET', '/id/thumbnail', undefined],
      ] as const
    ).map(([method, rest, body]): (typeof requests)[number] => {
      const send = (asset: number, photo: number) =>
        north.session.request(
          method,
          `/internal/v1/assets/${asset}/photos${rest.replace('id', String(photo))}`,
          {
            ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
            headers: { 'content-type': 'application/merge-patch+json' },
          },
        )
      return [
        `${method} of photos${rest}`,
        async () => send(south.asset.id, await photoOf(south)),
        () => send(unknownId, unknownId),
      ]
    }),
    [
      'a photo of another organization at an own asset',
      async () =>
        north.session.get(`/internal/v1/assets/${north.asset.id}/photos/${await photoOf(south)}/image`),
      () => north.session.get(`/internal/v1/assets/${north.asset.id}/photos/${unknownId}/image`),
    ],
    ...(
      [
        ['GET', ''],
        ['GET', '/events'],
        ['POST', '/restore'],
      ] as const
    ).map(([method, rest]): (typeof requests)[number] => {
      const send = (id: number) =>
        north.session.request(method, `/internal/v1/deleted-assets/${id}${rest}`, {
          ...(method === 'POST' && { body: '{}', headers: { 'content-type': 'application/json' } }),
        })
      return [
        `${method} of a deleted asset${rest}`,
        async () => send(await deletedOf(south)),
        () => send(unknownId),
      ]
    }),
    ...(['PATCH', 'DELETE'] as const).map((method): (typeof requests)[number] => {
      const send = (id: number) =>
        north.session.request(method, `/internal/v1/asset-fields/${id}`, {
          ...(method === 'PATCH' && {
            body: '{}',
            headers: { 'content-type': 'application/merge-patch+json' },
          }),
        })
      return [`${method} of an asset field`, async () => send(await fieldOf(south)), () => send(unknownId)]
    }),
    ['a wall link of a location', () => wallLinkOf(south.location.id), () => wallLinkOf(unknownId)],
    [
      'DELETE of a wall link',
      async () => {
        const link = { location_id: south.location.id, name: 'Hall' }
        const { id } = (await south.session.post('/internal/v1/wall-links', link)).body.data
        return north.session.delete(`/internal/v1/wall-links/${id}`)
      },
      () => north.session.delete(`/internal/v1/wall-links/${unknownId}`),
    ],
    ...(
      [
        ['GET', ''],
        ['PATCH', ''],
        ['DELETE', ''],
        ['POST', '/test'],
        ['POST', '/replay'],
        ['POST', '/secret'],
        ['GET', '/deliveries'],
      ] as const
    ).map(([method, part]): (typeof requests)[number] => {
      const send = (id: number) =>
        north.session.request(method, `/internal/v1/webhooks/${id}${part}`, {
          ...((method === 'PATCH' || part === '/replay') && {
            body: '{}',
            headers: { 'content-type': 'application/json' },
          }),
        })
      return [
        `${method} of a webhook${part}`,
        async () => send(await webhookOf(south)),
        () => send(unknownId),
      ]
    }),
    ['an area of a plan', () => areaOf(south.location.id), () => areaOf(unknownId)],
  ]
  const photoOf = async ({ session, asset }: Organization): Promise<number> => {
    const url = `/internal/v1/assets/${asset.id}/photos`
    const [known] = (await session.get(url)).body.data
    return known?.id ?? (await session.request('POST', url, { body: png() })).body.data.id
  }
  const deletedOf = async ({ session, api }: Organization): Promise<number> => {
    const { id } = await newAsset(api, { name: 'Deleted' })
    expect((await session.delete(`/api/v1/assets/${id}`)).status).toBe(204)
    return id
  }
  const fieldOf = async ({ session }: Organization): Promise<number> => {
    const field = { key: freshKey('field'), name: 'Field', type: 'text' }
    return (await session.post('/internal/v1/asset-fields', field)).body.data.id
  }
  const moveTo = (assetId: number) =>
    north.session.post('/internal/v1/tags/move', {
      tag_type: 'rfid',
      value: 'north-asset',
      asset_id: assetId,
    })
  const newReaderAt = (locationId: number) =>
    north.session.post('/internal/v1/readers', {
      external_key: 'never',
      name: 'Never',
      kind: 'fixed',
      format: 'whereabouts_v1',
      antennas: [{ port: 1, location_id: locationId }],
    })
  const antennaAt = (locationId: number) =>
    north.session.patch(`/internal/v1/readers/${north.reader.id}`, {
      antennas: [{ port: 2, location_id: locationId }],
    })
  const rehearsalAt = (locationId: number) =>
    north.session.post(`/internal/v1/readers/${north.reader.id}/rehearsal`, {
      antennas: [{ port: 2, location_id: locationId }],
    })
  const handheldAt = (locationId: number) =>
    clientOf(program.http, handheldToken).post('/internal/v1/scans', {
      location_id: locationId,
      reads: [{ value: 'north-asset' }],
    })
  const webhookOf = async ({ session }: Organization): Promise<number> => {
    const body = { name: 'Hook', url: 'http://192.0.2.1/' }
    return (await session.post('/internal/v1/webhooks', body)).body.data.id
  }
  const wallLinkOf = (locationId: number) =>
    north.session.post('/internal/v1/wall-links', { location_id: locationId, name: 'Hall' })
  const areaOf = (locationId: number) =>
    north.session.patch(`/internal/v1/plans/${north.location.id}`, {
      areas: [
        {
          location_id: locationId,
          shape: 'rectangle',
          points: [
            { x: 0, y: 0 },
            { x: 1, y: 1 },
          ],
        },
      ],
    })
  const eventsOf = (key: string) =>
    clientOf(program.http, north.reader.device_token).post(`/internal/v1/readers/${key}/events`, {
      reads: [],
    })

  // Rule: internal-api.md, Photos
  test.each(requests)('what is the other’s is unknown: %s', async (_title, foreign, unknown) => {
    const [first, second] = [await foreign(), await unknown()]
    expect([400, 404]).toContain(first.status)
    const instance = (response: ApiResponse) => response.body.error.instance
    expect(gist(first, instance(first))).toEqual(gist(second, instance(second)))
  })

  test.each([
    ['id', () => ({ parent_id: south.location.id }), { parent_id: unknownId }],
    ['key', () => ({ parent_external_key: 'south-place' }), { parent_external_key: unknownKey }],
  ])('an imported location finds no parent of the other by %s', async (_, foreign, unknown) => {
    const below = (parent: object) =>
      north.session.post('/internal/v1/locations/import', { rows: [{ name: 'south', ...parent }] })
    const [first, second] = [await below(foreign()), await below(unknown)]
    expect(first.body.data.rows[0].outcome).toBe('refused')
    expect(first.body).toEqual(second.body)
  })

  test('lists show only rows of the own organization', async () => {
    const readers = await north.session.get('/internal/v1/readers?limit=200')
    expect(keysOf(readers)).toContain('north-gate')
    expect(readers.text).not.toContain('south')
    const keys = await north.session.get('/internal/v1/api-keys?limit=200')
    const ids = keys.body.data.map((key: { client_id: string }) => key.client_id)
    expect(ids).toContain(north.clientId)
    expect(ids).not.toContain(south.clientId)
    expect(keys.body.total_count).toBe(ids.length)
  })

  test('fields, photos and deleted assets are those of the own organization', async () => {
    const [photo, field, gone] = [await photoOf(south), await fieldOf(south), await deletedOf(south)]
    const query = `asset_id=${south.asset.id}&asset_id=${north.asset.id}`
    expect((await south.session.get(`/internal/v1/asset-photos?${query}`)).body.data[0].id).toBe(photo)
    expect((await north.session.get(`/internal/v1/asset-photos?${query}`)).body.data).toEqual([])
    const ids = async (path: string) =>
      (await north.session.get(path)).body.data.map(({ id }: { id: number }) => id)
    expect(await ids('/internal/v1/asset-fields')).not.toContain(field)
    expect(await ids('/internal/v1/deleted-assets?limit=200')).not.toContain(gone)
    const own = { key: freshKey('own'), name: 'Own', type: 'text' }
    await north.session.post('/internal/v1/asset-fields', own)
    const metadata = { [own.key]: 'x' }
    const mine = await newAsset(north.api, { metadata })
    const other = await newAsset(south.api, { metadata })
    const conditions = JSON.stringify([{ field: `field:${own.key}`, operator: 'is', value: 'x' }])
    expect(await ids(`/internal/v1/asset-list?conditions=${encodeURIComponent(conditions)}`)).toEqual([
      mine.id,
    ])
    await north.api.delete(`/api/v1/assets/${mine.id}`)
    await south.api.delete(`/api/v1/assets/${other.id}`)
  })

  test('the search for readers and refused connections show only the own organization', async () => {
    const connect = (username: string, password: string) =>
      connectAsync(program.mqtt as string, { username, password, reconnectPeriod: 0 })
    const refusedOf = async ({ session, reader }: Organization) =>
      (await session.get(`/internal/v1/readers/${reader.id}`)).body.data.diagnosis.refused
    const before = await refusedOf(north)
    await expect(connect('south-gate', 'wrong')).rejects.toMatchObject({ code: 4 })
    const found = await north.session.get('/internal/v1/readers?q=south&sort=name')
    expect([found.body.total_count, found.body.data]).toEqual([0, []])
    expect(await refusedOf(south)).toMatchObject({ reason: 'wrong_password', user_name: 'south-gate' })
    // A token of the south with a user name of the north is a matter of the south.
    await expect(connect('north-gate', south.reader.device_token)).rejects.toMatchObject({ code: 4 })
    expect(await refusedOf(south)).toMatchObject({ reason: 'wrong_user_name', user_name: 'north-gate' })
    expect(await refusedOf(north)).toEqual(before)
  })

  test('the floor and the wall links show only the own organization', async () => {
    await south.session.post('/internal/v1/wall-links', { location_id: south.location.id, name: 'Hall' })
    expect((await north.session.get('/internal/v1/wall-links')).text).not.toContain('south')
    const { data } = (await north.session.get('/internal/v1/floor')).body
    const ids = data.locations.map((row: { location_id: number }) => row.location_id)
    expect(ids).toEqual([north.location.id])
    expect(data.asset_count).toBe(1)
    const day = (await north.session.get('/internal/v1/floor/day')).body.data
    const changed = day.steps.flatMap((step: { changes: number[][] }) => step.changes.map(([id]) => id))
    expect(changed).toEqual([north.location.id])
  })

  test('a tag with the same value in the other organization is neither found, listed nor moved', async () => {
    const tags = [{ tag_type: 'rfid', value: 'BOTH-1' }]
    const { id } = await newTagged(north.api, 'both', { tags })
    const { tags: theirs } = await newTagged(south.api, 'both', {
      tags: [{ tag_type: 'rfid', value: 'BOTH1' }],
    })
    const found = await north.session.get('/internal/v1/tags?value=both1')
    expect(found.body.data.map((tag: { asset_id: number }) => tag.asset_id)).toEqual([id])
    expect((await north.session.get('/internal/v1/shared-tags')).body.total_count).toBe(0)
    const { id: other } = await newAsset(north.api)
    const body = { tag_type: 'rfid', value: 'BOTH1', asset_id: other }
    expect((await north.session.post('/internal/v1/tags/move', body)).status).toBe(200)
    const left = await south.session.get('/internal/v1/tags?value=both1')
    expect(left.body.data.map((tag: { id: number }) => tag.id)).toEqual(theirs.map((tag) => tag.id))
  })

  test('a dismissal has no effect on the other organization', async () => {
    const reads = [{ value: 'south-stray-1' }]
    await north.session.post('/internal/v1/scans', { location_id: north.location.id, reads })
    await south.session.post('/internal/v1/scans', { location_id: south.location.id, reads })
    const inboxOf = async ({ session }: Organization) =>
      (await session.get('/internal/v1/unknown-tags?q=south-stray')).body.data as { id: number }[]
    expect(await inboxOf(south)).toEqual([])
    const [stray] = await inboxOf(north)
    const body = { unknown_tag_ids: [stray?.id] }
    const foreign = await south.session.post('/internal/v1/dismissed-tags', body)
    expect(foreign.body.data).toEqual({ dismissed: 0 })
    expect(await inboxOf(north)).toHaveLength(1)
    expect((await north.session.get('/internal/v1/dismissed-tags')).body.total_count).toBe(0)
  })

  test('the search finds only records of the own organization', async () => {
    const { body } = await north.session.get('/internal/v1/search?q=south')
    expect(body.data).toEqual({
      assets: [],
      asset_count: 0,
      locations: [],
      readers: [],
      deleted_assets: [],
      members: [],
      api_keys: [],
      webhooks: [],
    })
    const own = (await north.session.get('/internal/v1/search?q=north')).body.data
    expect(
      keysOf({ body: { data: [...own.assets, ...own.locations, ...own.readers] } } as ApiResponse),
    ).toContain('north-asset')
  })

  test('a session cannot be switched to an organization that does not exist', async () => {
    const response = await north.session.post('/internal/v1/session/organization', {
      organization_id: unknownId,
    })
    expect(faultsOf(response)).toEqual([404, 'not_found'])
  })

  test('a tag of the other organization is unknown', async () => {
    const reads = [{ value: 'south-asset', tag_type: 'rfid' }]
    const before = (await south.api.get('/api/v1/reports/asset-locations')).body
    const { body } = await north.session.post('/internal/v1/scans', { location_id: north.location.id, reads })
    expect(body.data).toEqual({ accepted: 0, duplicates: 0, unknown: reads, rejected: [] })
    await postReads(program, north.reader, reads)
    expect((await south.api.get('/api/v1/reports/asset-locations')).body).toEqual(before)
  })
})

describe('an MQTT topic', () => {
  test('that overlaps one of the other organization is refused', async () => {
    const { topic } = south.reader
    expect(topic).toBe('south/readers/south-gate/#')
    for (const filter of [topic, 'south/readers/south-gate', '+/readers/#', '#']) {
      const response = await north.session.post('/internal/v1/readers', {
        external_key: freshKey(),
        name: 'Spy',
        kind: 'fixed',
        format: 'whereabouts_v1',
        topic: filter,
      })
      expect(faultsOf(response)).toEqual([409, 'conflict'])
    }
  })

  test('is refused with the same message for all owners, so that it does not reveal the topics of others', async () => {
    const reader = { external_key: freshKey(), name: 'Curious', kind: 'fixed', format: 'whereabouts_v1' }
    const detailFor = async (topic: string) => {
      const { status, body } = await north.session.post('/internal/v1/readers', { ...reader, topic })
      expect(status).toBe(409)
      return body.error.detail.replace(topic, 'T')
    }
    const details = await Promise.all(
      [north.reader.topic, south.reader.topic, 'south/readers/not-there-yet/#', '#'].map(detailFor),
    )
    expect(new Set(details)).toEqual(new Set(['The topic T overlaps a topic that is in use']))
  })

  test('is refused in the topic space of the other organization, even for future readers', async () => {
    const reader = { external_key: freshKey(), name: 'Squatter', kind: 'fixed', format: 'whereabouts_v1' }
    const post = (topic: string) => north.session.post('/internal/v1/readers', { ...reader, topic })
    const wanted = ['south/readers/not-there-yet/#', 'south/readers/+/reads', '+/readers/not-there-yet/#']
    for (const topic of wanted) expect(faultsOf(await post(topic))).toEqual([409, 'conflict'])
    const own = await post('squatters/topic')
    expect(own.status).toBe(201)
    const path = `/internal/v1/readers/${own.body.data.id}`
    expect(faultsOf(await north.session.patch(path, { topic: wanted[0] }))).toEqual([409, 'conflict'])
    expect((await north.session.patch(path, { topic: 'north/readers/squatter/#' })).status).toBe(200)
    expect((await north.session.patch(path, { topic: 'south/elsewhere/#' })).status).toBe(200)
  })

  test('of the other organization accepts no messages from a device of one’s own', async () => {
    const { external_key: username, device_token: password } = north.reader
    const client = await connectAsync(program.mqtt as string, { username, password, reconnectPeriod: 0 })
    const before = [await countersOf(program.http), (await south.api.get(historyOfSouth())).body]
    const read = { value: 'south-asset', observed_at: secondsAgo(1) }
    // Acknowledged and dropped.
    await client.publishAsync('south/readers/south-gate/x', JSON.stringify({ reads: [read] }), { qos: 1 })
    await client.endAsync()
    const [counters, history] = before as [Record<string, number>, unknown]
    const after = await countersOf(program.http)
    expect(after['messages.unauthorized']).toBe((counters['messages.unauthorized'] ?? 0) + 1)
    expect(after['reads.applied']).toBe(counters['reads.applied'] as number)
    expect((await south.api.get(historyOfSouth())).body).toEqual(history)
  })

  const historyOfSouth = () => `/api/v1/assets/${south.asset.id}/history`
})
