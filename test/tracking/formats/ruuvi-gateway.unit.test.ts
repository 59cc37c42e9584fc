import { decodeRuuviGateway } from '../../../src/tracking/formats/models/ruuvi-gateway'
import { readOf, testRows } from './rows'

const ble = { tagType: 'ble' } as const
const mac = 'C8:25:2D:8E:9C:2C'
const uuid = '0a1b2c3d4e5f60718293a4b5c6d7e8f9'
const ruuviTag = '0201061BFF99040515AE4C6DC6D7000CFFF803F4ADB6AD697FF41F0C28CBD6'
const telemetry = {
  values: new Map([
    ['temperature_c', 27.75],
    ['humidity_percent', 48.9125],
    ['battery_volts', 2.989],
  ] as const),
  impossible: 0,
}
const iBeacon = `0201061AFF4C000215${uuid}00070BB8C5`
const at = '2026-06-01T12:00:00Z'
const ts = '1780315200'
const http = (tags: unknown) => ({
  data: { coordinates: '', timestamp: '1780315201', nonce: '1', gw_mac: 'C8:25:2D:00:00:01', tags },
})
const mqtt = { gw_mac: 'C8:25:2D:00:00:01', rssi: -26, aoa: [], gwts: '1780315201', ts, data: ruuviTag }
const topic = `north/readers/gate/${mac}`
const identified = readOf('0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9/7/3000', {
  ...ble,
  at,
  rssi: -26,
  aliases: ['0A1B2C3D4E5F60718293A4B5C6D7E8F900070BB8', mac],
})

testRows('ruuvi_gateway', decodeRuuviGateway, [
  {
    sentence: 'reads the tags of a message over HTTP by their addresses',
    payload: http({
      [mac]: { rssi: -26, timestamp: ts, data: ruuviTag },
      'C8:25:2D:8E:9C:2D': { rssi: '-60', timestamp: 1_780_315_200, data: '' },
    }),
    reads: [
      readOf(mac, { ...ble, at, rssi: -26, telemetry }),
      readOf('C8:25:2D:8E:9C:2D', { ...ble, at, rssi: -60 }),
    ],
  },
  {
    sentence: 'reads a message over MQTT by the address in its topic',
    payload: mqtt,
    source: { topic },
    reads: [readOf(mac, { ...ble, at, rssi: -26, telemetry })],
  },
  {
    sentence: 'finds the identity of an iBeacon over HTTP',
    payload: http({ [mac]: { rssi: -26, timestamp: ts, data: iBeacon } }),
    reads: [identified],
  },
  {
    sentence: 'finds the identity of an iBeacon over MQTT',
    payload: { ...mqtt, data: iBeacon },
    source: { topic },
    reads: [identified],
  },
  {
    sentence: 'reads a decoded message by its id',
    payload: { ...mqtt, id: mac, dataFormat: 5 },
    reads: [readOf(mac, { ...ble, at, rssi: -26, telemetry })],
  },
  {
    sentence: 'reads messages without time synchronization as reads without a time',
    payload: http({ [mac]: { rssi: -26, data: ruuviTag } }),
    reads: [readOf(mac, { ...ble, rssi: -26, telemetry })],
  },
  {
    sentence: 'reads a message over MQTT without a time',
    payload: { gw_mac: 'C8:25:2D:00:00:01', rssi: -26, cnt: '338', data: ruuviTag },
    source: { topic: 'ruuvi/gw/c8252d8e9c2c' },
    reads: [readOf('c8252d8e9c2c', { ...ble, rssi: -26, telemetry })],
  },
  {
    sentence: 'keeps the good tags beside a bad one',
    payload: http({ [mac]: { rssi: 127, timestamp: 'now', data: 5 }, 'C8:25:2D:8E:9C:2D': 7 }),
    reads: [readOf(mac, ble)],
    faults: ['A tag must be an object'],
    notes: ['timestamp is not a number of seconds since 1970; the read has the time of receipt'],
  },
  { sentence: 'reads a message without tags', payload: http({}) },
  {
    sentence: 'takes the state of the gateway for a message without reads',
    payload: { state: 'online' },
    source: { topic: 'ruuvi/C8:25:2D:00:00:01/gw_status' },
  },
  {
    sentence: 'takes statistics of the gateway for a message without reads',
    payload: { gw_mac: 'C8:25:2D:00:00:01', uptime: '7' },
  },
  {
    sentence: 'refuses a message over MQTT whose topic has no address',
    payload: mqtt,
    source: { topic: 'ruuvi/gw/reads' },
    error: 'The last level of the topic must be the address of the tag',
  },
  { sentence: 'refuses tags that are not an object', payload: { data: {} }, error: 'tags must be an object' },
  { sentence: 'refuses other objects', payload: { tags: [] }, error: 'data must be an object' },
  { sentence: 'refuses what is not JSON', payload: 'online', error: 'The payload is not valid JSON' },
])
