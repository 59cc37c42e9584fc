import type { DecodedRead } from '../../../src/tracking/formats/payloads/decoder'
import { decodeCslCs463 } from '../../../src/tracking/formats/models/csl-cs463'
import { readOf, testRows } from './rows'

const epc = 'E2C06F9200000000000051A7'
const tag = { epc, antennaPort: 1, rssi: -55 }
/** 2026-06-01T12:00:00.25Z */
const micros = 1_780_315_200_250_000
const at = '2026-06-01T12:00:00.25Z'
const noTime = 'timeOfRead is not a time such as 2026-08-21T06:45:00.123Z; the read has the time of receipt'
const noZone =
  'timeOfRead has no known time zone; set the time zone of the reader; the read has the time of receipt'
const noPort = 'antennaPort is not an antenna port; the read counts for antenna 1'
const noRssi = 'rssi is not a number; the read has no RSSI'

const required: readonly [field: string, value: unknown, error: string][] = [
  ['epc', undefined, 'epc must be a string of 1 to 255 characters'],
  ['epc', '', 'epc must be a string of 1 to 255 characters'],
  ['epc', 17, 'epc must be a string of 1 to 255 characters'],
  ['epc', 'E'.repeat(256), 'epc must be a string of 1 to 255 characters'],
  ['epc', '\uD800', 'epc must be a string of 1 to 255 characters'],
  ['epc', 'E2\u0000', 'epc must not contain the character U+0000'],
  ['antennaPort', undefined, 'antennaPort must be a number'],
]

const optional: readonly [field: string, value: unknown, note: string, read: Partial<DecodedRead>][] = [
  ...['one', '0x1', -1, 1.5, 65_536, {}].map((port): (typeof optional)[number] => [
    'antennaPort',
    port,
    noPort,
    { antenna: 1 },
  ]),
  ...['strong', 'N/A', '-58,5', '-58 dBm', [], true, { toString: 1 }].map(
    (rssi): (typeof optional)[number] => ['rssi', rssi, noRssi, { rssi: null }],
  ),
  ...['now', {}].map((time): (typeof optional)[number] => [
    'timeStampOfRead',
    time,
    'timeStampOfRead is not a number of microseconds since 1970; the read has the time of receipt',
    { sentAt: null },
  ]),
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
    notes: [noZone],
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
    '2026/02/29 06:00:00',
    '2026/13/01 06:00:00',
    '2026/06/31 06:00:00',
    '2026/06/00 06:00:00',
    '2026/06/01 24:00:00',
    '2026/06/01 06:60:00',
    '2026/06/01 06:00:61',
    '2026/06/01 06:00:60',
    '01/06/2026 06:00:00',
    '2026/06/01 06:00:00 PM',
    'yesterday',
    { toString: 1 },
  ].map((timeOfRead) => ({
    sentence: `keeps the read without its time ${JSON.stringify(timeOfRead)}`,
    payload: { timeZone: '-6:00', tags: [{ ...tag, timeOfRead }] },
    reads: [readOf(epc, { rssi: -55 })],
    notes: [noTime],
  })),
  {
    sentence: 'says that a number instead of a local time is a number of microseconds',
    payload: { timeZone: '-6:00', tags: [{ ...tag, timeOfRead: micros }] },
    reads: [readOf(epc, { rssi: -55 })],
    notes: ['timeOfRead is in microseconds since 1970, not a text; the read has the time of receipt'],
  },
  {
    sentence: 'says that milliseconds are not microseconds',
    payload: { tags: [{ ...tag, timeStampOfRead: micros / 1000 }] },
    reads: [readOf(epc, { rssi: -55, at: '1970-01-21T14:31:55.20025Z' })],
    notes: ['timeStampOfRead is in milliseconds since 1970, not in microseconds'],
  },
  ...['2026-06-01 06:00:00', '2026/06/01T06:00:00', '2026/06/01 06:00', '2026/6/1 6:00:00,000'].map(
    (timeOfRead) => ({
      sentence: `reads the local time ${timeOfRead}`,
      payload: { timeZone: '-6:00', tags: [{ ...tag, timeOfRead }] },
      reads: [readOf(epc, { rssi: -55, at: '2026-06-01T12:00:00Z' })],
    }),
  ),
  ...['-6', '-600', '-06', 'GMT-6:00', 'UTC-6', 'Etc/GMT+6', 'America/Costa_Rica'].map((timeZone) => ({
    sentence: `reads the zone ${timeZone}`,
    payload: { timeZone, tags: [{ ...tag, timeOfRead: '2026/06/01 06:00:00' }] },
    reads: [readOf(epc, { rssi: -55, at: '2026-06-01T12:00:00Z' })],
  })),
  ...['Central', 'Asia/Nowhere', -6, { toString: 1 }, '-6:60', '+24:00'].map((timeZone) => ({
    sentence: `keeps the read without the time in the unknown zone ${JSON.stringify(timeZone)}`,
    payload: { timeZone, tags: [{ ...tag, timeOfRead: '2026/06/01 06:00:00' }] },
    reads: [readOf(epc, { rssi: -55 })],
    notes: [noZone],
  })),
  ...required.map(([field, value, error]) => ({
    sentence: `refuses ${field} ${String(JSON.stringify(value)).slice(0, 20)}`,
    payload: { tags: [{ ...tag, [field]: value }] },
    error,
  })),
  ...optional.map(([field, value, note, read]) => ({
    sentence: `keeps the read with ${field} ${JSON.stringify(value)}, and names the field`,
    payload: { tags: [{ ...tag, [field]: value }] },
    reads: [readOf(epc, { rssi: -55, ...read })],
    notes: [note],
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
    sentence: 'refuses tags that are not an array',
    payload: { tags: { 0: tag } },
    error: 'tags must be an array',
  },
  {
    sentence: 'refuses what is cut off',
    payload: '{"tags":[{"epc":"E2C0',
    error: 'The payload is not valid JSON',
  },
])
