import { decodeImpinjSpeedwayConnect } from '../../../src/tracking/formats/models/impinj-speedway-connect'
import { readOf, testRows } from './rows'

const epc = 'E2C06F9200000000000051A7'
/** 2026-06-01T12:00:00.25Z */
const micros = 1_780_315_200_250_000
const at = '2026-06-01T12:00:00.25Z'
const sent = { antennaPort: 23, epc, tid: 'E280', firstSeenTimestamp: at, peakRssi: -51, isHeartBeat: false }
const read = readOf(epc, { antenna: 23, at, rssi: -51 })

testRows('impinj_speedway_connect', decodeImpinjSpeedwayConnect, [
  { sentence: 'reads one object', payload: sent, reads: [read] },
  {
    sentence: 'reads an array',
    payload: [sent, { ...sent, epc: 'aa01' }],
    reads: [read, { ...read, value: 'aa01' }],
  },
  {
    sentence: 'reads objects that follow each other',
    payload: `${JSON.stringify(sent)}\n\n${JSON.stringify(sent)}${JSON.stringify(sent)}`,
    reads: [read, read, read],
  },
  {
    sentence: 'reads a time in microseconds, as a number and as text',
    payload: [
      { ...sent, firstSeenTimestamp: micros },
      { ...sent, firstSeenTimestamp: String(micros) },
    ],
    reads: [read, read],
  },
  {
    sentence: 'reads numbers that come as text',
    payload: { ...sent, antennaPort: '23', peakRssi: '-51' },
    reads: [read],
  },
  {
    sentence: 'takes what is missing for antenna 1, no time and no RSSI',
    payload: { epc },
    reads: [readOf(epc)],
  },
  {
    sentence: 'takes a heartbeat for a good message',
    payload: { antennaPort: 0, epc: '', firstSeenTimestamp: at, isHeartBeat: true },
  },
  {
    sentence: 'loses no good read beside bad ones and heartbeats',
    payload: [{ isHeartBeat: true }, sent, { antennaPort: 1 }, [sent]],
    reads: [read],
    faults: ['epc must be a string of 1 to 255 characters', 'A read must be an object'],
  },
  {
    sentence: 'keeps a read with a bad time',
    payload: { ...sent, firstSeenTimestamp: '06/01/2026' },
    reads: [{ ...read, sentAt: null }],
    notes: [
      'firstSeenTimestamp is not a time such as 2026-08-21T06:45:00.123Z; the read has the time of receipt',
    ],
  },
  {
    sentence: 'takes an EPC of asterisks for a heartbeat',
    payload: [{ ...sent, epc: '*****' }, { epc: '*' }],
  },
  {
    sentence: 'refuses what is in key-value pairs',
    payload: 'antennaPort=7&epc=E2C06F92',
    error: 'The payload is not valid JSON',
  },
  {
    sentence: 'refuses a message of something else',
    payload: {},
    error: 'epc must be a string of 1 to 255 characters',
  },
])
