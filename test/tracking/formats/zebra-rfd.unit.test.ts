import { decodeZebraRfd } from '../../../src/tracking/formats/models/zebra-rfd'
import { readOf, testRows } from './rows'

const idHex = 'E2C06F9200000000000051A7'
const at = '2026-06-01T12:00:00.25Z'
const message = (data: unknown, more: object = {}) => ({ type: 'INVENTORY', timestamp: at, data, ...more })

testRows('zebra_rfd', decodeZebraRfd, [
  {
    sentence: 'reads tags and barcodes',
    payload: message({
      tagData: [
        { eventNum: 1, idHex },
        { eventNum: 2, idHex: 'bb02', antenna: 2, peakRssi: '-48' },
      ],
      barcodeData: [{ decodedBarcode: '4012345678901', symbology: 'EAN13' }],
    }),
    reads: [
      readOf(idHex, { at }),
      readOf('bb02', { at, antenna: 2, rssi: -48 }),
      readOf('4012345678901', { tagType: 'barcode', at }),
    ],
  },
  {
    sentence: 'reads barcodes alone, as they were sent',
    payload: message({ barcodeData: [{ decodedBarcode: ' Rack 7\r\n' }] }),
    reads: [readOf(' Rack 7\r\n', { tagType: 'barcode', at })],
  },
  ...['idHex', 'epc', 'EPC', 'epcId', 'tagId', 'id'].map((name) => ({
    sentence: `finds the identifier of a tag in ${name}`,
    payload: message({ tagData: [{ eventNum: 1, [name]: 'aa01' }] }),
    reads: [readOf('aa01', { at })],
  })),
  {
    sentence: 'prefers idHex to epc, and epc to id',
    payload: message({
      tagData: [
        { id: 'x', epc: 'y', idHex: 'z' },
        { id: 'x', epc: 'y', idHex: '' },
      ],
    }),
    reads: [readOf('z', { at }), readOf('y', { at })],
  },
  ...['peakRssi', 'rssi', 'RSSI'].map((name) => ({
    sentence: `finds the RSSI in ${name}`,
    payload: message({ tagData: [{ idHex, [name]: -63.5 }] }),
    reads: [readOf(idHex, { at, rssi: -63.5 })],
  })),
  {
    sentence: 'reads a time whose offset has no colon',
    payload: message({ tagData: [{ idHex }] }, { timestamp: '2026-06-01T14:00:00.250+0200' }),
    reads: [readOf(idHex, { at })],
  },
  {
    sentence: 'gives reads of a message without a time none',
    payload: message({ tagData: [{ idHex }] }, { timestamp: null }),
    reads: [readOf(idHex)],
  },
  {
    sentence: 'takes a message with empty lists for a good one',
    payload: message({ tagData: [], barcodeData: null }),
  },
  {
    sentence: 'takes another event for a good message',
    payload: { type: 'heartBeatEVT', data: { battery: 80 } },
  },
  { sentence: 'takes an event without data for a good message', payload: { type: 'alert' } },
  {
    sentence: 'loses no good read beside bad ones',
    payload: message({
      tagData: [{ eventNum: 1 }, { idHex }, 'bb'],
      barcodeData: [{ symbology: 'QR' }, { decodedBarcode: 'R-1' }, null],
    }),
    reads: [readOf(idHex, { at }), readOf('R-1', { tagType: 'barcode', at })],
    faults: [
      'idHex must be a string of 1 to 255 characters',
      'A tag must be an object',
      'decodedBarcode must be a string of 1 to 255 characters',
      'A barcode must be an object',
    ],
  },
  {
    sentence: 'refuses tags without an identifier',
    payload: message({ tagData: [{ eventNum: 1 }] }),
    error: 'idHex must be a string of 1 to 255 characters',
  },
  {
    sentence: 'refuses tagData that is not an array',
    payload: message({ tagData: {} }),
    error: 'tagData must be an array',
  },
  {
    sentence: 'refuses barcodeData that is not an array',
    payload: message({ tagData: [{ idHex }], barcodeData: 'R-1' }),
    error: 'barcodeData must be an array',
  },
  { sentence: 'refuses data that is not an object', payload: message('x'), error: 'data must be an object' },
  {
    sentence: 'keeps a read with a bad time',
    payload: message({ tagData: [{ idHex }] }, { timestamp: 1 }),
    reads: [readOf(idHex)],
    notes: ['timestamp is not a time such as 2026-08-21T06:45:00.123Z; the read has the time of receipt'],
  },
  ...['EPCid', 'EPCID', 'epcID', 'TagId', 'tagID', 'ID', 'IDHex'].map((name) => ({
    sentence: `finds the identifier in ${name}`,
    payload: message({ tagData: [{ eventNum: 1, [name]: idHex, PeakRSSI: -48 }] }),
    reads: [readOf(idHex, { at, rssi: -48 })],
  })),
  {
    sentence: 'finds no identifier in another field',
    payload: message({ tagData: [{ eventNum: 1, format: 'epc' }] }),
    error: 'idHex must be a string',
  },
  {
    sentence: 'refuses a message without a type',
    payload: { data: {} },
    error: 'The payload must have a type',
  },
  { sentence: 'refuses an array', payload: [], error: 'The payload must be an object' },
  { sentence: 'refuses what is cut off', payload: '{"type":"INV', error: 'The payload is not valid JSON' },
])
