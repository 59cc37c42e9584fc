import { decodeOpenMqttGateway } from '../../../src/tracking/formats/models/openmqttgateway'
import { readOf, testRows } from './rows'

const ble = { tagType: 'ble' } as const
const id = 'C8:1F:2A:0B:7D:33'
const uuid = '0a1b2c3d4e5f60718293a4b5c6d7e8f9'
const identified = readOf('0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9/7/3000', {
  ...ble,
  rssi: -64,
  aliases: ['0A1B2C3D4E5F60718293A4B5C6D7E8F900070BB8', id],
})
const named = readOf('0102030405060708090A-A0B0C0D0E0F0', { ...ble, rssi: -64, aliases: [id] })
const servicedata = '00ee0102030405060708090aa0b0c0d0e0f0'
const iBeacon = { mac_type: 1, rssi: -64, brand: 'GENERIC', model_id: 'IBEACON', uuid, major: 7, minor: 3000 }

testRows('openmqttgateway', decodeOpenMqttGateway, [
  {
    sentence: 'reads a device by its address, without a time',
    payload: { id, mac_type: 0, name: 'CRATE', rssi: -64, distance: 3.2, servicedata: 'fe00' },
    reads: [readOf(id, { ...ble, rssi: -64 })],
  },
  {
    sentence: 'reads a device whose service data is not a text by its address',
    payload: { id, rssi: -64, servicedata: { toString: 1 }, servicedatauuid: '0xfeaa' },
    reads: [readOf(id, { ...ble, rssi: -64 })],
  },
  {
    sentence: 'reads an iBeacon that the gateway took apart by its identity',
    payload: { id, ...iBeacon },
    reads: [identified],
  },
  {
    sentence: 'reads an iBeacon that has a UUID instead of the address',
    payload: { id: uuid, ...iBeacon, mac: id },
    reads: [identified],
  },
  {
    sentence: 'finds an iBeacon in the data of the manufacturer',
    payload: { id, rssi: -64, manufacturerdata: `4c000215${uuid}00070bb8c5` },
    reads: [identified],
  },
  ...['0xfeaa', 'FEAA', '0000feaa-0000-1000-8000-00805f9b34fb'].map((servicedatauuid) => ({
    sentence: `finds an Eddystone-UID in the data of service ${servicedatauuid}`,
    payload: { id, rssi: '-64', servicedata, servicedatauuid },
    reads: [named],
  })),
  ...['0xfe95', 'feaab', undefined].map((servicedatauuid) => ({
    sentence: `finds no Eddystone-UID in the data of service ${servicedatauuid}`,
    payload: { id, rssi: -64, servicedata, servicedatauuid },
    reads: [readOf(id, { ...ble, rssi: -64 })],
  })),
  {
    sentence: 'takes a device that is not heard any more for a message without reads',
    payload: { id, rssi: -64, presence: 'absent' },
  },
  {
    sentence: 'reads a message about a device that was not received as a message without reads',
    payload: { id, service: '180f', characteristic: '2a19', read: '57', success: true },
  },
  {
    sentence:
      'takes the state of the gateway for a message without reads, though it has an RSSI and an address',
    payload: { uptime: 3600, version: 'v1.8.0', freemem: 90_000, rssi: -50, mac: 'A0:B1:C2:D3:E4:F5' },
  },
  {
    sentence: 'reads a device that tells of an uptime and an interval of its own',
    payload: { id, rssi: -64, uptime: 12, interval: 5 },
    reads: [readOf(id, { ...ble, rssi: -64 })],
  },
  {
    sentence: 'takes the settings of the gateway for a message without reads',
    payload: { bleconnect: true, interval: 55_555, intervalacts: 55_555, scanbcnct: 10 },
  },
  {
    sentence: 'refuses a device without an address',
    payload: { rssi: -64, name: 'CRATE' },
    error: 'id must be a string of 1 to 255 characters',
  },
  {
    sentence: 'keeps a read whose RSSI is not a number',
    payload: { id, rssi: 'near' },
    reads: [readOf(id, { tagType: 'ble' })],
    notes: ['rssi is not a number; the read has no RSSI'],
  },
  {
    sentence: 'refuses an address that is none',
    payload: { id: 7, rssi: -64 },
    error: 'mac must be a string of 1 to 255 characters',
  },
  { sentence: 'refuses an array', payload: [{ id, rssi: -64 }], error: 'The payload must be an object' },
  { sentence: 'refuses other text', payload: 'offline', error: 'The payload is not valid JSON' },
])
