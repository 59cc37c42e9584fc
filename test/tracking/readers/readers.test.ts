import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Client, clientOf, otherOrganization, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, keysOf, newLocation } from '../../support/records'
import { newReader } from '../../support/scans'

/** The records of readers (docs/internal-api.md, Reader fields). Antennas and topics: antennas.test.ts. */

let program: Program
let session: Client
let other: Client

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
  other = await otherOrganization(program)
})
afterAll(stopPrograms)

const readers = '/internal/v1/readers'
const fixed = (body: object = {}) => ({
  external_key: freshKey('R'),
  name: 'Gate',
  kind: 'fixed',
  format: 'whereabouts_v1',
  ...body,
})
const view = async (id: number) => (await session.get(`${readers}/${id}`)).body.data

/** Whether the endpoint of the reader accepts this token. */
const opens = async (key: string, token: string): Promise<boolean> => {
  const { status } = await clientOf(program.http, token).post(`${readers}/${key}/events`, { reads: [] })
  if (status !== 202 && status !== 401) throw new Error(`The events returned ${status}`)
  return status === 202
}

// Rule: internal-api.md, Reader fields
describe('a reader without a key', () => {
  test.each([
    ['Dock door 1', 'dock-door-1'],
    ['  Tör / Süd (2) '.trim(), 'tor-sud-2'],
    ['\u0631\u0627\u0641\u0639\u0629', 'reader'],
    ['x'.repeat(200), 'x'.repeat(60)],
  ])('has one that is derived from its name: %s', async (name, key) => {
    const organization = await otherOrganization(program)
    const create = async () =>
      (await organization.post(readers, { name, kind: 'fixed', format: 'whereabouts_v1' })).body.data
    const first = await create()
    expect(first.external_key).toBe(key)
    expect(first.topic).toEndWith(`/readers/${key}/#`)
    expect((await create()).external_key).toBe(`${key}-2`)
    expect((await create()).external_key).toBe(`${key}-3`)
  })

  test('has a key with random digits when nine readers have the same name', async () => {
    const organization = await otherOrganization(program)
    const keys: string[] = []
    for (let count = 0; count < 11; count++) {
      const body = { name: 'Gate', kind: 'fixed', format: 'whereabouts_v1' }
      keys.push((await organization.post(readers, body)).body.data.external_key)
    }
    expect(keys[8]).toBe('gate-9')
    for (const key of keys.slice(9)) expect(key).toMatch(/^gate-[\da-f]{8}$/)
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('has it in its topic', async () => {
    const organization = await otherOrganization(program)
    const body = { name: 'Gate in topic', kind: 'fixed', format: 'espresense', topic: 'own/+/{external_key}' }
    expect((await organization.post(readers, body)).body.data.topic).toBe('own/+/gate-in-topic')
  })
})

// Rule: internal-api.md, Reader fields
describe('the time zone of a reader', () => {
  test('is null by default, and is changed and removed', async () => {
    const { id, time_zone } = (await session.post(readers, fixed())).body.data
    expect(time_zone).toBeNull()
    for (const zone of ['America/Chicago', '-06:00', '+8', 'UTC', null]) {
      const changed = await session.patch(`${readers}/${id}`, { time_zone: zone })
      expect([changed.status, changed.body.data.time_zone]).toEqual([200, zone])
    }
    await session.patch(`${readers}/${id}`, { time_zone: 'Asia/Tokyo' })
    expect((await session.patch(`${readers}/${id}`, { name: 'Other' })).body.data.time_zone).toBe(
      'Asia/Tokyo',
    )
    expect((await view(id)).time_zone).toBe('Asia/Tokyo')
  })

  test.each(['Central', 'America/Nowhere', '+25:00', '8', '', 'CST', 5, true])(
    'cannot be %p',
    async (zone) => {
      const response = await session.post(readers, fixed({ time_zone: zone }))
      expect(faultsOf(response)[0]).toBe(400)
      expect(response.text).toContain('time_zone')
    },
  )

  test('is not a field of a handheld', async () => {
    const body = { external_key: freshKey('H'), name: 'Hand', kind: 'handheld', time_zone: 'UTC' }
    expect(faultsOf(await session.post(readers, body))).toEqual([400, 'time_zone invalid_context'])
  })

  // Rule: history.md, Time of a read
  test.each<[what: string, format: string, read: (wall: Date) => object]>([
    [
      'without a zone',
      'whereabouts_v1',
      (wall) => ({ reads: [{ value: 'A', observed_at: wall.toISOString().slice(0, 19) }] }),
    ],
    [
      'with a wrong zone',
      'whereabouts_v1',
      (wall) => ({ reads: [{ value: 'A', observed_at: wall.toISOString() }] }),
    ],
    ['since 1970', 'gl_s10', (wall) => ({ dev_list: [{ mac: 'A', rssi: -60, ts: wall.getTime() }] })],
    [
      'without the time zone beside it',
      'csl_cs463',
      (wall) => ({
        tags: [
          {
            epc: 'A',
            antennaPort: 1,
            timeOfRead: wall.toISOString().slice(0, 23).replace('T', ' ').replaceAll('-', '/'),
          },
        ],
      }),
    ],
  ])('applies to local times %s', async (_, format, messageAt) => {
    const now = Date.now() - 10_000
    const wall = new Date(now - 3 * 3_600_000)
    const body = { format, time_zone: 'America/Sao_Paulo', payload: messageAt(wall) }
    const { data } = (await session.post('/internal/v1/readers/preview', body)).body
    expect(data.not_understood).toEqual([])
    expect(Date.parse(data.reads[0].observed_at)).toBeWithin(now - 1000, now + 1)
  })
})

describe('creating a reader', () => {
  // Rule: internal-api.md, Reader fields
  test('with the required fields takes all defaults, and returns its token', async () => {
    const { id: locationId } = await newLocation(session)
    const antennas = [{ port: 1, location_id: locationId }]
    const response = await session.post(readers, fixed({ external_key: 'Dock-7', antennas }))
    expect(response.status).toBe(201)
    const { id, device_token, ...shown } = response.body.data
    expect(id).toBeInteger()
    expect(shown).toMatchObject({
      external_key: 'Dock-7',
      name: 'Gate',
      kind: 'fixed',
      format: 'whereabouts_v1',
      topic: 'north/readers/Dock-7/#',
      is_active: true,
      presence_timeout_seconds: 300,
      antennas,
    })
    expect(await opens('Dock-7', device_token)).toBe(true)
  })

  // Rule: internal-api.md, Reader fields
  test('with every field stores what was sent', async () => {
    const { id: locationId } = await newLocation(session)
    const sent = {
      external_key: freshKey('Full'),
      name: 'Tor Süd',
      kind: 'fixed',
      format: 'csl_cs463',
      topic: 'plant/+/reads',
      is_active: false,
      presence_timeout_seconds: 60,
      antennas: [
        { port: 1, location_id: locationId },
        { port: 4, location_id: locationId },
      ],
    }
    const { id } = (await session.post(readers, sent)).body.data
    expect(await view(id)).toMatchObject(sent)
  })

  // Rule: internal-api.md, Reader fields
  test('creates a handheld without format and topic', async () => {
    const body = { external_key: freshKey('H'), name: 'Hand', kind: 'handheld' }
    const response = await session.post(readers, body)
    expect(response.status).toBe(201)
    expect(response.body.data).toMatchObject({ ...body, format: null, topic: null, antennas: [] })
    expect(response.body.data.device_token).toBeString()
  })

  // Rule: internal-api.md, Device token
  test('returns the token only once', async () => {
    const { id, device_token } = await newReader(session, freshKey('Once'), [])
    const responses = [
      await session.get(`${readers}/${id}`),
      await session.get(`${readers}?limit=200`),
      await session.patch(`${readers}/${id}`, {}),
    ]
    for (const { status, text } of responses) {
      expect(status).toBe(200)
      expect(text).not.toContain(device_token)
      expect(text).not.toContain('device_token')
    }
  })

  test.each<[name: string, body: object, faults: string[]]>([
    ['nothing', {}, ['name required', 'kind required']],
    ['no format for a fixed reader', { external_key: 'x', name: 'x', kind: 'fixed' }, ['format required']],
    ['null as its format', fixed({ format: null }), ['format invalid_value']],
    ['a format that is none', fixed({ format: 'morse' }), ['format invalid_value']],
    ['the name of something else', fixed({ format: 'constructor' }), ['format invalid_value']],
    ['another kind', fixed({ kind: 'flying' }), ['kind invalid_value']],
    ['a key with a space', fixed({ external_key: 'a b' }), ['external_key invalid_value']],
    ['an empty key', fixed({ external_key: '' }), ['external_key too_short']],
    ['no time at all', fixed({ presence_timeout_seconds: 0 }), ['presence_timeout_seconds too_small']],
    ['half a second', fixed({ presence_timeout_seconds: 0.5 }), ['presence_timeout_seconds invalid_value']],
    ['text for a flag', fixed({ is_active: 'yes' }), ['is_active invalid_value']],
    ['antennas that are none', fixed({ antennas: {} }), ['antennas invalid_value']],
    ['a token of its own', fixed({ device_token: 'x' }), ['device_token unknown_field']],
    [
      'a format and a topic for a handheld',
      { format: 'csl_cs463', topic: 'a/b', external_key: 'x', name: 'x', kind: 'handheld' },
      ['format invalid_context', 'topic invalid_context'],
    ],
    [
      'much that is wrong, in the order of the body',
      { topic: 'a/#/b', name: '', kind: 'fixed', antennas: [{ port: -1 }], external_key: 5 },
      [
        'topic invalid_value',
        'name too_short',
        'antennas[0].port too_small',
        'antennas[0].location_id required',
        'external_key invalid_value',
        'format required',
      ],
    ],
  ])('with %s is refused', async (_, body, faults) => {
    expect(faultsOf(await session.post(readers, body))).toEqual([400, ...faults])
  })

  test('lists the available formats', async () => {
    const { body } = await session.post(readers, fixed({ format: 'morse' }))
    expect(body.error.fields[0].params.allowed_values).toEqual(
      expect.arrayContaining(['csl_cs463', 'whereabouts_v1']),
    )
  })

  // Rule: internal-api.md, Reader fields
  test('requires an unused key in the organization; keys are case-sensitive', async () => {
    const key = freshKey('Key')
    await newReader(session, key, [])
    const again = fixed({ external_key: key, topic: `elsewhere/${key}` })
    expect(faultsOf(await session.post(readers, again))).toEqual([409, 'conflict'])
    expect((await session.post(readers, fixed({ external_key: key.toLowerCase() }))).status).toBe(201)
    expect((await other.post(readers, fixed({ external_key: key }))).status).toBe(201)
  })

  test('reads 5.0 as 5', async () => {
    const { id } = await newLocation(session)
    const text =
      `{"external_key":"${freshKey('F')}","name":"x","kind":"fixed","format":"csl_cs463",` +
      `"presence_timeout_seconds":6.0e1,"antennas":[{"port":1.0,"location_id":${id}.0}]}`
    expect((await session.post(readers, text)).body.data).toMatchObject({
      presence_timeout_seconds: 60,
      antennas: [{ port: 1, location_id: id }],
    })
  })
})

describe('reading readers', () => {
  test('lists the readers of the organization, page by page', async () => {
    const own = await otherOrganization(program, freshKey('List'))
    const made = [await newReader(own, 'C', []), await newReader(own, 'A', []), await newReader(own, 'B', [])]
    const all = await own.get(readers)
    expect(all.body).toMatchObject({ limit: 50, offset: 0, total_count: 3 })
    expect(keysOf(all).toSorted()).toEqual(made.map((reader) => reader.external_key).toSorted())
    const page = await own.get(`${readers}?limit=1&offset=2`)
    expect(page.body).toEqual({ data: [all.body.data[2]], limit: 1, offset: 2, total_count: 3 })
    expect(all.body.data[0]).toEqual((await own.get(`${readers}/${all.body.data[0].id}`)).body.data)
    expect(faultsOf(await own.get(`${readers}?kind=fixed`))).toEqual([400, 'kind unknown_field'])
  })

  test('finds one by its id, in its own organization only', async () => {
    const { id, external_key } = await newReader(session, freshKey('Mine'), [])
    expect((await view(id)).external_key).toBe(external_key)
    expect(faultsOf(await other.get(`${readers}/${id}`))).toEqual([404, 'not_found'])
    expect((await session.get(`${readers}/999999999`)).status).toBe(404)
    expect((await session.get(`${readers}/0`)).body.error.fields[0].code).toBe('too_small')
    expect((await session.get(`${readers}/x`)).body.error.fields[0].code).toBe('invalid_value')
  })
})

describe('changing a reader', () => {
  const patch = (id: number, body: unknown, client = session) => client.patch(`${readers}/${id}`, body)

  // Rule: internal-api.md, Reader fields
  test('sets the sent fields and leaves the others unchanged', async () => {
    const { id: place } = await newLocation(session)
    const { id } = await newReader(session, freshKey('Patch'), [place], { presence_timeout_seconds: 60 })
    const before = await view(id)
    const changes = { name: 'Renamed', is_active: false, format: 'csl_cs463' }
    const response = await patch(id, changes)
    expect([response.status, response.body.data]).toEqual([
      200,
      { ...before, ...changes, updated_at: expect.any(String), diagnosis: expect.any(Object) },
    ])
    expect(await view(id)).toEqual(response.body.data)
  })

  test('advances updated_at with every accepted patch, and with no other', async () => {
    const { id } = await newReader(session, freshKey('Time'), [])
    let last: string = (await view(id)).updated_at
    for (let count = 0; count < 3; count++) {
      const { updated_at } = (await patch(id, {})).body.data
      expect(updated_at > last).toBe(true)
      last = updated_at
    }
    await patch(id, { name: '' })
    expect((await view(id)).updated_at).toBe(last)
  })

  // Rule: internal-api.md, Reader fields
  test('accepts its own view, and no other value of a read-only field', async () => {
    const { id } = await newReader(session, freshKey('Echo'), [])
    const before = await view(id)
    expect((await patch(id, before)).status).toBe(200)
    expect(faultsOf(await patch(id, { updated_at: before.updated_at }))).toEqual([
      400,
      'updated_at read_only',
    ])
    expect(faultsOf(await patch(id, { id: id + 1 }))).toEqual([400, 'id read_only'])
    expect(faultsOf(await patch(id, { external_key: 'x' }))).toEqual([400, 'external_key invalid_context'])
    expect(faultsOf(await patch(id, { kind: 'handheld' }))).toEqual([400, 'kind invalid_context'])
  })

  test.each<[name: string, body: object, faults: string[]]>([
    ['null', { name: null, is_active: null }, ['name invalid_value', 'is_active invalid_value']],
    ['no format', { format: null }, ['format invalid_value']],
    ['tags, which it has not', { tags: [] }, ['tags unknown_field']],
    ['a token', { device_token: 'x' }, ['device_token unknown_field']],
    ['no timeout', { presence_timeout_seconds: null }, ['presence_timeout_seconds invalid_value']],
  ])('to %s is refused', async (_, body, faults) => {
    const { id } = await newReader(session, freshKey('Bad'), [])
    expect(faultsOf(await patch(id, body))).toEqual([400, ...faults])
  })

  // Rule: internal-api.md, Reader fields
  test('gives a handheld no format and no topic', async () => {
    const hand = { kind: 'handheld', format: null }
    const { id } = await newReader(session, freshKey('Hand'), [], hand)
    expect(faultsOf(await patch(id, { format: 'csl_cs463', topic: 'a/b' }))).toEqual([
      400,
      'format invalid_context',
      'topic invalid_context',
    ])
    expect((await patch(id, { name: 'Other', format: null })).body.data.name).toBe('Other')
  })

  test('is a merge patch of a reader of the organization', async () => {
    const { id } = await newReader(session, freshKey('Type'), [])
    const headers = { 'content-type': 'application/json' }
    const asJson = await session.request('PATCH', `${readers}/${id}`, { headers, body: '{}' })
    expect(faultsOf(asJson)).toEqual([415, 'unsupported_media_type'])
    expect(faultsOf(await patch(id, 'null'))).toEqual([400, 'bad_request'])
    expect(faultsOf(await patch(id, { x: 1 }, other))).toEqual([404, 'not_found'])
  })
})

describe('deleting a reader', () => {
  // Rule: internal-api.md, Reader fields
  test('frees its key and its topic, and stops its token', async () => {
    const topic = 'freed/topic/#'
    const key = freshKey('Gone')
    const { id, device_token } = await newReader(session, key, [], { topic })
    expect((await other.delete(`${readers}/${id}`)).status).toBe(404)
    const response = await session.delete(`${readers}/${id}`)
    expect([response.status, response.text]).toEqual([204, ''])
    expect((await session.get(`${readers}/${id}`)).status).toBe(404)
    expect((await session.patch(`${readers}/${id}`, {})).status).toBe(404)
    expect((await session.delete(`${readers}/${id}`)).status).toBe(404)
    expect(await opens(key, device_token)).toBe(false)
    const next = await newReader(session, key, [], { topic })
    expect(next.id).not.toBe(id)
    expect(await opens(key, next.device_token)).toBe(true)
  })
})

describe('renewing a token', () => {
  // Rule: internal-api.md, Device token
  test('returns a new one, and the old one stops working', async () => {
    const key = freshKey('Renew')
    const { id, device_token: old } = await newReader(session, key, [])
    const before = await view(id)
    const response = await session.post(`${readers}/${id}/token`)
    expect(response.status).toBe(200)
    const token = response.body.data.device_token
    expect(token).not.toBe(old)
    expect([await opens(key, old), await opens(key, token)]).toEqual([false, true])
    expect(await view(id)).toEqual({
      ...before,
      updated_at: expect.any(String),
      health: expect.any(Object),
      diagnosis: expect.any(Object),
    })
  })

  test('requires a reader of the organization', async () => {
    const { id, external_key, device_token } = await newReader(session, freshKey('Keep'), [])
    expect((await other.post(`${readers}/${id}/token`)).status).toBe(404)
    expect((await session.post(`${readers}/999999999/token`)).status).toBe(404)
    expect(await opens(external_key, device_token)).toBe(true)
  })
})
