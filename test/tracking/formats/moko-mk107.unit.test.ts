import { decodeMokoMk107 } from '../../../src/tracking/formats/models/moko-mk107'
import { readOf, testRows } from './rows'

const ble = { tagType: 'ble' } as const
const timestamp = '2026-6-1&7:05:09+00'
const at = '2026-06-01T07:05:09Z'
const mac = 'C81F2A0B7D33'
const uuid = '0a1b2c3d4e5f60718293a4b5c6d7e8f9'
const packet = `0201061AFF4C000215${uuid}00070BB8C5`
const identified = readOf('0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9/7/3000', {
  ...ble,
  at,
  rssi: -64,
  aliases: ['0A1B2C3D4E5F60718293A4B5C6D7E8F900070BB8', mac],
})
const device_info = { device_id: 'mk', mac: '70D1B2000001' }
const values = (...all: unknown[]) => ({
  msg_id: 3004,
  device_info,
  data: all.map((value) => ({ type: 0, value })),
})
const plain = (...data: unknown[]) => ({ msg_id: 3070, device_info, data })
const seen = { mac, timestamp, rssi: -64 }

const times: [string, string][] = [
  ['2026-6-1&7:05:09+00', '2026-06-01T07:05:09Z'],
  ['2026-12-31&23:59:59-01', '2027-01-01T00:59:59Z'],
  ['2026-06-01&07:05:09+0530', '2026-06-01T01:35:09Z'],
  ['2026-6-1&7:5:9+5', '2026-06-01T02:05:09Z'],
  ['2026-6-1&7:05:09-03:30', '2026-06-01T10:35:09Z'],
]

testRows('moko_mk107', decodeMokoMk107, [
  {
    sentence: 'reads a device by its address',
    payload: values({ ...seen, type: 'Unknown', name: 'CRATE', 'raw data': '020106060943524154450' }),
    reads: [readOf(mac, { ...ble, at, rssi: -64 })],
  },
  {
    sentence: 'reads an iBeacon that the gateway took apart by its identity',
    payload: values({ ...seen, type: 'iBeacon', uuid, major: 7, minor: 3000, 'rssi@1m': -59 }),
    reads: [identified],
  },
  {
    sentence: 'finds the identity in the packet, under either name',
    payload: values({ ...seen, 'raw data': packet }, { ...seen, raw: packet }),
    reads: [identified, identified],
  },
  {
    sentence: 'finds the identity in advertisement and scan response of newer firmware, in milliseconds',
    payload: plain(
      { mac, timestamp: 1_780_297_509_000, rssi: -64, adv_data: packet, rsp_data: '' },
      { mac, timestamp: '1780297509000', rssi: '-64', adv_data: '020106', rsp_data: packet },
    ),
    reads: [identified, identified],
  },
  ...times.map(([text, instant]) => ({
    sentence: `reads the time ${text}`,
    payload: values({ ...seen, timestamp: text }),
    reads: [readOf(mac, { ...ble, at: instant, rssi: -64 })],
  })),
  {
    sentence: 'reads what has no time',
    payload: plain({ mac, rssi: -64 }),
    reads: [readOf(mac, { ...ble, rssi: -64 })],
  },
  {
    sentence: 'reads an address as often as it is listed',
    payload: plain(
      { mac, timestamp: 1_780_297_509_000, rssi: -64 },
      { mac, timestamp: 1_780_297_509_120, rssi: -60 },
    ),
    reads: [
      readOf(mac, { ...ble, at, rssi: -64 }),
      readOf(mac, { ...ble, at: '2026-06-01T07:05:09.12Z', rssi: -60 }),
    ],
  },
  {
    sentence: 'tells of an entry without address, value or real time and keeps the others',
    payload: {
      ...values(
        seen,
        { ...seen, mac: undefined },
        { ...seen, timestamp: '2026-2-30&7:05:09+00' },
        { ...seen, timestamp: '2026-06-01&07:05:09' },
        undefined,
      ),
    },
    reads: [
      readOf(mac, { ...ble, at, rssi: -64 }),
      readOf(mac, { ...ble, rssi: -64 }),
      readOf(mac, { ...ble, rssi: -64 }),
    ],
    faults: ['mac must be a string of 1 to 255 characters', 'value must be an object'],
    notes: [
      'timestamp is not a time such as 2026-08-21T06:45:00.123Z; the read has the time of receipt',
      'timestamp has no known time zone; set the time zone of the reader; the read has the time of receipt',
    ],
  },
  {
    sentence: 'takes a message on the network for one of the gateway itself',
    payload: { msg_id: 3003, device_info, data: { net_state: 'online' } },
  },
  {
    sentence: 'takes a message of a number it does not know for one of the gateway itself',
    payload: { msg_id: 3999, device_info },
  },
  { sentence: 'reads a scan without results as a message without reads', payload: plain() },
  {
    sentence: 'refuses a scan without an array',
    payload: { msg_id: 3004, device_info, data: {} },
    error: 'data must be an array',
  },
  { sentence: 'refuses another object', payload: { data: [] }, error: 'msg_id must be a number' },
  { sentence: 'refuses an array', payload: [plain()], error: 'The payload must be an object' },
  { sentence: 'refuses what is not JSON', payload: 'online', error: 'The payload is not valid JSON' },
])
