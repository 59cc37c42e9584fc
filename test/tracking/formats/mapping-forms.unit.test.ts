import { describe, expect, test } from 'bun:test'
import { type Mapping, mappingDecoder } from '../../../src/tracking/formats/mapping/mapping'
import { bytesOf, readOf, testRows } from './rows'

/** Messages of gateways that need more of a mapping than paths (docs/readers.md, Other readers). */

const uuid = '7B1E9C40-D2F3-4A6B-8C55-E0A1F2D3C4B5'
const bytes = '7B1E9C40D2F34A6B8C55E0A1F2D3C4B500070015'
const iBeacon = `0201061AFF4C000215${bytes}C5`
const mac = 'C8:1F:2A:0B:7D:33'
const ble = { tagType: 'ble' } as const
const identified = { ...ble, aliases: [bytes] }
const identity = `${uuid}/7/21`

/** KKM and KGateway: identity in several fields. */
const kkm: Mapping = {
  reads: '$.obj',
  when: [{ path: '$.type', equals: 4 }],
  value: ['$.uuid', '$.majorID', '$.minorID'],
  value_join: '/',
  tag_type: 'ble',
  rssi: '$.rssi',
  observed_at: '$.time',
}

testRows('the mapping of a KKM gateway', mappingDecoder(kkm), [
  {
    sentence: 'joins the fields of an iBeacon, and leaves out what is none',
    payload: {
      msg: 'advData',
      gmac: 'AC233FC00001',
      obj: [
        { type: 4, dmac: mac, uuid, majorID: 7, minorID: 21, rssi: -61, time: '2026-11-27 13:42:48' },
        { type: 8, dmac: mac, temp: 21 },
        { type: '4', dmac: mac, uuid, majorID: '8', minorID: 0, rssi: 127 },
      ],
    },
    source: { zone: { offsetAt: () => 3600 * 8 * 1e6 } },
    reads: [readOf(identity, { ...ble, rssi: -61, at: '2026-11-27T05:42:48Z' }), readOf(`${uuid}/8/0`, ble)],
  },
  {
    sentence: 'refuses an entry that lacks one of the fields',
    payload: { obj: [{ type: 4, uuid, majorID: 7 }] },
    error: 'An entry has no value at $.minorID',
  },
])

/** Tasmota: presence and absence of an iBeacon. */
const tasmota: Mapping = {
  reads: '$.IBEACON',
  when: [{ path: '$.STATE', not_equals: 'OFF' }],
  value: '$.MAC',
  tag_type: 'ble',
  rssi: '$.RSSI',
  observed_at: '$.Time',
}

testRows('the mapping of Tasmota', mappingDecoder(tasmota), [
  {
    sentence: 'reads a beacon that is present',
    payload: { Time: '2026-06-01T12:00:00Z', IBEACON: { MAC: 'C81F2A0B7D33', STATE: 'ON', RSSI: -71 } },
    reads: [readOf('C81F2A0B7D33', { ...ble, rssi: -71, at: '2026-06-01T12:00:00Z' })],
  },
  {
    sentence: 'reads a beacon without a state',
    payload: { IBEACON: { MAC: 'C81F2A0B7D33' } },
    reads: [readOf('C81F2A0B7D33', ble)],
  },
  {
    sentence: 'takes the absence of a beacon for no read',
    payload: { IBEACON: { MAC: 'C81F2A0B7D33', STATE: 'OFF', RSSI: 0 } },
  },
])

/** Ruuvi Gateway over HTTP: the address is the name of a member. */
const keyed: Mapping = { reads: '$.data.tags', value_from: 'key', tag_type: 'ble', rssi: '$.rssi' }
const tags = { data: { tags: { [mac]: { rssi: -40, data: '0201' }, 'C8:1F:2A:0B:7D:34': { rssi: -60 } } } }
const keyedReads = [readOf(mac, { ...ble, rssi: -40 }), readOf('C8:1F:2A:0B:7D:34', { ...ble, rssi: -60 })]

testRows('the mapping of an object with the tags as names', mappingDecoder(keyed), [
  { sentence: 'takes each member for a read', payload: tags, reads: keyedReads },
  { sentence: 'finds no reads in an empty object', payload: { data: { tags: {} } } },
  {
    sentence: 'refuses an array, which has no names',
    payload: { data: { tags: [{ rssi: -40 }] } },
    error: 'An entry has no value at the key of an entry',
  },
])

testRows('the mapping of the members of an object', mappingDecoder({ ...keyed, reads: '$.data.tags.*' }), [
  { sentence: 'takes their names', payload: tags, reads: keyedReads },
  {
    sentence: 'takes the name for each item of an array',
    payload: { data: { tags: { [mac]: [{ rssi: -40 }, { rssi: -41 }] } } },
    reads: [readOf(mac, { ...ble, rssi: -40 }), readOf(mac, { ...ble, rssi: -41 })],
  },
])

const inTopic = (level: number): Mapping => ({
  reads: '$',
  value_from: `topic:${level}`,
  tag_type: 'ble',
  rssi: '$.rssi',
})
describe.each([
  [3, 'ruuvi/gw/AA01'],
  [-1, 'ruuvi/gw/AA01'],
  [-2, 'ruuvi/AA01/state'],
  [1, 'AA01'],
])('the mapping of level %d of the topic', (level, topic) => {
  testRows(topic, mappingDecoder(inTopic(level)), [
    {
      sentence: 'takes it for the value',
      payload: { rssi: -50 },
      source: { topic },
      reads: [readOf('AA01', { ...ble, rssi: -50 })],
    },
    {
      sentence: 'refuses a message without a topic',
      payload: { rssi: -50 },
      error: 'The value is in the MQTT topic, and the message has none',
    },
  ])
})

testRows('the mapping of a level that a topic does not have', mappingDecoder(inTopic(4)), [
  {
    sentence: 'says so',
    payload: {},
    source: { topic: 'ruuvi/gw/AA01' },
    error: 'The topic ruuvi/gw/AA01 has no level 4',
  },
])

/** TTN: the tag is above the gateways that have received it. */
const ttn: Mapping = {
  reads: '$.uplink_message.rx_metadata',
  parent: '$.end_device_ids.dev_eui',
  antenna: '$.gateway_ids.gateway_id',
  antenna_names: { 'Gate North': 1, gate_south: 2 },
  rssi: '$.rssi',
  tag_type: 'ble',
}

testRows('the mapping of TTN', mappingDecoder(ttn), [
  {
    sentence: 'takes the device for the tag of each gateway, which is an antenna',
    payload: {
      end_device_ids: { dev_eui: '70B3D57ED0000001' },
      uplink_message: {
        rx_metadata: [
          { gateway_ids: { gateway_id: 'gate north' }, rssi: -101 },
          { gateway_ids: { gateway_id: 'GATE_SOUTH' }, rssi: -119 },
          { gateway_ids: { gateway_id: 'unknown' }, rssi: -90 },
        ],
      },
    },
    reads: [
      readOf('70B3D57ED0000001', { ...ble, antenna: 1, rssi: -101 }),
      readOf('70B3D57ED0000001', { ...ble, antenna: 2, rssi: -119 }),
      readOf('70B3D57ED0000001', { ...ble, antenna: 1, rssi: -90 }),
    ],
    notes: ['antenna is not an antenna port; the read counts for antenna 1'],
  },
])

testRows(
  'the mapping of tags above their receivers',
  mappingDecoder({
    reads: '$.*.rssiSignature',
    parent: '$.*.id',
    antenna: '$.receiver',
    rssi: '$.rssi',
  }),
  [
    {
      sentence: 'finds the nearest one above each read',
      payload: [
        {
          id: 'A',
          rssiSignature: [
            { receiver: 1, rssi: -50 },
            { receiver: 2, rssi: -60 },
          ],
        },
        { id: 'B', rssiSignature: [{ receiver: 2, rssi: -70 }] },
      ],
      reads: [
        readOf('A', { antenna: 1, rssi: -50 }),
        readOf('A', { antenna: 2, rssi: -60 }),
        readOf('B', { antenna: 2, rssi: -70 }),
      ],
    },
  ],
)

testRows(
  'the mapping of an object above the reads',
  mappingDecoder({ reads: '$.seen', parent: '$.device', value: ['$.type', '$.id'], value_join: '-' }),
  [
    {
      sentence: 'takes the value from it',
      payload: { device: { type: 'cart', id: 7 }, seen: [{}, {}] },
      reads: [readOf('cart-7'), readOf('cart-7')],
    },
  ],
)

/** Cassia: the identity is in the advertisement, which an address follows. */
testRows(
  'the mapping of an advertisement',
  mappingDecoder({ reads: '$', value: ['$.adData', '$.bdaddrs[0].bdaddr'], value_decode: 'advertisement' }),
  [
    {
      sentence: 'takes the identity in it, and the address as another name',
      payload: [
        { adData: iBeacon, bdaddrs: [{ bdaddr: mac }] },
        { adData: iBeacon.toLowerCase(), bdaddrs: [{ bdaddr: mac }] },
        { adData: `0x${iBeacon}`, bdaddrs: [{ bdaddr: mac }] },
        { adData: Buffer.from(iBeacon, 'hex').toString('base64'), bdaddrs: [{ bdaddr: mac }] },
      ],
      reads: Array.from({ length: 4 }, () => readOf(identity, { ...ble, aliases: [bytes, mac] })),
    },
    {
      sentence: 'takes the address where it has no identity',
      payload: [{ adData: '020106', bdaddrs: [{ bdaddr: mac }] }],
      reads: [readOf(mac, ble)],
    },
    {
      sentence: 'refuses what is neither hex nor Base64',
      payload: [{ adData: '???', bdaddrs: [{ bdaddr: mac }] }],
      error: 'value must be base64',
    },
  ],
)

testRows(
  'the mapping of an advertisement without an address',
  mappingDecoder({ reads: '$', value: '$.ad', value_decode: 'advertisement' }),
  [
    { sentence: 'takes the identity', payload: [{ ad: iBeacon }], reads: [readOf(identity, identified)] },
    { sentence: 'takes one without identity for no read', payload: [{ ad: '020106' }] },
  ],
)

testRows('the mapping of Base64', mappingDecoder({ reads: '$', value: '$.epc', value_decode: 'base64' }), [
  {
    sentence: 'is hex in upper case',
    payload: [{ epc: '4sBvkgAB' }, { epc: '4oAR0A==' }, { epc: '----kgAAAAAAAP__' }],
    reads: [readOf('E2C06F920001'), readOf('E28011D0'), readOf('FBEFBE92000000000000FFFF')],
  },
  { sentence: 'refuses other text', payload: { epc: 'a b' }, error: 'value must be base64' },
])

testRows('the mapping of hex', mappingDecoder({ reads: '$', value: '$.epc', value_decode: 'hex' }), [
  {
    sentence: 'is without separators, in upper case',
    payload: [{ epc: 'e2 c0 6f 92' }, { epc: '0xE2C06F92' }, { epc: 'E2-C0:6f_92' }],
    reads: Array.from({ length: 3 }, () => readOf('E2C06F92')),
  },
  { sentence: 'refuses other text', payload: { epc: 'E2C' }, error: 'value must be hex' },
])

/** ifm IO-Core: JSON in a text. */
testRows('the mapping of JSON in a text', mappingDecoder({ reads: '$.data.value', value: '$' }), [
  {
    sentence: 'reads the items of the inner array',
    payload: { data: { value: '["e00804011a2b3c4d", "e00804011a2b3c4e"]' } },
    reads: [readOf('e00804011a2b3c4d'), readOf('e00804011a2b3c4e')],
  },
  {
    sentence: 'reads a text that is not JSON',
    payload: { data: { value: '[)>06' } },
    reads: [readOf('[)>06')],
  },
])

testRows('the mapping of a value that is JSON in a text', mappingDecoder({ reads: '$', value: '$.value' }), [
  {
    sentence: 'is refused with what to do',
    payload: { value: '["e00804011a2b3c4d"]' },
    error: '$.value is a text that contains JSON; select it with reads',
  },
])

testRows('the mapping of lines', mappingDecoder({ reads: '$.tags', value: '$.epc', antenna: '$.port' }), [
  {
    sentence: 'reads each line as a message',
    payload: '{"port":2,"tags":[{"epc":"A"},{"epc":"B"}]}\n{"port":3,"tags":{"epc":"C"}}\r\n\n',
    reads: [readOf('A', { antenna: 2 }), readOf('B', { antenna: 2 }), readOf('C', { antenna: 3 })],
  },
  {
    sentence: 'keeps the good lines beside a broken one',
    payload: '{"tags":{"epc":"A"}}\n{"tags":{"epc":\n{"tags":{"epc":"C"}}',
    reads: [readOf('A'), readOf('C')],
    faults: ['The payload is not valid JSON'],
  },
  {
    sentence: 'reads arrays in lines',
    payload: '[]\n{"tags":{"epc":"A"}}',
    reads: [readOf('A')],
  },
])

describe('a condition', () => {
  const holds = (condition: object, entry: object, message: object = {}): boolean => {
    const decode = mappingDecoder({ reads: '$.reads', value: '$.id', when: [{ path: '$.x', ...condition }] })
    return decode(bytesOf({ ...message, reads: [{ id: 'A', ...entry }] })).reads.length === 1
  }

  // Rule: internal-api.md, Reader fields
  test.each<[condition: object, entry: object, expected: boolean]>([
    [{ equals: 'on' }, { x: 'on' }, true],
    [{ equals: 'on' }, { x: 'ON' }, false],
    [{ equals: 'on' }, {}, false],
    [{ equals: 1 }, { x: '1' }, true],
    [{ equals: true }, { x: true }, true],
    [{ equals: true }, { x: 1 }, false],
    [{ equals: null }, {}, true],
    [{ equals: null }, { x: '' }, true],
    [{ equals: null }, { x: 0 }, false],
    [{ equals: 'a' }, { x: ['a'] }, false],
    [{ not_equals: 'off' }, { x: 'on' }, true],
    [{ not_equals: 'off' }, {}, true],
    [{ not_equals: 'off' }, { x: 'off' }, false],
    [{ not_equals: null }, { x: 1 }, true],
    [{ not_equals: null }, {}, false],
    [{ exists: true }, { x: false }, true],
    [{ exists: true }, { x: null }, false],
    [{ exists: false }, {}, true],
    [{ exists: false }, { x: 0 }, false],
  ])('%j of %j is %p', (condition, entry, expected) => {
    expect(holds(condition, entry)).toBe(expected)
  })

  test('may be about what all reads of a message share', () => {
    expect(holds({ equals: 'add' }, {}, { x: 'add' })).toBe(true)
    expect(holds({ equals: 'add' }, {}, { x: 'remove' })).toBe(false)
    expect(holds({ equals: 'add' }, { x: 'remove' }, { x: 'add' })).toBe(false)
  })

  test('must hold with all others', () => {
    const when = [
      { path: '$.a', equals: 1 },
      { path: '$.b', exists: true },
    ]
    const decode = mappingDecoder({ reads: '$', value: '$.id', when })
    const entries = [
      { id: 'A', a: 1, b: 2 },
      { id: 'B', a: 1 },
      { id: 'C', b: 2 },
    ]
    expect(decode(bytesOf(entries)).reads).toEqual([readOf('A')])
  })
})

describe('a large message', () => {
  const long = 'k'.repeat(500_000)
  // Rule: internal-api.md, Reader fields
  test.each<[what: string, mapping: Mapping, payload: unknown]>([
    [
      'below a long name',
      { reads: '$.*.r', parent: '$.*.id', value: '$' },
      { [long]: { id: 'A', r: Array.from({ length: 40_000 }, () => 0) } },
    ],
    [
      'with many values above the reads',
      { reads: '$.*.r', parent: '$.*.id' },
      Array.from({ length: 20_000 }, (_, i) => ({ id: `T${i}`, r: {} })),
    ],
    [
      'with many names',
      { reads: '$', value_from: 'key' },
      Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`T${i}`, {}])),
    ],
    [
      'with many conditions',
      {
        reads: '$',
        value: '$.id',
        when: Array.from({ length: 16 }, () => ({ path: '$[?@.x==1].y', exists: false })),
      },
      Array.from({ length: 8_000 }, () => ({ id: 'A' })),
    ],
  ])('%s is decoded in a moment', (_, mapping, payload) => {
    const start = performance.now()
    expect(mappingDecoder(mapping)(bytesOf(payload)).reads.length).toBeGreaterThan(7_999)
    expect(performance.now() - start).toBeLessThan(10_000)
  })
})
