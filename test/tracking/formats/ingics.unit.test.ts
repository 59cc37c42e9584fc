import { decodeIngics } from '../../../src/tracking/formats/models/ingics'
import { readOf, testRows } from './rows'

const ble = { tagType: 'ble' } as const
const gateway = 'C0FFEE000001'
const sensor = '02010612FF0D0083BC280100AAAAFFFF000010030000'
const iBeacon = '0201061AFF4C0002157B1E9C40D2F34A6B8C55E0A1F2D3C4B500070015C5'

testRows('ingics', decodeIngics, [
  {
    sentence: 'reads a tag by its address, with the time of the gateway',
    payload: `$GPRP,C0FFEE0000A1,${gateway},-49,${sensor},1780315200\r\n`,
    reads: [readOf('C0FFEE0000A1', { ...ble, rssi: -49, at: '2026-06-01T12:00:00Z' })],
  },
  {
    sentence: 'reads an iBeacon by its identity; without time synchronization it has no time',
    payload: `$GPRP,C0FFEE0000A2,${gateway},-44,${iBeacon}`,
    reads: [
      readOf('7B1E9C40-D2F3-4A6B-8C55-E0A1F2D3C4B5/7/21', {
        ...ble,
        rssi: -44,
        aliases: ['7B1E9C40D2F34A6B8C55E0A1F2D3C4B500070015', 'C0FFEE0000A2'],
      }),
    ],
  },
  ...['$RSPR', '$LRAD', '$LRSR', '$1MAD', '$1MSR'].map((kind) => ({
    sentence: `reads a line of ${kind}`,
    payload: `${kind},C0FFEE0000A1,${gateway},-60,${sensor}`,
    reads: [readOf('C0FFEE0000A1', { ...ble, rssi: -60 })],
  })),
  {
    sentence: 'reads several lines; a wrong one does not cost the others',
    payload: `$GPRP,C0FFEE0000A1,${gateway},-60,${sensor}\r\n$GPRP,C0FFEE\n\n$GPRP,C0FFEE0000A2,${gateway},-61,`,
    reads: [readOf('C0FFEE0000A1', { ...ble, rssi: -60 }), readOf('C0FFEE0000A2', { ...ble, rssi: -61 })],
    faults: ['A line of $GPRP must have a tag, a gateway, an RSSI and an advertisement'],
  },
  {
    sentence: 'reads a line whose RSSI and time cannot be read without them, and names them',
    payload: `$GPRP,C0FFEE0000A1,${gateway},x,${sensor},soon`,
    reads: [readOf('C0FFEE0000A1', ble)],
    notes: [
      'timestamp is not a number of seconds since 1970; the read has the time of receipt',
      'rssi is not a number; the read has no RSSI',
    ],
  },
  {
    sentence: 'accepts a heartbeat and a position as messages without reads',
    payload: `$HBRP,${gateway},${gateway},-127,00000000,1780315200\n$GPSR,${gateway},${gateway},-127,260601,120000.00,52.5,13.4,0,1`,
  },
  { sentence: 'rejects other text', payload: 'hello', error: 'A line must begin with a kind of report' },
  { sentence: 'rejects JSON', payload: {}, error: 'A line must begin with a kind of report' },
  { sentence: 'rejects a payload without lines', payload: ' \r\n', error: 'The payload contains no line' },
])
