import { decodeImpinjSmartreader } from '../../../src/tracking/formats/models/impinj-smartreader'
import { readOf, testRows } from './rows'

const epc = 'E2C06F9200000000000051A7'
/** 2026-06-01T12:00:00.250007Z */
const micros = 1_780_315_200_250_007
const at = '2026-06-01T12:00:00.250007Z'
const message = (...reads: unknown[]) => ({
  readerName: 'gate',
  mac: '00:16:25:00:00:01',
  site: 'North',
  tag_reads: reads,
})

testRows('impinj_smartreader', decodeImpinjSmartreader, [
  {
    sentence: 'reads what it sends',
    payload: message(
      { epc, firstSeenTimestamp: micros, antennaPort: 4, antennaZone: 'GATE', peakRssi: -51.25, tid: 'E280' },
      { epc: 'aa01', firstSeenTimestamp: micros, antennaPort: 1, peakRssi: -60 },
    ),
    reads: [readOf(epc, { antenna: 4, at, rssi: -51.25 }), readOf('aa01', { at, rssi: -60 })],
  },
  {
    sentence: 'reads numbers that come as text',
    payload: message({
      epc,
      firstSeenTimestamp: String(micros),
      antennaPort: '2',
      peakRssi: '-51.25',
    }),
    reads: [readOf(epc, { antenna: 2, at, rssi: -51.25 })],
  },
  {
    sentence: 'takes what is switched off for antenna 1, no time and no RSSI',
    payload: message({ epc }),
    reads: [readOf(epc)],
  },
  { sentence: 'takes a heartbeat for a good message', payload: message({ epc: '*', isHeartBeat: true }) },
  { sentence: 'takes a message without reads for a good one', payload: message() },
  ...['*', '*****'].map((placeholder) => ({
    sentence: `takes the EPC ${placeholder} for a heartbeat`,
    payload: message({ epc: placeholder, firstSeenTimestamp: micros }, { epc }),
    reads: [readOf(epc)],
  })),
  ...[
    { eventType: 'status', component: 'smartreader', readerName: 'gate' },
    { eventType: 'gpi-status', gpiConfigurations: [] },
    { status: 'running' },
    { eventType: 'inventory-status', tag_reads: null },
    { command: 'start', command_id: '7', response: 'success' },
  ].map((event) => ({
    sentence: `takes ${JSON.stringify(event)} for a good message`,
    payload: event,
  })),
  {
    sentence: 'takes a management event for a good message',
    payload: { 'smartreader-status': 'running', readerName: 'gate', timestamp: micros },
  },
  {
    sentence: 'loses no good read beside bad ones',
    payload: message({ firstSeenTimestamp: micros }, { epc }, 5, { epc, peakRssi: '-51,25' }),
    reads: [readOf(epc), readOf(epc)],
    faults: ['epc must be a string of 1 to 255 characters', 'A read must be an object'],
    notes: ['peakRssi is not a number; the read has no RSSI'],
  },
  {
    sentence: 'keeps a read with a time that is not a number',
    payload: message({ epc, firstSeenTimestamp: '2026-06-01T12:00:00Z' }),
    reads: [readOf(epc)],
    notes: [
      'firstSeenTimestamp is not a number of microseconds since 1970; the read has the time of receipt',
    ],
  },
  {
    sentence: 'refuses a message of something else',
    payload: { reads: [] },
    error: 'tag_reads must be an array',
  },
  { sentence: 'refuses an array', payload: [message()], error: 'The payload must be an object' },
  { sentence: 'refuses what is cut off', payload: '{"tag_reads":[{', error: 'The payload is not valid JSON' },
])
