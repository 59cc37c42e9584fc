import { decodeImpinjIot } from '../../../src/tracking/formats/models/impinj-iot'
import { readOf, testRows } from './rows'

const epcHex = 'FBEFBE92000000000000FFFF'
/** The same twelve bytes: with `+` and `/`, and with `-` and `_`. */
const epc = '++++kgAAAAAAAP//'
const epcUrl = '----kgAAAAAAAP__'
const timestamp = '2026-06-01T12:00:01Z'
const tagEvent = (tagInventoryEvent: unknown, more: object = {}) => ({
  timestamp,
  eventType: 'tagInventory',
  tagInventoryEvent,
  ...more,
})

testRows('impinj_iot', decodeImpinjIot, [
  {
    sentence: 'reads one object, as it comes by MQTT',
    payload: {
      timestamp: '2026-06-01T12:00:01.000000001Z',
      hostname: 'impinj-aa-bb-cc',
      eventType: 'tagInventory',
      tagInventoryEvent: {
        epc,
        epcHex,
        tid: '4oAR',
        tidHex: 'E28011',
        antennaPort: 3,
        antennaName: 'Gate',
        peakRssiCdbm: -6150,
        lastSeenTime: '2026-06-01T12:00:00.250000999Z',
      },
    },
    reads: [readOf(epcHex, { antenna: 3, at: '2026-06-01T12:00:00.25Z', rssi: -61.5 })],
  },
  {
    sentence: 'reads an array, as a webhook posts it',
    payload: [
      tagEvent({ epcHex, antennaPort: 2 }),
      { timestamp, eventType: 'inventoryStatus', inventoryStatusEvent: { inventoryStatus: 'running' } },
      tagEvent({ epcHex: 'aa01' }),
    ],
    reads: [readOf(epcHex, { antenna: 2, at: timestamp }), readOf('aa01', { at: timestamp })],
  },
  {
    sentence: 'reads a stream of lines with blank lines between them',
    payload: `${JSON.stringify(tagEvent({ epcHex }))}\r\n\r\n\r\n${JSON.stringify(tagEvent({ epcHex: 'aa01' }))}\r\n`,
    reads: [readOf(epcHex, { at: timestamp }), readOf('aa01', { at: timestamp })],
  },
  { sentence: 'takes a blank line alone for a good message', payload: '\r\n' },
  { sentence: 'takes an empty array for a good message', payload: '[]' },
  {
    sentence: 'names the event by its key where older firmware has no eventType',
    payload: { timestamp, tagInventoryEvent: { epcHex } },
    reads: [readOf(epcHex, { at: timestamp })],
  },
  ...[
    ['base64', epc, epcHex],
    ['base64url', epcUrl, epcHex],
    ['base64 with padding', '4oAR0A==', 'E28011D0'],
    ['base64 without padding', '4oAR0A', 'E28011D0'],
  ].map(([name, text, hex]) => ({
    sentence: `reads the EPC from ${name} where there is no epcHex`,
    payload: tagEvent({ epc: text }),
    reads: [readOf(hex as string, { at: timestamp })],
  })),
  ...[
    'FBEF-BE92-0000-0000-0000-FFFF',
    'fbefbe92 00000000 0000ffff',
    'FB:EF:BE:92:00:00',
    '0xFBEFBE92000000',
  ].map((text) => ({
    sentence: `takes ${text} for hex, not for base64`,
    payload: tagEvent({ epc: text }),
    reads: [readOf(text, { at: timestamp })],
  })),
  {
    sentence: 'keeps epcHex unchanged, and prefers it to epc',
    payload: tagEvent({ epcHex: 'e2 c0-6F', epc: '!' }),
    reads: [readOf('e2 c0-6F', { at: timestamp })],
  },
  {
    sentence: 'takes the TID beside the EPC as the number of the chip',
    payload: tagEvent({ epcHex: 'E2C06F', tidHex: 'E2801170200014CD9B5A08EC' }),
    reads: [{ ...readOf('E2C06F', { at: timestamp }), tid: 'E2801170200014CD9B5A08EC' }],
  },
  {
    sentence: 'takes the TID where both forms of the EPC are switched off',
    payload: [tagEvent({ tidHex: 'E28011d0' }), tagEvent({ tid: '4oAR0A==' })],
    reads: [readOf('E28011d0', { at: timestamp }), readOf('E28011D0', { at: timestamp })],
  },
  {
    sentence: 'gives a read no time where lastSeenTime and timestamp are missing',
    payload: { tagInventoryEvent: { epcHex, antennaPort: '2', peakRssiCdbm: '-4400' } },
    reads: [readOf(epcHex, { antenna: 2, rssi: -44 })],
  },
  {
    sentence: 'takes from antenna events which antennas are connected',
    payload: [
      {
        timestamp,
        eventType: 'antennaConnected',
        antennaConnectedEvent: { antennaPort: 1, antennaName: 'A' },
      },
      { timestamp, antennaDisconnectedEvent: { antennaPort: 3 } },
      { timestamp, antennaConnectedEvent: { antennaPort: 2 } },
      { timestamp, antennaDisconnectedEvent: { antennaPort: 2 } },
    ],
    antennas: { 1: true, 2: false, 3: false },
  },
  {
    sentence: 'takes other events for good messages, including those it does not know',
    payload: [
      { timestamp, eventType: 'gpiTransition', gpiTransitionEvent: { gpi: 1, transition: 'high-to-low' } },
      { timestamp, inventoryStatusEvent: { inventoryStatus: 'idle' } },
      { timestamp, eventType: 'somethingNew' },
      { timestamp, overflowEvent: {} },
    ],
  },
  {
    sentence: 'loses no good read beside bad ones',
    payload: [
      tagEvent({}),
      tagEvent({ epcHex }),
      tagEvent({ epcHex, antennaPort: 'x' }),
      tagEvent({ epcHex, peakRssiCdbm: 'x' }),
      { antennaDisconnectedEvent: {} },
      null,
    ],
    reads: Array.from({ length: 3 }, () => readOf(epcHex, { at: timestamp })),
    faults: [
      'tagInventoryEvent must have epcHex or epc',
      'antennaPort must be a number',
      'An event must be an object',
    ],
    notes: [
      'antennaPort is not an antenna port; the read counts for antenna 1',
      'peakRssiCdbm is not a number; the read has no RSSI',
    ],
  },
  {
    sentence: 'loses no line before one that is cut off',
    payload: `${JSON.stringify(tagEvent({ epcHex }))}\r\n{"timestamp":"20`,
    reads: [readOf(epcHex, { at: timestamp })],
    faults: ['The payload is not valid JSON'],
  },
  ...['a', 'ab=c', 'äöü', 'AA A', '====', 5].map((text) => ({
    sentence: `refuses the EPC ${JSON.stringify(text)}, which is not base64`,
    payload: tagEvent({ epc: text }),
    error: 'epc must be base64',
  })),
  {
    sentence: 'keeps a read with a bad time',
    payload: tagEvent({ epcHex, lastSeenTime: 1_780_315_200 }),
    reads: [readOf(epcHex)],
    notes: ['lastSeenTime is in seconds since 1970, not a text; the read has the time of receipt'],
  },
  ...[12_700, '12700', 0, -12_800].map((peakRssiCdbm) => ({
    sentence: `takes the RSSI ${JSON.stringify(peakRssiCdbm)} for a placeholder`,
    payload: tagEvent({ epcHex, peakRssiCdbm }),
    reads: [readOf(epcHex, { at: timestamp })],
  })),
  {
    sentence: 'reads a time without a zone as no time',
    payload: tagEvent({ epcHex, lastSeenTime: '2026-06-01T14:32:01.123456' }),
    reads: [readOf(epcHex)],
    notes: [
      'lastSeenTime has no known time zone; set the time zone of the reader; the read has the time of receipt',
    ],
  },
  ...[
    'E28011606000020520A0614E',
    'e28011606000020520a0614e',
    'E28011606000',
    'E28011606000020520A0614EE28011606000020520A0614E',
  ].flatMap((text) =>
    ['epc', 'tid'].map((name) => ({
      sentence: `takes the hex text ${text} of ${name} as it is`,
      payload: tagEvent({ [name]: text }),
      reads: [readOf(text, { at: timestamp })],
    })),
  ),
  {
    sentence: 'reads base64 that consists of hex digits only because of its zeros',
    payload: tagEvent({ epc: 'AAAAAAAAAAAAAAAB' }),
    reads: [readOf('000000000000000000000001', { at: timestamp })],
  },
  {
    sentence: 'refuses a tagInventory without its event',
    payload: { timestamp, eventType: 'tagInventory' },
    error: 'tagInventoryEvent must be an object',
  },
  {
    sentence: 'refuses what is not an event',
    payload: { timestamp },
    error: 'An event must have an eventType',
  },
  { sentence: 'refuses what is no JSON', payload: 'OK', error: 'The payload is not valid JSON' },
])
