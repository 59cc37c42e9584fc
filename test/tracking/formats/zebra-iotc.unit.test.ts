import { decodeZebraIotc } from '../../../src/tracking/formats/models/zebra-iotc'
import { readOf, testRows } from './rows'

const idHex = 'e2c06f9200000000000051a7'
const timestamp = '2026-06-01T12:00:00.250+0000'
const at = '2026-06-01T12:00:00.25Z'
const message = (data: object, more: object = {}) => ({ type: 'SIMPLE', timestamp, data, ...more })
const simple = (id: string) => message({ eventNum: 3, format: 'epc', idHex: id, antenna: 2, peakRssi: -57 })
const read = (id: string) => readOf(id, { antenna: 2, at, rssi: -57 })

testRows('zebra_iotc', decodeZebraIotc, [
  { sentence: 'reads one object, as it comes by MQTT', payload: simple(idHex), reads: [read(idHex)] },
  {
    sentence: 'reads an array, as it comes when the reader batches',
    payload: [simple(idHex), simple('aa01')],
    reads: [read(idHex), read('aa01')],
  },
  {
    sentence: 'reads objects that follow each other without anything between, as they come by TCP',
    payload: [simple('a{'), simple('}b'), simple('c"')].map((item) => JSON.stringify(item)).join(''),
    reads: [read('a{'), read('}b'), read('c"')],
  },
  {
    sentence: 'reads objects on lines of their own',
    payload: `${JSON.stringify(simple('aa'))}\r\n${JSON.stringify(simple('bb'))}\n`,
    reads: [read('aa'), read('bb')],
  },
  {
    sentence: 'reads custom data',
    payload: message(
      {
        format: 'epc',
        idHex,
        antenna: 1,
        channel: 903.25,
        peakRssi: -52,
        phase: 12.5,
        PC: '3000',
        TID: 'e280',
      },
      { type: 'CUSTOM' },
    ),
    reads: [readOf(idHex, { at, rssi: -52 })],
  },
  {
    sentence: 'reads data of a format other than epc and of a mode it does not know, by idHex',
    payload: message({ format: 'tid', idHex, antenna: 4 }, { type: 'DIRECTIONALITY' }),
    reads: [readOf(idHex, { antenna: 4, at })],
  },
  {
    sentence: 'takes antenna 1 and no RSSI where the metadata is not switched on',
    payload: message({ eventNum: 1, format: 'epc', idHex }),
    reads: [readOf(idHex, { at })],
  },
  {
    sentence: 'reads numbers that come as text',
    payload: message({ idHex, antenna: '3', peakRssi: '-61' }),
    reads: [readOf(idHex, { antenna: 3, at, rssi: -61 })],
  },
  ...['2026-06-01T12:00:00.250Z', '2026-06-01T12:00:00.250+00:00', '2026-06-01T07:00:00.250-0500'].map(
    (text) => ({
      sentence: `reads the time ${text}`,
      payload: message({ idHex }, { timestamp: text }),
      reads: [readOf(idHex, { at })],
    }),
  ),
  {
    sentence: 'gives a read without a time none',
    payload: message({ idHex }, { timestamp: undefined }),
    reads: [readOf(idHex)],
  },
  {
    sentence: 'takes from a heartbeat which antennas are connected',
    payload: {
      type: 'heartbeat',
      timestamp,
      component: 'RC',
      data: {
        radio_control: {
          status: 'running',
          antennas: { 1: 'connected', 2: 'disconnected', 3: 'unknown', all: 'connected', 4: true },
        },
      },
    },
    antennas: { 1: true, 2: false },
  },
  {
    sentence: 'takes the later of two heartbeats',
    payload: ['connected', 'disconnected'].map((state) => ({
      type: 'HEARTBEAT',
      data: { radio_control: { antennas: { 2: state } } },
    })),
    antennas: { 2: false },
  },
  {
    sentence: 'takes other management events for good messages',
    payload: [
      { type: 'gpi', timestamp, component: 'RG', eventNum: 9, data: { pin: 1, state: 'HIGH' } },
      { type: 'warning', timestamp },
      { type: 'heartbeat', data: { radio_control: { antennas: null } } },
      { type: 'heartbeat', data: { radio_control: 'stopped' } },
    ],
  },
  {
    sentence: 'takes a heartbeat and reads out of one message',
    payload: [
      { type: 'heartbeat', data: { radio_control: { antennas: { 1: 'connected' } } } },
      simple(idHex),
    ],
    reads: [read(idHex)],
    antennas: { 1: true },
  },
  { sentence: 'takes an empty message for a good one', payload: '' },
  {
    sentence: 'loses no good read beside bad ones',
    payload: [simple('aa'), message({ antenna: 1 }), 17, simple('bb'), message({ idHex, antenna: 'x' })],
    reads: [read('aa'), read('bb'), readOf(idHex, { at })],
    faults: ['idHex must be a string of 1 to 255 characters', 'A message must be an object'],
    notes: ['antenna is not an antenna port; the read counts for antenna 1'],
  },
  {
    sentence: 'loses no read before one that is cut off',
    payload: `${JSON.stringify(simple('aa'))}{"type":"SIMPLE","data":{"idHex":"b`,
    reads: [read('aa')],
    faults: ['The payload is not valid JSON'],
  },
  {
    sentence: 'takes a message of a good event and a bad read for a good one',
    payload: [{ type: 'gpi' }, message({})],
    faults: ['idHex must be a string of 1 to 255 characters'],
  },
  {
    sentence: 'keeps a read with a time without a zone',
    payload: message({ idHex }, { timestamp: '2026-06-01 12:00:00' }),
    reads: [readOf(idHex)],
    notes: [
      'timestamp has no known time zone; set the time zone of the reader; the read has the time of receipt',
    ],
  },
  ...['TIMED_OUT', 'Timed out', 'TIMEDOUT', 'timeout'].map((state) => ({
    sentence: `takes the state ${state} for the absence of a tag`,
    payload: [simple('aa'), message({ idHex, state }, { type: 'DIRECTIONALITY' })],
    reads: [read('aa')],
  })),
  ...['NEW', 'MOVED'].map((state) => ({
    sentence: `takes the state ${state} for a read`,
    payload: message({ idHex, state }, { type: 'DIRECTIONALITY' }),
    reads: [readOf(idHex, { at })],
  })),
  {
    sentence: 'takes the responses to commands for good messages',
    payload: [
      { command: 'set_mode', command_id: '16', response: 'success', payload: {} },
      { command: 'set_mode', command_id: '17', payload: {} },
      { command: 'get_status', response: 'failure', payload: { message: 'busy' } },
    ],
  },
  ...['N/A', '-54,5', '-54 dBm'].map((peakRssi) => ({
    sentence: `keeps a read with the RSSI ${peakRssi}`,
    payload: message({ idHex, peakRssi }),
    reads: [readOf(idHex, { at })],
    notes: ['peakRssi is not a number; the read has no RSSI'],
  })),
  ...[127, 0, '0', -127, -128].map((peakRssi) => ({
    sentence: `takes the RSSI ${JSON.stringify(peakRssi)} for a placeholder`,
    payload: message({ idHex, peakRssi }),
    reads: [readOf(idHex, { at })],
  })),
  ...[1000, 57, 0.5, -200, -999, 1e300].map((peakRssi) => ({
    sentence: `keeps a read with the RSSI ${peakRssi}, which no radio measures`,
    payload: message({ idHex, peakRssi }),
    reads: [readOf(idHex, { at })],
    notes: ['peakRssi is not an RSSI in dBm that a radio can measure; the read has no RSSI'],
  })),
  ...Object.entries({ 'Antenna 2': 2, 'Dock-1': 1, ANT04: 4, 'Tor (3)': 3, Gate_65535: 65_535 }).map(
    ([antenna, port]) => ({
      sentence: `takes the antenna ${antenna} for ${port}`,
      payload: message({ idHex, antenna }),
      reads: [readOf(idHex, { at, antenna: port })],
    }),
  ),
  ...['north', 'Gate 3b', 'Dock-70000', '1 2', '-2', -1, 1.5, true, {}].map((antenna) => ({
    sentence: `counts a read at the antenna ${JSON.stringify(antenna)} for antenna 1`,
    payload: message({ idHex, antenna }),
    reads: [readOf(idHex, { at })],
    notes: ['antenna is not an antenna port; the read counts for antenna 1'],
  })),
  {
    sentence: 'refuses tag data without an identifier',
    payload: message({ eventNum: 1, format: 'epc' }),
    error: 'idHex must be a string of 1 to 255 characters',
  },
  { sentence: 'refuses tag data without data', payload: { type: 'SIMPLE' }, error: 'data must be an object' },
  {
    sentence: 'refuses what is neither tag data nor an event',
    payload: { tags: [] },
    error: 'A message must have a type',
  },
  {
    sentence: 'refuses a type that is not a text',
    payload: { type: { toString: 1 } },
    error: 'A message must have a type',
  },
  { sentence: 'refuses what is no JSON', payload: 'ping', error: 'The payload is not valid JSON' },
])
