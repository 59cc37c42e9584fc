import { decodeEspresense } from '../../../src/tracking/formats/models/espresense'
import { readOf, testRows } from './rows'

const ble = { tagType: 'ble' } as const
const mac = 'dd8800003777'
const uuid = '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9'
const device = (id: string, more: object = {}) => ({
  mac,
  id,
  'rssi@1m': -59,
  rssi: -81.1,
  rxAdj: 0,
  rssiVar: 7.42,
  distance: 6.58,
  var: 4,
  int: 2028,
  ...more,
})
const read = { ...ble, rssi: -81.1 }
const eddystone = readOf('0102030405060708090A-A0B0C0D0E0F0', { ...read, aliases: [mac] })

testRows('espresense', decodeEspresense, [
  {
    sentence: 'reads an iBeacon by its identity',
    payload: device(`iBeacon:${uuid}-7-3000`),
    source: { topic: `espresense/devices/iBeacon:${uuid}-7-3000/office` },
    reads: [
      readOf('0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9/7/3000', {
        ...read,
        aliases: ['0A1B2C3D4E5F60718293A4B5C6D7E8F900070BB8', mac],
      }),
    ],
  },
  {
    sentence: 'reads an Eddystone-UID by its identity',
    payload: device('eddy:0102030405060708090a-a0b0c0d0e0f0'),
    reads: [eddystone],
  },
  {
    sentence: 'reads an Eddystone-UID in which a byte is repeated',
    payload: device('eddy:010203040505060708090a-a0b0c0d0e0f0'),
    reads: [eddystone],
  },
  ...[mac, `known:${mac}`, `tile:${mac}`, 'apple:1005:9-26', 'sd:0xfeaa', 'name:cart'].map((id) => ({
    sentence: `reads ${id} by its address`,
    payload: device(id),
    reads: [readOf(mac, read)],
  })),
  ...['irk:0102030405060708090a0b0c0d0e0f10', 'keys', 'cart-7'].map((id) => ({
    sentence: `reads ${id} by this name, and by its address`,
    payload: device(id),
    reads: [readOf(id, { ...read, aliases: [mac] })],
  })),
  {
    sentence: 'reads a device without an address by its id',
    payload: { id: `iBeacon:${uuid}-7-x`, rssi: -60 },
    reads: [readOf(`iBeacon:${uuid}-7-x`, { ...ble, rssi: -60 })],
  },
  {
    sentence: 'reads a device without an id',
    payload: { mac, rssi: -60 },
    reads: [readOf(mac, { ...ble, rssi: -60 })],
  },
  {
    sentence: 'keeps a read whose RSSI cannot be read',
    payload: device(mac, { rssi: 'near' }),
    reads: [readOf(mac, ble)],
    notes: ['rssi is not a number; the read has no RSSI'],
  },
  { sentence: 'takes a message without RSSI for no read', payload: { mac, id: mac, battery: 90 } },
  {
    sentence: 'takes the telemetry of a room for a message without reads',
    payload: { ip: '10.0.0.7', uptime: 7, firm: 'esp32', rssi: -50 },
  },
  {
    sentence: 'refuses the devices of OpenMQTTGateway',
    payload: { id: 'C0:FF:EE:00:00:A1', rssi: -70, distance: 2 },
    error: 'mac and id must be addresses without colons',
  },
  { sentence: 'refuses other objects', payload: { rssi: -70 }, error: 'id must be a string' },
  { sentence: 'refuses what is not JSON', payload: 'online', error: 'The payload is not valid JSON' },
])
