import { decodeWhereaboutsV1 } from '../../../src/tracking/formats/models/whereabouts-v1'
import { readOf, testRows } from './rows'

const value = 'E2C06F9200000000000051A7'
const noTime = 'observed_at is not a time such as 2026-08-21T06:45:00.123Z; the read has the time of receipt'

testRows('whereabouts_v1', decodeWhereaboutsV1, [
  {
    sentence: 'reads all fields',
    payload: {
      reads: [
        { value, tag_type: 'ble', antenna: 3, observed_at: '2026-06-01T14:00:00.25+02:00', rssi: -57.5 },
      ],
    },
    reads: [readOf(value, { tagType: 'ble', antenna: 3, at: '2026-06-01T12:00:00.25Z', rssi: -57.5 })],
  },
  {
    sentence: 'needs the value only',
    payload: { reads: [{ value }, { value, observed_at: null, rssi: null }] },
    reads: [readOf(value), readOf(value)],
  },
  {
    sentence: 'reads the number of the chip, and leaves out what is none',
    payload: {
      reads: ['e2801170200014cd9b5a08ec', '00000000', 'E28', 'chip', 7].map((tid) => ({ value, tid })),
    },
    reads: [
      { ...readOf(value), tid: 'E2801170200014CD9B5A08EC' },
      ...Array.from({ length: 4 }, () => readOf(value)),
    ],
  },
  {
    sentence: 'reads barcodes',
    payload: { reads: [{ value: 'R-1', tag_type: 'barcode' }] },
    reads: [readOf('R-1', { tagType: 'barcode' })],
  },
  {
    sentence: 'reads a type in capitals, and takes an empty one for none',
    payload: { reads: ['BLE', '', null].map((type) => ({ value, tag_type: type })) },
    reads: [readOf(value, { tagType: 'ble' }), readOf(value), readOf(value)],
  },
  {
    sentence: 'keeps a time unchanged, even when the clock is wrong, because it identifies repeats',
    payload: {
      reads: ['0001-01-01T00:00:00Z', '1970-01-01T00:00:00Z'].map((time) => ({ value, observed_at: time })),
    },
    reads: [readOf(value, { at: '0001-01-01T00:00:00Z' }), readOf(value, { at: '1970-01-01T00:00:00Z' })],
  },
  {
    sentence: 'loses no good read beside bad ones',
    payload: {
      reads: [{ value }, { value: '' }, { value, tag_type: 'nfc' }, { value, observed_at: 'noon' }, 1],
    },
    reads: [readOf(value), readOf(value)],
    faults: [
      'value must be a string of 1 to 255 characters',
      'tag_type must be rfid, ble or barcode',
      'A read must be an object',
    ],
    notes: [noTime],
  },
  {
    sentence: 'reads an offset without a colon',
    payload: { reads: [{ value, observed_at: '2026-06-01T12:00:00+0000' }] },
    reads: [readOf(value, { at: '2026-06-01T12:00:00Z' })],
  },
  { sentence: 'refuses a message of something else', payload: { tags: [] }, error: 'reads must be an array' },
])
