import { decodeLlrp } from '../../../src/tracking/formats/models/llrp'
import { encodeMessage } from '../../../src/tracking/llrp/codec/encode'
import { type Parameter, parameter } from '../../../src/tracking/llrp/codec/values'
import { examples } from './examples'
import { readOf, testRows } from './rows'

const epc = '3414257BF400000000001630'
const at = 1_780_315_200_250_000
const text = '2026-06-01T12:00:00.25Z'
const report = (...parameters: readonly Parameter[]) => parameter('TagReportData', {}, parameters)
const own = parameter('EPC_96', { EPC: epc.toLowerCase() })
const message = (...reports: readonly Parameter[]) =>
  encodeMessage({ ...parameter('RO_ACCESS_REPORT', {}, reports), id: 1 })
const time = (name: string, Microseconds: bigint) => parameter(name, { Microseconds })

testRows('llrp', decodeLlrp, [
  {
    sentence: 'reads EPCs of any length, and gives the time since the start of a reader no time of day',
    payload: examples['llrp'],
    reads: [readOf('E2C06F920001', { rssi: -58, at: text }), readOf(epc, { antenna: 2, rssi: -61 })],
    antennas: { 2: true },
  },
  {
    sentence: 'reads a tag that was reported with its EPC only',
    payload: message(report(own)),
    reads: [readOf(epc)],
  },
  {
    sentence: 'uses the time at which a tag was seen last',
    payload: message(
      report(own, time('FirstSeenTimestampUTC', BigInt(at - 5)), time('LastSeenTimestampUTC', BigInt(at))),
    ),
    reads: [readOf(epc, { at: text })],
  },
  {
    sentence: 'has no time for a clock that was never set, and for one that is centuries ahead',
    payload: message(
      report(own, time('LastSeenTimestampUTC', 0n)),
      report(own, time('LastSeenTimestampUTC', 2n ** 64n - 1n)),
    ),
    reads: [readOf(epc), readOf(epc)],
  },
  {
    sentence: 'reads the good reports beside one without an EPC',
    payload: message(report(parameter('AntennaID', { AntennaID: 1 })), report(own)),
    reads: [readOf(epc)],
    faults: ['A tag report has no EPC'],
  },
  { sentence: 'accepts a report without tags', payload: message() },
  {
    sentence: 'accepts a keepalive',
    payload: Buffer.from('043e0000000a00000000', 'hex'),
  },
  {
    sentence: 'refuses half a message',
    payload: message(report(own)).subarray(0, 20),
    error: 'A message has a length of',
  },
  { sentence: 'refuses text', payload: '{"a":1}', error: 'The payload ends within a message' },
])
