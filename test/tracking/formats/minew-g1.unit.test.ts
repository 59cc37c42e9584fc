import { decodeMinewG1 } from '../../../src/tracking/formats/models/minew-g1'
import { readOf, testRows } from './rows'

const ble = { tagType: 'ble' } as const
const timestamp = '2026-06-01T12:00:00.250Z'
const at = '2026-06-01T12:00:00.25Z'
const mac = 'C3000012AB9F'
const ibeaconUuid = '0A1B2C3D4E5F60718293A4B5C6D7E8F9'
const rawData = `0201061AFF4C000215${ibeaconUuid}00070BB8C5`
const identified = readOf('0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9/7/3000', {
  ...ble,
  at,
  rssi: -77,
  aliases: [`${ibeaconUuid}00070BB8`, mac],
})
const telemetry = {
  values: new Map([
    ['battery_percent', 90],
    ['temperature_c', 20.5],
  ] as const),
  impossible: 0,
}
const gateway = { timestamp, type: 'Gateway', mac: 'AC233F0C0FFE', gatewayFree: 70, gatewayLoad: 0.1 }
const seen = { timestamp, mac, rssi: -77 }

testRows('minew_g1', decodeMinewG1, [
  {
    sentence: 'reads devices, and the gateway, which comes first, not',
    payload: [gateway, { ...seen, type: 'S1', bleName: 'S1', battery: 90, temperature: 20.5 }],
    reads: [readOf(mac, { ...ble, at, rssi: -77, telemetry })],
  },
  {
    sentence: 'reads an iBeacon that the gateway took apart by its identity',
    payload: [gateway, { ...seen, type: 'iBeacon', ibeaconUuid, ibeaconMajor: 7, ibeaconMinor: 3000 }],
    reads: [identified],
  },
  {
    sentence: 'finds the identity in the packet',
    payload: [gateway, { ...seen, type: 'Unknown', rawData }],
    reads: [identified],
  },
  {
    sentence: 'reads by its address what advertises no identity',
    payload: [gateway, { ...seen, type: 'Unknown', rawData: '0201060303E1FF0816E1FFA1080A9FAB' }],
    reads: [readOf(mac, { ...ble, at, rssi: -77 })],
  },
  {
    sentence: 'reads JSON-RAW, where the first entry is the address of the gateway',
    payload: [
      { gateway: 'ac233f0c0ffe', version: '4.1' },
      { ...seen, no: 37 },
    ],
    reads: [readOf(mac, { ...ble, at, rssi: -77 })],
  },
  {
    sentence: 'reads an address as often as it is listed, and numbers that come as text',
    payload: [gateway, seen, { ...seen, timestamp: '2026-06-01T14:00:01+02:00', rssi: '-70' }],
    reads: [
      readOf(mac, { ...ble, at, rssi: -77 }),
      readOf(mac, { ...ble, at: '2026-06-01T12:00:01Z', rssi: -70 }),
    ],
  },
  { sentence: 'reads what has no time', payload: [gateway, { mac }], reads: [readOf(mac, ble)] },
  {
    sentence: 'tells of an entry without address or real time and keeps the others',
    payload: [gateway, { timestamp, rssi: -77 }, { ...seen, timestamp: '2026-06-01 12:00' }, 7, seen],
    reads: [readOf(mac, { ...ble, rssi: -77 }), readOf(mac, { ...ble, at, rssi: -77 })],
    faults: ['mac must be a string of 1 to 255 characters', 'A device must be an object'],
    notes: [
      'timestamp has no known time zone; set the time zone of the reader; the read has the time of receipt',
    ],
  },
  { sentence: 'takes the gateway by itself for a message without reads', payload: [gateway] },
  { sentence: 'refuses an object', payload: gateway, error: 'The payload must be an array' },
  { sentence: 'refuses an array of other things', payload: [1, 2], error: 'A device must be an object' },
  {
    sentence: 'refuses binary data',
    payload: Uint8Array.of(0xbb, 0x01, 0x00, 0x26),
    error: 'The payload is not valid UTF-8',
  },
])
