import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Client, clientOf, signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { png } from '../../support/images'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { newLocation, newTagged, type Row } from '../../support/records'
import { scan } from '../../support/scans'
import { until } from '../../support/until'

/** Wall links: what they open, and what they do not (docs/internal-api.md, Wall links). */

let program: Program
let session: Client
let anyone: Client
let hall: Row
let aisle: Row
let other: Row

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  anyone = clientOf(program.http)
  hall = await newLocation(session, { name: 'North hall' })
  aisle = await newLocation(session, { name: 'Aisle', parent_id: hall.id })
  other = await newLocation(session, { name: 'Secret room' })
  await newTagged(session, 'MOVED', { name: 'Cart' })
  await newTagged(session, 'HIDDEN', { name: 'Hidden thing' })
  const now = Date.now()
  await scan(session, other.id, 'MOVED', new Date(now - 60_000).toISOString())
  await scan(session, aisle.id, 'MOVED', new Date(now - 1000).toISOString())
  await scan(session, other.id, 'HIDDEN', new Date(now - 1000).toISOString())
  await session.request('POST', `/internal/v1/plans/${hall.id}/image`, { body: png() })
  await session.request('POST', `/internal/v1/plans/${other.id}/image`, { body: png(7, 7) })
})
afterAll(stopPrograms)

interface Link {
  readonly id: number
  readonly token: string
}

async function newLink(location = hall): Promise<Link> {
  const body = { location_id: location.id, name: 'Screen at door 4' }
  const { data } = (await session.post('/internal/v1/wall-links', body)).body
  return { id: data.id, token: data.url.split('#')[1] }
}

const look = (token: string) => anyone.post('/internal/v1/wall', { token })

// Rule: internal-api.md, Wall links
describe('a wall link', () => {
  test('shows the floor of its location without a session', async () => {
    const { token } = await newLink()
    const { status, body } = await look(token)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      location: { id: hall.id, name: 'North hall' },
      tree: [
        { id: hall.id, name: 'North hall', parent_id: null },
        { id: aisle.id, name: 'Aisle', parent_id: hall.id },
      ],
      plan: { image: { width: 4, height: 3 } },
      locations: [{ location_id: aisle.id, asset_count: 1 }],
    })
    const image = await anyone.post('/internal/v1/wall/image', { token })
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  test('shows the latest open alerts at its location, urgent ones first, and how many there are', async () => {
    const { token } = await newLink()
    for (const name of ['Alert 1', 'Alert 2', 'Alert 3', 'Alert 4']) {
      await newTagged(session, name.replace(' ', '-'), { name })
      await scan(session, other.id, name.replace(' ', '-'), new Date(Date.now() - 1000).toISOString())
    }
    const rule = { name: 'Outside', kind: 'outside', scope: { kind: 'search', q: 'Alert' } }
    for (const body of [
      { ...rule, location_id: aisle.id },
      { ...rule, location_id: aisle.id, severity: 'urgent', scope: { kind: 'search', q: 'Alert 2' } },
      // The alerts of this one are at another location.
      { ...rule, location_id: other.id, scope: { kind: 'search', q: 'Cart' } },
    ])
      await session.post('/internal/v1/alert-rules', body)
    await until(async () => (await look(token)).body.data.alert_count === 5, 'the alerts are open')
    const { data } = (await session.get('/internal/v1/alerts?severity=urgent')).body
    await session.post(`/internal/v1/alerts/${data[0].id}/acknowledge`)
    const { alerts } = (await look(token)).body.data
    expect(alerts).toHaveLength(3)
    expect(alerts[0]).toMatchObject({
      id: data[0].id,
      kind: 'outside',
      severity: 'urgent',
      subject_name: 'Alert 2',
      location_id: aisle.id,
      is_acknowledged: true,
    })
    expect(alerts[1]).toMatchObject({ severity: 'normal', is_acknowledged: false })
  })

  test('shows nothing of other locations', async () => {
    const { text, body } = await look((await newLink()).token)
    expect(text).not.toContain('Secret')
    expect(text).not.toContain('Hidden')
    expect(body.data.moves).toMatchObject([{ asset_name: 'Cart', previous_location_id: null }])
    expect(body.data.asset_count).toBeUndefined()
  })

  test('opens nothing else', async () => {
    const { id, token } = await newLink()
    const secret = token.split('_')[2] as string
    for (const sent of [token, secret])
      for (const path of [
        '/api/v1/assets',
        '/api/v1/locations',
        '/api/v1/reports/asset-locations',
        '/internal/v1/stream',
        '/internal/v1/floor',
        '/internal/v1/floor/day',
        '/internal/v1/location-tree',
        '/internal/v1/whereabouts',
        `/internal/v1/plans/${hall.id}`,
        `/internal/v1/plans/${hall.id}/image`,
        '/internal/v1/wall-links',
        '/internal/v1/organizations',
      ]) {
        const { status } = await clientOf(program.http, sent).get(path)
        expect([path, status]).toEqual([path, 401])
      }
    const writes = [
      ['PATCH', `/internal/v1/plans/${hall.id}`],
      ['POST', `/internal/v1/plans/${hall.id}/image`],
      ['DELETE', `/internal/v1/wall-links/${id}`],
      ['POST', '/internal/v1/wall-links'],
      ['POST', '/internal/v1/scans'],
    ] as const
    for (const [method, path] of writes) {
      const { status } = await clientOf(program.http, token).request(method, path, { body: '{}' })
      expect([path, status]).toEqual([path, 401])
    }
    expect((await anyone.post('/internal/v1/session/refresh', { token })).status).toBe(401)
    expect((await anyone.post('/internal/v1/invitations/look', { token })).status).toBe(404)
  })

  test('works until it is revoked', async () => {
    const { id, token } = await newLink()
    expect((await look(token)).status).toBe(200)
    expect((await session.delete(`/internal/v1/wall-links/${id}`)).status).toBe(204)
    expect((await look(token)).status).toBe(404)
    expect((await anyone.post('/internal/v1/wall/image', { token })).status).toBe(404)
    expect((await session.delete(`/internal/v1/wall-links/${id}`)).status).toBe(404)
  })

  test('ends with its location', async () => {
    const place = await newLocation(session, { name: 'Short' })
    const { token } = await newLink(place)
    await session.delete(`/api/v1/locations/${place.id}`)
    expect((await look(token)).status).toBe(404)
    expect((await session.get('/internal/v1/wall-links')).text).not.toContain('Short')
  })

  test('is found by its whole token only', async () => {
    const [{ token, id }, second] = [await newLink(), await newLink()]
    const [, , secret] = token.split('_') as [string, string, string]
    const flipped = secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0')
    for (const wrong of [
      `waw_${id}_${flipped}`,
      `waw_${second.id}_${secret}`,
      `waw_${id}_`,
      `waw_${id}`,
      `waw_0${id}_${secret}`,
      `${token}0`,
      token.toUpperCase(),
      secret,
      'x',
    ]) {
      const { status, body } = await look(wrong)
      expect([wrong, status, body.error.detail]).toEqual([wrong, 404, 'Wall link not found'])
    }
  })

  test('is stored as a hash', async () => {
    const { token } = await newLink()
    const [, , secret] = token.split('_') as [string, string, string]
    const db = openDatabase(program.dataDir, { readonly: true })
    const rows = JSON.stringify(db.query('select * from wall_links').all())
    db.close()
    expect(rows).toContain(new Bun.CryptoHasher('sha256').update(secret).digest('hex'))
    expect(rows).not.toContain(secret)
    expect((await session.get('/internal/v1/wall-links?limit=200')).text).not.toContain(secret)
    expect((await session.get('/internal/v1/audit?limit=200')).text).not.toContain(secret)
  })

  test('is listed with its location and its creator, and is in the audit log', async () => {
    const { id } = await newLink()
    const { data } = (await session.get('/internal/v1/wall-links?limit=200')).body
    expect(data.find((link: { id: number }) => link.id === id)).toMatchObject({
      name: 'Screen at door 4',
      location_id: hall.id,
      location_name: 'North hall',
    })
    await session.delete(`/internal/v1/wall-links/${id}`)
    const query = `subject_kind=wall_link&subject_id=${id}`
    const entries = (await session.get(`/internal/v1/audit?${query}`)).body.data
    expect(entries).toMatchObject([
      { action: 'revoked', subject: { name: 'Screen at door 4' } },
      { action: 'created', after: { location_id: hall.id } },
    ])
  })

  test('needs a live location and a name', async () => {
    const send = (body: object) => session.post('/internal/v1/wall-links', body)
    expect((await send({ location_id: 999_999, name: 'X' })).status).toBe(400)
    expect((await send({ location_id: hall.id, name: '' })).status).toBe(400)
  })
})
