import { encode } from '@msgpack/msgpack'
import { decodeAprbrotherV4 } from '../../../src/tracking/formats/models/aprbrother-v4'
import { fromHex } from '../../../src/tracking/formats/payloads/beacon'
import { readOf, testRows } from './rows'

const ble = { tagType: 'ble' } as const
const mac = 'C81F2A0B7D33'
const packet = '0201061AFF4C0002150A1B2C3D4E5F60718293A4B5C6D7E8F900070BB8C5'
const identified = (rssi: number) =>
  readOf('0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9/7/3000', {
    ...ble,
    rssi,
    aliases: ['0A1B2C3D4E5F60718293A4B5C6D7E8F900070BB8', mac],
  })
const gateway = { v: '1.5.3', mid: 77, time: 5021, ip: '192.0.2.9', mac: '246F28AABB01' }
const message = (...devices: unknown[]) => encode({ ...gateway, devices })
const hex = (type: string, rssi: string, data = '') => `${type}${mac}${rssi}${data}`
const incomplete = 'A device must be its type, MAC address and RSSI, at least 8 bytes'

testRows('aprbrother_v4', decodeAprbrotherV4, [
  {
    sentence: 'reads an iBeacon by its identity and without a time, since the gateway has no clock',
    payload: message(fromHex(hex('00', 'B5', packet))),
    reads: [identified(-75)],
  },
  {
    sentence: 'reads by its address what advertises no identity or nothing, whatever the type',
    payload: message(fromHex(hex('03', 'CE', '020106')), fromHex(hex('04', 'FF'))),
    reads: [readOf(mac, { ...ble, rssi: -50 }), readOf(mac, { ...ble, rssi: -1 })],
  },
  {
    sentence: 'reads an address as often as it is listed',
    payload: message(...['B0', 'B1', 'B0'].map((rssi) => fromHex(hex('00', rssi)))),
    reads: [-80, -79, -80].map((rssi) => readOf(mac, { ...ble, rssi })),
  },
  {
    sentence: 'reads more devices than a short array holds',
    payload: message(...Array.from({ length: 210 }, () => fromHex(hex('00', 'B5', packet)))),
    reads: Array.from({ length: 210 }, () => identified(-75)),
  },
  {
    sentence: 'reads JSON with devices as hex, in either case',
    payload: { ...gateway, devices: [hex('00', 'B5', packet), hex('00', 'B5', packet).toLowerCase()] },
    reads: [identified(-75), identified(-75)],
  },
  {
    sentence: 'tells of devices that are cut off or none and keeps the others',
    payload: message(
      fromHex(hex('00', '')),
      new Uint8Array(),
      7,
      null,
      'no hex',
      {},
      fromHex(hex('00', 'B5')),
    ),
    reads: [readOf(mac, { ...ble, rssi: -75 })],
    faults: Array.from({ length: 6 }, () => incomplete),
  },
  { sentence: 'takes a message without devices for one of the gateway itself', payload: encode(gateway) },
  { sentence: 'takes an empty array for a message without reads', payload: message() },
  { sentence: 'refuses a message of which all devices are bad', payload: message(1), error: incomplete },
  {
    sentence: 'refuses another map',
    payload: encode({ reads: [] }),
    error: 'devices must be an array',
  },
  {
    sentence: 'refuses devices that are not an array',
    payload: encode({ ...gateway, devices: fromHex('00') }),
    error: 'devices must be an array',
  },
  { sentence: 'refuses an array', payload: encode([gateway]), error: 'The payload must be an object' },
  {
    sentence: 'refuses a message that is cut off',
    payload: message(fromHex(hex('00', 'B5', packet))).slice(0, -1),
    error: 'The payload is not complete MessagePack',
  },
  { sentence: 'refuses no bytes', payload: new Uint8Array(), error: 'The payload is not valid JSON' },
  {
    sentence: 'refuses JSON that is cut off',
    payload: '{"devices":',
    error: 'The payload is not valid JSON',
  },
])
