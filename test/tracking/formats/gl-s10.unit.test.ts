import { decodeGlS10 } from '../../../src/tracking/formats/models/gl-s10'
import { readOf, testRows } from './rows'

const ble = { tagType: 'ble' } as const
const ts = 1_780_315_200_250
const at = '2026-06-01T12:00:00.25Z'
const mac = 'D4A1C0FFEE01'
const ad = '0201061AFF4C0002150A1B2C3D4E5F60718293A4B5C6D7E8F900070BB8C5'
const uid = '0201060303AAFE1516AAFE00EE0102030405060708090AA0B0C0D0E0F0'
const gateway = { dev_id: 'ic0ffee', dev_sn: '0123456789abcdef', dev_ble_mac: '0CB8150FFEE0' }
const message = (...devices: unknown[]) => ({ ...gateway, dev_list: devices })

testRows('gl_s10', decodeGlS10, [
  {
    sentence: 'reads an iBeacon by its identity, with the hex and the address as aliases',
    payload: message({ mac, ts, rssi: -71, ad }),
    reads: [
      readOf('0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9/7/3000', {
        ...ble,
        at,
        rssi: -71,
        aliases: ['0A1B2C3D4E5F60718293A4B5C6D7E8F900070BB8', mac],
      }),
    ],
  },
  {
    sentence: 'reads an Eddystone-UID by its identity, with the address as alias',
    payload: message({ mac, ts, rssi: -71, ad: uid }),
    reads: [readOf('0102030405060708090A-A0B0C0D0E0F0', { ...ble, at, rssi: -71, aliases: [mac] })],
  },
  {
    sentence: 'reads by its address what advertises no identity, or nothing that is an advertisement',
    payload: message(
      { n: 'CRATE', mac, ts, rssi: -71, ad: '0201060609435241544500' },
      { mac, ts, rssi: -71, ad: '' },
      { mac, ts, rssi: -71, ad: 'none' },
      { mac, ts, rssi: -71, ad: null },
      { mac, ts, rssi: -71 },
    ),
    reads: Array.from({ length: 5 }, () => readOf(mac, { ...ble, at, rssi: -71 })),
  },
  {
    sentence: 'reads an address as often as it is listed, each time with its own time and RSSI',
    payload: message(
      { mac, ts, rssi: -71 },
      { mac, ts: ts + 40, rssi: -69 },
      { mac, ts: ts - 500, rssi: -80 },
    ),
    reads: [
      readOf(mac, { ...ble, at, rssi: -71 }),
      readOf(mac, { ...ble, at: '2026-06-01T12:00:00.29Z', rssi: -69 }),
      readOf(mac, { ...ble, at: '2026-06-01T11:59:59.75Z', rssi: -80 }),
    ],
  },
  {
    sentence: 'reads numbers that come as text',
    payload: message({ mac, ts: String(ts), rssi: '-71' }),
    reads: [readOf(mac, { ...ble, at, rssi: -71 })],
  },
  {
    sentence: 'reads what has neither time nor RSSI',
    payload: message({ mac }),
    reads: [readOf(mac, ble)],
  },
  {
    sentence: 'tells of an entry without an address and keeps the others',
    payload: message({ ts, rssi: -71, ad }, { mac: '', ts }, { mac, ts, rssi: 'weak' }, 'x', { mac, ts }),
    reads: [readOf(mac, { ...ble, at }), readOf(mac, { ...ble, at })],
    faults: [
      'mac must be a string of 1 to 255 characters',
      'mac must be a string of 1 to 255 characters',
      'A device must be an object',
    ],
    notes: ['rssi is not a number; the read has no RSSI'],
  },
  { sentence: 'takes a message without a list for one of the gateway itself', payload: gateway },
  { sentence: 'takes an empty list for a message without reads', payload: message() },
  {
    sentence: 'refuses a message of which all entries are bad',
    payload: message({ ts }),
    error: 'mac must be a string of 1 to 255 characters',
  },
  { sentence: 'refuses another object', payload: { reads: [] }, error: 'dev_list must be an array' },
  {
    sentence: 'refuses a list that is none',
    payload: { ...gateway, dev_list: {} },
    error: 'dev_list must be an array',
  },
  { sentence: 'refuses an array', payload: [message({ mac })], error: 'The payload must be an object' },
  { sentence: 'refuses what is not JSON', payload: '{"dev_list":[', error: 'The payload is not valid JSON' },
])
