import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { connectAsync } from 'mqtt'
import { type Client, clientOf, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newLocation, newTagged } from '../../support/records'
import { newReader, secondsAgo } from '../../support/scans'

/** Readers whose format is a mapping (docs/readers.md). unit/decoders/mapping.test.ts tests the decoder. */

let program: Program
let session: Client

beforeAll(async () => {
  program = await startProgram()
  session = await signIn(program)
})
afterAll(stopPrograms)

const readers = '/internal/v1/readers'
const mapping = { reads: '$.items', value: '$.epc' }
const full = {
  reads: '$.items[*]',
  value: "$['epc hex']",
  antenna: '$.port',
  observed_at: '$.at',
  time_format: 'unix_ms',
  rssi: '$.dbm',
  rssi_scale: 0.01,
  tag_type: 'rfid',
}
const larger = {
  reads: '$.items',
  value: ['$.uuid', '$.major', '$.minor'],
  value_join: '/',
  value_from: 'path',
  value_decode: 'hex',
  parent: '$.id',
  when: [
    { path: '$.state', equals: 'ON' },
    { path: '$.type', not_equals: 4 },
    { path: '$.gone', exists: false },
    { path: '$.flag', equals: null },
  ],
  antenna: '$.gateway',
  antenna_names: { 'Gate North': 1, 'gate-south': 2 },
}
const mapped = (body: object = {}) => ({
  external_key: freshKey('M'),
  name: 'Gate',
  kind: 'fixed',
  format: 'mapping',
  mapping,
  ...body,
})
const view = async (id: number) => (await session.get(`${readers}/${id}`)).body.data
const create = async (body: object = {}): Promise<number> => {
  const response = await session.post(readers, mapped(body))
  if (response.status !== 201) throw new Error(`Creating returned ${response.status}: ${response.text}`)
  return response.body.data.id
}

describe('a mapping', () => {
  // Rule: internal-api.md, Reader fields
  test.each([
    ['with what it needs', mapping],
    ['with every field', full],
    ['with the fields of less simple messages', larger],
    ['of keys', { reads: '$.tags', value_from: 'key' }],
    ['of a level of the topic', { reads: '$', value_from: 'topic:3' }],
    ['of the last level of the topic', { reads: '$', value_from: 'topic:-1' }],
    ['of a value above the reads', { reads: '$.rx', parent: '$.id' }],
    ['with constants', { ...mapping, antenna: 3, tag_type: 'ble', rssi: '$.r', rssi_scale: -1 }],
    ['with a port as text', { ...mapping, antenna: '3' }],
  ])('%s is stored as it was sent', async (_, sent) => {
    const response = await session.post(readers, mapped({ mapping: sent }))
    expect(response.status).toBe(201)
    expect(response.body.data.mapping).toEqual(sent)
    expect((await view(response.body.data.id)).mapping).toEqual(sent)
  })

  test('is null with another format', async () => {
    const { id } = await newReader(session, freshKey('Other'), [])
    expect((await view(id)).mapping).toBeNull()
  })

  test.each<[string, object, string[]]>([
    ['that is missing', { mapping: undefined }, ['mapping required']],
    ['of null', { mapping: null }, ['mapping invalid_value']],
    ['that is a list', { mapping: [] }, ['mapping invalid_value']],
    ['of text', { mapping: '$.items' }, ['mapping invalid_value']],
    ['without fields', { mapping: {} }, ['mapping.reads required', 'mapping.value required']],
    ['with a field too many', { mapping: { ...mapping, epc: '$' } }, ['mapping.epc unknown_field']],
    [
      'without a value of the path',
      { mapping: { reads: '$', value_from: 'path' } },
      ['mapping.value required'],
    ],
    ...['topic', 'topic:0', 'topic:x', 'body', 'topic:100'].map((from): [string, object, string[]] => [
      `with the source ${from}`,
      { mapping: { ...mapping, value_from: from } },
      ['mapping.value_from invalid_value'],
    ]),
    [
      'with another decoding',
      { mapping: { ...mapping, value_decode: 'rot13' } },
      ['mapping.value_decode invalid_value'],
    ],
    ['without a path in the list', { mapping: { ...mapping, value: [] } }, ['mapping.value too_short']],
    [
      'with a bad path in the list',
      { mapping: { ...mapping, value: ['$', 'x'] } },
      ['mapping.value[1] invalid_value'],
    ],
    [
      'with nine paths',
      { mapping: { ...mapping, value: Array.from({ length: 9 }, () => '$.a') } },
      ['mapping.value too_large'],
    ],
    [
      'with a condition of nothing',
      { mapping: { ...mapping, when: [{ path: '$.a' }] } },
      ['mapping.when[0] required'],
    ],
    [
      'with a condition of two things',
      { mapping: { ...mapping, when: [{ path: '$.a', equals: 1, exists: true }] } },
      ['mapping.when[0] invalid_value'],
    ],
    [
      'with a condition on a list',
      { mapping: { ...mapping, when: [{ path: '$.a', equals: [1] }] } },
      ['mapping.when[0].equals invalid_value'],
    ],
    [
      'with a condition without a path',
      { mapping: { ...mapping, when: [{ equals: 1 }] } },
      ['mapping.when[0].path required'],
    ],
    [
      'with a bad path of a condition',
      { mapping: { ...mapping, when: [{ path: '$..a', equals: 1 }] } },
      ['mapping.when[0].path invalid_value'],
    ],
    [
      'with seventeen conditions',
      { mapping: { ...mapping, when: Array.from({ length: 17 }, () => ({ path: '$.a', exists: true })) } },
      ['mapping.when too_large'],
    ],
    [
      'with a name for no port',
      { mapping: { ...mapping, antenna_names: { north: 'one', south: 1.5, west: 65_536, east: 1 } } },
      [
        'mapping.antenna_names.north invalid_value',
        'mapping.antenna_names.south invalid_value',
        'mapping.antenna_names.west invalid_value',
      ],
    ],
    [
      'with very many names',
      {
        mapping: {
          ...mapping,
          antenna_names: Object.fromEntries(Array.from({ length: 257 }, (_, i) => [`A${i}`, 1])),
        },
      },
      ['mapping.antenna_names too_large'],
    ],
    [
      'with searches beside another search',
      {
        mapping: {
          reads: '$..r',
          value: ['$.a', '$.b[*]'],
          when: [{ path: '$.c[?@.d]', exists: true }],
        },
      },
      ['mapping.value[1] invalid_value', 'mapping.when[0].path invalid_value'],
    ],
    ['without a $', { mapping: { ...mapping, value: 'epc' } }, ['mapping.value invalid_value']],
    ['with an empty path', { mapping: { ...mapping, value: '' } }, ['mapping.value too_short']],
    [
      'with a long path',
      { mapping: { ...mapping, value: `$.${'a'.repeat(1023)}` } },
      ['mapping.value too_long'],
    ],
    ['with a line break', { mapping: { ...mapping, value: '$.a\n.b' } }, ['mapping.value invalid_value']],
    ['with null in it', { mapping: { ...mapping, rssi: null } }, ['mapping.rssi invalid_value']],
    [
      'with a number for a path',
      { mapping: { ...mapping, observed_at: 5 } },
      ['mapping.observed_at invalid_value'],
    ],
    [
      'with a regular expression',
      { mapping: { ...mapping, reads: '$[?match(@.a, "(a*)*b")]' } },
      ['mapping.reads invalid_value'],
    ],
    [
      'with a search in each entry',
      { mapping: { ...mapping, value: '$..epc' } },
      ['mapping.value invalid_value'],
    ],
    [
      'with a search of what was searched',
      { mapping: { reads: '$..items', value: '$.epc', rssi: '$.*' } },
      ['mapping.rssi invalid_value'],
    ],
    [
      'with the time in fortnights',
      { mapping: { ...mapping, time_format: 'fortnights' } },
      ['mapping.time_format invalid_value'],
    ],
    [
      'with text for a factor',
      { mapping: { ...mapping, rssi_scale: '0.01' } },
      ['mapping.rssi_scale invalid_value'],
    ],
    [
      'with a factor beyond all numbers',
      { mapping: { ...mapping, rssi_scale: 1e9 } },
      ['mapping.rssi_scale too_large'],
    ],
    [
      'with a factor far below',
      { mapping: { ...mapping, rssi_scale: -1001 } },
      ['mapping.rssi_scale too_small'],
    ],
    ['with a port below 0', { mapping: { ...mapping, antenna: -1 } }, ['mapping.antenna too_small']],
    ['with half a port', { mapping: { ...mapping, antenna: 1.5 } }, ['mapping.antenna invalid_value']],
    [
      'with a port that is a word',
      { mapping: { ...mapping, antenna: 'north' } },
      ['mapping.antenna invalid_value'],
    ],
    [
      'with a port that is too large',
      { mapping: { ...mapping, antenna: '65536' } },
      ['mapping.antenna invalid_value'],
    ],
    ['with a flag for a port', { mapping: { ...mapping, antenna: true } }, ['mapping.antenna invalid_value']],
    [
      'with a type that there is not',
      { mapping: { ...mapping, tag_type: 'nfc' } },
      ['mapping.tag_type invalid_value'],
    ],
    ['beside another format', { format: 'csl_cs463' }, ['mapping invalid_context']],
    ['of a handheld', { kind: 'handheld', format: undefined }, ['mapping invalid_context']],
    [
      'with much that is wrong',
      { mapping: { value: '$[', antenna: '$.a', extra: 1 } },
      ['mapping.value invalid_value', 'mapping.extra unknown_field', 'mapping.reads required'],
    ],
  ])('%s is rejected', async (_, body, faults) => {
    expect(faultsOf(await session.post(readers, mapped(body)))).toEqual([400, ...faults])
  })

  test('that is not JSONPath is rejected with the reason', async () => {
    const { body } = await session.post(readers, mapped({ mapping: { ...mapping, value: '$.a[' } }))
    expect(body.error.fields[0].message).toContain("mapping.value can't be used as a JSONPath: ")
    expect(body.error.fields[0].message).toContain('unclosed')
  })
})

describe('changing a mapping', () => {
  // Rule: internal-api.md, Reader fields
  test('replaces it as a whole', async () => {
    const id = await create({ mapping: full })
    const changed = await session.patch(`${readers}/${id}`, { mapping })
    expect([changed.status, changed.body.data.mapping]).toEqual([200, mapping])
    expect((await view(id)).mapping).toEqual(mapping)
  })

  test('without the field leaves it unchanged', async () => {
    const id = await create({ mapping: full })
    await session.patch(`${readers}/${id}`, { name: 'Tor', format: 'mapping' })
    expect(await view(id)).toMatchObject({ name: 'Tor', mapping: full })
  })

  test('accepts its own view', async () => {
    const id = await create({ mapping: full })
    const { updated_at, ...shown } = await view(id)
    const response = await session.patch(`${readers}/${id}`, { ...shown, updated_at })
    expect([response.status, response.body.data.mapping]).toEqual([200, full])
    const { id: other } = await newReader(session, freshKey('Echo'), [])
    expect((await session.patch(`${readers}/${other}`, await view(other))).status).toBe(200)
  })

  // Rule: internal-api.md, Reader fields
  test('to another format deletes it', async () => {
    const id = await create()
    const changed = await session.patch(`${readers}/${id}`, { format: 'whereabouts_v1' })
    expect(changed.body.data).toMatchObject({ format: 'whereabouts_v1', mapping: null })
    expect(faultsOf(await session.patch(`${readers}/${id}`, { format: 'mapping' }))).toEqual([
      400,
      'mapping required',
    ])
    const back = await session.patch(`${readers}/${id}`, { format: 'mapping', mapping })
    expect(back.body.data).toMatchObject({ format: 'mapping', mapping })
  })

  test.each<[string, object, string]>([
    ['to null', { mapping: null }, 'mapping invalid_value'],
    ['to a part of one', { mapping: { value: '$.epc' } }, 'mapping.reads required'],
    ['to a path that is none', { mapping: { reads: '$', value: '$.' } }, 'mapping.value invalid_value'],
    ['together with another format', { format: 'csl_cs463', mapping }, 'mapping invalid_context'],
  ])('%s is rejected', async (_, body, fault) => {
    const id = await create()
    expect(faultsOf(await session.patch(`${readers}/${id}`, body))).toEqual([400, fault])
    expect(await view(id)).toMatchObject({ format: 'mapping', mapping })
  })

  // Rule: internal-api.md, Reader fields
  test('of a reader with another format is rejected', async () => {
    const { id } = await newReader(session, freshKey('Plain'), [])
    const response = await session.patch(`${readers}/${id}`, { mapping })
    expect(faultsOf(response)).toEqual([400, 'mapping invalid_context'])
  })
})

describe('the messages of a mapped reader', () => {
  const events = async (key: string, token: string, body: unknown) =>
    clientOf(program.http, token).post(`${readers}/${key}/events`, body)
  const lastSeen = async (asset: number) =>
    (await session.get(`/api/v1/reports/asset-locations?asset_id=${asset}`)).body.data[0]

  // Rule: history.md, Payload formats
  test('place assets, by the current mapping of the reader', async () => {
    const [dock, yard] = [await newLocation(session), await newLocation(session)]
    const asset = await newTagged(session, '3034F4E4AC0A1B4000000D05')
    const key = freshKey('Mapped')
    const reader = await newReader(session, key, [dock.id, yard.id], { format: 'mapping', mapping: full })
    const at = Date.parse(secondsAgo(600))
    const first = { 'epc hex': '3034f4e4ac0a1b4000000d05', port: 1, dbm: -5500, at }
    expect((await events(key, reader.device_token, { items: [first] })).status).toBe(202)
    expect(await lastSeen(asset.id)).toMatchObject({
      location_id: dock.id,
      asset_last_seen: new Date(at).toISOString(),
    })

    await session.patch(`${readers}/${reader.id}`, { mapping: { reads: '$', value: '$.tag', antenna: 2 } })
    const second = { tag: '3034F4E4AC0A1B4000000D05' }
    expect((await events(key, reader.device_token, second)).status).toBe(202)
    expect(await lastSeen(asset.id)).toMatchObject({ location_id: yard.id })
  })

  test('are malformed when no entry is a read', async () => {
    const key = freshKey('Mapped')
    const { device_token: token } = await newReader(session, key, [], { format: 'mapping', mapping })
    const refused = await events(key, token, { items: [{ tag: 'A' }] })
    expect([refused.status, refused.body.error.detail]).toEqual([400, 'An entry has no value at $.epc'])
    expect((await events(key, token, { status: 'alive' })).status).toBe(202)
  })
})

// Rule: internal-api.md, Reader fields
test('the topic of a message may contain the tag', async () => {
  const { id: locationId } = await newLocation(session)
  const value = freshKey('AB').toUpperCase()
  const { id } = await newTagged(session, value)
  const reader = await newReader(session, freshKey('topic'), [locationId], {
    format: 'mapping',
    mapping: { reads: '$', value_from: 'topic:-1', rssi: '$.rssi' },
  })
  const client = await connectAsync(program.mqtt as string, {
    username: reader.external_key,
    password: reader.device_token,
    reconnectPeriod: 0,
  })
  const topic = `north/readers/${reader.external_key}/${value}`
  await client.publishAsync(topic, '{"rssi":-60}', { qos: 1 })
  await client.endAsync()
  const { data } = (await session.get(`/internal/v1/assets/${id}/events`)).body
  expect(data).toMatchObject([{ location_id: locationId, strongest_rssi: -60 }])

  const preview = { format: 'mapping', mapping: { reads: '$', value_from: 'topic:1' }, payload: {} }
  const shown = async (body: object) =>
    (await session.post('/internal/v1/readers/preview', { ...preview, ...body })).body.data
  expect((await shown({ topic: 'TAG-1/x' })).reads).toMatchObject([{ value: 'TAG-1' }])
  expect((await shown({})).not_understood).toEqual([
    'The value is in the MQTT topic, and the message has none',
  ])
})
