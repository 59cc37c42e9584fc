import { decodeCslCs463 } from '../../../src/formats/csl-cs463'
import { readOf, testRows } from './rows'

const epc = 'E2C06F9200000000000051A7'
const tag = { epc, antennaPort: 1, rssi: -55 }
/** 2026-06-01T12:00:00.25Z */
const micros = 1_780_315_200_250_000
const at = '2026-06-01T12:00:00.25Z'
const notLocal = 'timeOfRead must have the form YYYY/MM/DD HH:mm:ss.SSS'
const notReal = 'timeOfRead must be a time such as 2026-08-21T06:45:00.123Z'
const notZone = 'timeZone must have the form -6:00'

const fields: readonly [field: string, value: unknown, error: string][] = [
  ['epc', undefined, 'epc must be a string of 1 to 255 characters'],
  ['epc', '', 'epc must be a string of 1 to 255 characters'],
  ['epc', 17, 'epc must be a string of 1 to 255 characters'],
  ['epc', 'E'.repeat(256), 'epc must be a string of 1 to 255 characters'],
  ['epc', '\uD800', 'epc must be a string of 1 to 255 characters'],
  ['epc', 'E2\u0000', 'epc must not contain the character U+0000'],
  ['antennaPort', undefined, 'antennaPort must be a number'],
  ['antennaPort', 'one', 'antennaPort must be a number'],
  ['antennaPort', '0x1', 'antennaPort must be a number'],
  ['antennaPort', -1, 'antennaPort must be an antenna port'],
  ['antennaPort', 1.5, 'antennaPort must be an antenna port'],
  ['antennaPort', 65_536, 'antennaPort must be an antenna port'],
  ['rssi', 'strong', 'rssi must be a number'],
  ['rssi', '-58,5', 'rssi must be a number'],
  ['rssi', [], 'rssi must be a number'],
  ['timeStampOfRead', 'now', 'timeStampOfRead must be a number'],
  ['timeStampOfRead', {}, 'timeStampOfRead must be a number'],
]

testRows('csl_cs463', decodeCslCs463, [
  {
    sentence: 'reads the format of our recommendation, with numbers as numbers',
    payload: {
      sequenceNumber: 7,
      rfidReaderName: 'gate-3',
      numberOfTags: 2,
      tags: [
        { epc, timeStampOfRead: micros, timeZone: '-6:00', antennaPort: 2, rssi: -61.5 },
        { epc: '00000000000000000000A0B1', timeStampOfRead: micros + 7, antennaPort: 4, rssi: -70 },
      ],
    },
    reads: [
      readOf(epc, { antenna: 2, at, rssi: -61.5 }),
      readOf('00000000000000000000A0B1', { antenna: 4, at: '2026-06-01T12:00:00.250007Z', rssi: -70 }),
    ],
  },
  {
    sentence: 'reads numbers that come as text',
    payload: { tags: [{ epc, timeStampOfRead: String(micros), antennaPort: '3', rssi: '-58' }] },
    reads: [readOf(epc, { antenna: 3, at, rssi: -58 })],
  },
  {
    sentence: 'reads local time with the zone at the top, as the default format has it',
    payload: {
      timeZone: '-6:00',
      pcEthernetMACAddress: '00057BAABBCC',
      pcWiFiMACAddress: '',
      tags: [{ epc, antennaPort: '1', rssi: '-58', timeOfRead: '2026/06/01 06:00:00.250' }],
    },
    reads: [readOf(epc, { at, rssi: -58 })],
  },
  {
    sentence: 'prefers the zone beside the time to the one at the top',
    payload: {
      timeZone: '-6:00',
      tags: [{ ...tag, timeOfRead: '2026/06/01 17:30:00.250', timeZone: '+05:30' }],
    },
    reads: [readOf(epc, { at, rssi: -55 })],
  },
  {
    sentence: 'takes the zone at the top where the one beside the time is empty',
    payload: {
      timeZone: '8:00',
      tags: [{ ...tag, timeOfRead: '2026/06/01 20:00:00.250', timeZone: '' }],
    },
    reads: [readOf(epc, { at, rssi: -55 })],
  },
  ...['0:00', '+0:00', '-00:00', 'UTC'].map((timeZone) => ({
    sentence: `takes the zone ${timeZone} for UTC`,
    payload: { timeZone, tags: [{ ...tag, timeOfRead: '2026/06/01 12:00:00.250' }] },
    reads: [readOf(epc, { at, rssi: -55 })],
  })),
  {
    sentence: 'prefers microseconds to local time',
    payload: {
      tags: [{ ...tag, timeStampOfRead: micros, timeOfRead: '2020/01/01 00:00:00', timeZone: '0:00' }],
    },
    reads: [readOf(epc, { at, rssi: -55 })],
  },
  {
    sentence: 'takes local time where the microseconds are empty',
    payload: {
      timeZone: '-6:00',
      tags: [{ ...tag, timeStampOfRead: '', timeOfRead: '2026/06/01 06:00:00.25' }],
    },
    reads: [readOf(epc, { at, rssi: -55 })],
  },
  {
    sentence: 'reads an hour of one digit and whole seconds',
    payload: { timeZone: '-6:00', tags: [{ ...tag, timeOfRead: '2026/06/01 6:00:09' }] },
    reads: [readOf(epc, { at: '2026-06-01T12:00:09Z', rssi: -55 })],
  },
  {
    sentence: 'crosses the end of the year with the zone',
    payload: { timeZone: '-6:00', tags: [{ ...tag, timeOfRead: '2026/12/31 23:59:59.999' }] },
    reads: [readOf(epc, { at: '2027-01-01T05:59:59.999Z', rssi: -55 })],
  },
  {
    sentence: 'knows the leap day',
    payload: { timeZone: '0:00', tags: [{ ...tag, timeOfRead: '2028/02/29 00:00:00' }] },
    reads: [readOf(epc, { at: '2028-02-29T00:00:00Z', rssi: -55 })],
  },
  {
    sentence: 'gives a local time without any zone no time, rather than a wrong one',
    payload: { tags: [{ ...tag, timeOfRead: '2026/06/01 06:00:00.250' }] },
    reads: [readOf(epc, { rssi: -55 })],
  },
  {
    sentence: 'gives reads without a time none',
    payload: { tags: [tag, { ...tag, timeStampOfRead: null }, { ...tag, timeStampOfRead: 0 }] },
    reads: [readOf(epc, { rssi: -55 }), readOf(epc, { rssi: -55 }), readOf(epc, { rssi: -55 })],
  },
  {
    sentence: 'gives a read without RSSI none',
    payload: {
      tags: [
        { epc, antennaPort: 1 },
        { epc, antennaPort: 1, rssi: '' },
      ],
    },
    reads: [readOf(epc), readOf(epc)],
  },
  {
    sentence: 'keeps the EPC unchanged',
    payload: { tags: [{ epc: 'e2 c0-6f/ü\u001d', antennaPort: 1 }] },
    reads: [readOf('e2 c0-6f/ü\u001d')],
  },
  { sentence: 'takes a message without tags for a good one', payload: { tags: [] } },
  ...[
    ['2026/02/29 06:00:00', notReal],
    ['2026/13/01 06:00:00', notReal],
    ['2026/06/31 06:00:00', notReal],
    ['2026/06/00 06:00:00', notReal],
    ['2026/06/01 24:00:00', notReal],
    ['2026/06/01 06:60:00', notReal],
    ['2026/06/01 06:00:61', notReal],
    ['2026/06/01 06:00:60', notReal],
    ['2026-06-01 06:00:00', notLocal],
    ['2026/06/01T06:00:00', notLocal],
    ['01/06/2026 06:00:00', notLocal],
    ['2026/06/01 06:00', notLocal],
    ['2026/06/01 06:00:00 PM', notLocal],
    ['yesterday', notLocal],
    [micros, notLocal],
    [{ toString: 1 }, notLocal],
  ].map(([timeOfRead, error]) => ({
    sentence: `refuses the time ${JSON.stringify(timeOfRead)}`,
    payload: { timeZone: '-6:00', tags: [{ ...tag, timeOfRead }] },
    error: error as string,
  })),
  ...[
    ['-6', notZone],
    ['Central', notZone],
    ['-600', notZone],
    [-6, notZone],
    [{ toString: 1 }, notZone],
    ['-6:60', notReal],
    ['+24:00', notReal],
  ].map(([timeZone, error]) => ({
    sentence: `refuses the zone ${JSON.stringify(timeZone)}`,
    payload: { timeZone, tags: [{ ...tag, timeOfRead: '2026/06/01 06:00:00' }] },
    error: error as string,
  })),
  ...fields.map(([field, value, error]) => ({
    sentence: `refuses ${field} ${String(JSON.stringify(value)).slice(0, 20)}`,
    payload: { tags: [{ ...tag, [field]: value }] },
    error: error as string,
  })),
  {
    sentence: 'loses no good tag beside bad ones',
    payload: { tags: [null, tag, { ...tag, epc: '' }, { ...tag, antennaPort: 2 }] },
    reads: [readOf(epc, { rssi: -55 }), readOf(epc, { rssi: -55, antenna: 2 })],
    faults: ['A tag must be an object', 'epc must be a string of 1 to 255 characters'],
  },
  { sentence: 'refuses an array', payload: [{ tags: [tag] }], error: 'The payload must be an object' },
  { sentence: 'refuses a message of something else', payload: {}, error: 'tags must be an array' },
  {
    sentence: 'refuses tags that are no array',
    payload: { tags: { 0: tag } },
    error: 'tags must be an array',
  },
  {
    sentence: 'refuses what is cut off',
    payload: '{"tags":[{"epc":"E2C0',
    error: 'The payload is not valid JSON',
  },
])
