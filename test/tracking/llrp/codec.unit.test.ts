import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { decodeMessage, readHeader } from '../../../src/tracking/llrp/codec/decode'
import { messageTable, parameterTable } from '../../../src/tracking/llrp/codec/definitions'
import { encodeMessage, encodeParameter } from '../../../src/tracking/llrp/codec/encode'
import { Frames } from '../../../src/tracking/llrp/codec/frames'
import { LlrpError } from '../../../src/tracking/llrp/codec/messages'
import { find, type LlrpMessage, type Parameter, parameter } from '../../../src/tracking/llrp/codec/values'
import { capabilitiesOf, configOf, defaultDevice, statusOf } from '../../../src/commands/simulate/llrp/device'
import { rospecOf } from '../../../src/tracking/llrp/client/rospec'

/** LLRP in bytes (decision 0050). */

const bytesOf = (hex: string): Uint8Array => Uint8Array.fromHex(hex.replaceAll(' ', ''))
const message = (name: string, parameters: readonly Parameter[] = [], fields = {}): LlrpMessage => ({
  ...parameter(name, fields, parameters),
  id: 7,
  version: 1,
})

/** Messages of readers, from public reports of faults and from another implementation. */
const recorded: readonly (readonly [hex: string, name: string, path: readonly string[], fields: object])[] = [
  ['043e 0000000a 00000000', 'KEEPALIVE', [], {}],
  ['0448 0000000a 00000000', 'KEEPALIVE_ACK', [], {}],
  ['043d 0000000a 00000000', 'RO_ACCESS_REPORT', [], {}],
  [
    '0422 00000012 00000000 011f 0008 0000 0000',
    'ENABLE_ROSPEC_RESPONSE',
    ['LLRPStatus'],
    { StatusCode: 0, ErrorDescription: '' },
  ],
  [
    '043d 00000038 00000000 00f0 002e 8d e2000017010b016210000000 81 0001 86 d3 87 001d 82 0006614e00000000 84 0006614e00000000 88 0001',
    'RO_ACCESS_REPORT',
    ['TagReportData', 'PeakRSSI'],
    { PeakRSSI: -45 },
  ],
  [
    '043f 00000020 00000001 00f6 0016 0080 000c 0006614e00000000 0100 0006 0000',
    'READER_EVENT_NOTIFICATION',
    ['ReaderEventNotificationData', 'ConnectionAttemptEvent'],
    { Status: 0 },
  ],
  // Recorded from readers: mchesser/llrp-rs, llrp/src/tests.rs.
  [
    '043f 00000020 3afb30a7 00f6 0016 0080 000c 00058880119f8ead 0100 0006 0000',
    'READER_EVENT_NOTIFICATION',
    ['ReaderEventNotificationData', 'UTCTimestamp'],
    { Microseconds: 1_557_458_516_414_125n },
  ],
  ['0440 0000000a 00000008', 'ENABLE_EVENTS_AND_REPORTS', [], {}],
  ['0429 0000000e 00000009 000001af', 'DELETE_ACCESSSPEC', [], {}],
  [
    '0433 0000003f 00000009 011f 0035 0065 0025 4c4c5250205b3430395d203a202f2f41636365737353706563494420' +
      '3a20696e76616c6964 0120 0008 0001 012c',
    'DELETE_ACCESSSPEC_RESPONSE',
    ['LLRPStatus', 'FieldError'],
    { FieldNum: 1, ErrorCode: 300 },
  ],
  ['0415 0000000e 0000000b 00000001', 'DELETE_ROSPEC', [], {}],
  [
    '0414 0000005c 0000000f 00b1 0052 00000001 00 00 00b2 0012 00b3 0005 01 00b6 0009 01 00000bb8' +
      '00b7 0036 0001 0001 00b8 0009 00 00000000 00ba 0025 04d2 01 00de 001e 0001 014a 0018 00' +
      '014f 0008 0000 0000 0150 000b 40 0001 00000000',
    'ADD_ROSPEC',
    ['ROSpec', 'AISpec', 'InventoryParameterSpec'],
    { InventoryParameterSpecID: 1234, ProtocolID: 1 },
  ],
  // The values are those of a real reader, the bytes are computed from them:
  // edgexfoundry/device-rfid-llrp-go, internal/llrp/testdata/roAccessReports/ROAccessReport-001.json.
  [
    '043d 00000029 00000000 00f0 001f 8d 3000abcdef00000000000003 81 0001 86 d0 82 0005a9e4bef862e0',
    'RO_ACCESS_REPORT',
    ['TagReportData', 'FirstSeenTimestampUTC'],
    { Microseconds: 1_594_174_805_140_192n },
  ],
  // Computed by hand from the definition: kyronfeast/llrpkit, tests/test_protocol_golden.py.
  ['0403 0000000b 00000004 80', 'SET_READER_CONFIG', [], {}],
  [
    '0464 00000016 00000063 011f 000c 0000 0004 626f6f6d',
    'ERROR_MESSAGE',
    ['LLRPStatus'],
    { StatusCode: 0, ErrorDescription: 'boom' },
  ],
  [
    '043d 00000023 00000007 00f0 0019 8d 000102030405060708090a0b 81 0003 86 d6 88 0002',
    'RO_ACCESS_REPORT',
    ['TagReportData', 'PeakRSSI'],
    { PeakRSSI: -42 },
  ],
  [
    '043d 00000020 00000008 00f0 0016 00f1 0012 0060 30395fb4a3d525c000000001',
    'RO_ACCESS_REPORT',
    ['TagReportData', 'EPCData'],
    { EPC: { bits: 96, hex: '30395fb4a3d525c000000001' } },
  ],
  ['07ff 00000013 00000002 0000651a 15 00000000', 'CUSTOM_MESSAGE', [], {}],
  ['083e 0000000a 00000001', 'KEEPALIVE', [], {}],
]

const examples: readonly LlrpMessage[] = [
  ...recorded.map(([hex]) => decodeMessage(bytesOf(hex))),
  message('GET_READER_CAPABILITIES_RESPONSE', [statusOf(0), ...capabilitiesOf(defaultDevice)]),
  message('GET_READER_CONFIG_RESPONSE', [statusOf(0), ...configOf(defaultDevice)]),
  message('ADD_ROSPEC', [
    rospecOf(
      { antennas: [{ port: 1, powerDbm: 20 }] },
      {
        manufacturer: 'Impinj',
        model: 'R700',
        firmware: '8',
        antennaCount: 4,
        powersDbm: [10, 20],
        region: 'unspecified',
        serial: null,
        hasClock: true,
        holdsReports: true,
        isHopping: false,
      },
    ),
  ]),
  message('CUSTOM_MESSAGE', [], { VendorIdentifier: 25_882, MessageSubtype: 21, Data: '00000000' }),
]

describe('messages', () => {
  test.each(recorded)('%s is %s, and has the same bytes again', (hex, name, path, fields) => {
    const decoded = decodeMessage(bytesOf(hex))
    expect(decoded.name).toBe(name)
    if (path.length > 0) expect(find(decoded, ...path)?.fields).toEqual(fields as Parameter['fields'])
    expect(encodeMessage(decoded)).toEqual(bytesOf(hex))
  })

  test.each(examples.map((each) => [each.name, each] as const))('%s survives a round trip', (_, each) => {
    expect(decodeMessage(encodeMessage(each))).toEqual(each)
  })

  test('keep parameters that nobody knows, and those of manufacturers', () => {
    const custom = '03ff 000e 0000651a 00000039 f9c0'
    const unknown = '0320 0006 abcd'
    const body = bytesOf(
      `00f0 0020 8d e2000017010b016210000000 ${custom.slice(0, 0)} 81 0001 ${unknown} 86 d3 `,
    )
    const bytes = new Uint8Array([...bytesOf(`043d 00000032 00000000`), ...body, ...bytesOf(custom)])
    bytes[5] = bytes.length
    bytes[13] = body.length
    const decoded = decodeMessage(bytes)
    const [report, vendor] = decoded.parameters
    expect(report?.parameters.map(({ name }) => name)).toEqual(['EPC_96', 'AntennaID', 'Unknown', 'PeakRSSI'])
    expect(vendor?.fields).toEqual({ VendorIdentifier: 25_882, ParameterSubtype: 57, Data: 'f9c0' })
    expect(encodeMessage(decoded)).toEqual(bytes)
  })

  test('keep the rest of a parameter after a short one that nobody knows, whose length is unknown', () => {
    const bytes = bytesOf('043d 00000014 00000000 00f0 000a 81 0001 ff ff ff')
    const [report] = decodeMessage(bytes).parameters
    expect(
      report?.parameters.map(({ name, fields }) => [name, fields['Data'] ?? fields['AntennaID']]),
    ).toEqual([
      ['AntennaID', 1],
      ['Unknown', 'ffffff'],
    ])
    expect(encodeMessage(decodeMessage(bytes))).toEqual(bytes)
  })

  const wrong: readonly (readonly [string, string])[] = [
    ['043e 00000009 00000000', 'A message is shorter than it must be'],
    ['043e ffffffff 00000000', 'A message has a length of 4294967295, and the limit is 10'],
    ['1c3e 0000000a 00000000', 'A message has the LLRP version 7, and only 1 and 2 are known'],
    ['7b226122 3a317d7b7d7b', 'A message has the LLRP version 6, and only 1 and 2 are known'],
    ['0401 0000000a 00000000', 'GET_READER_CAPABILITIES is shorter than it must be'],
    ['0422 00000012 00000000 011f 0008 0000 00ff', 'LLRPStatus is shorter than it must be'],
  ]
  test.each(wrong)('%s is refused: %s', (hex, sentence) => {
    expect(() => decodeMessage(bytesOf(hex))).toThrow(new LlrpError({ english: sentence } as never))
  })

  test('are refused when their parameters are nested too deeply', () => {
    let inner = parameter('ReaderEventNotificationData')
    for (let depth = 0; depth < 200; depth++) inner = parameter('ReaderEventNotificationData', {}, [inner])
    const bytes = encodeMessage(message('READER_EVENT_NOTIFICATION', [inner]))
    expect(() => decodeMessage(bytes)).toThrow(LlrpError)
  })
})

describe('values', () => {
  const wrong: readonly (readonly [string, Parameter])[] = [
    ['a number out of its range', parameter('AntennaID', { AntennaID: 65_536 })],
    ['a fraction', parameter('AntennaID', { AntennaID: 1.5 })],
    ['no value', parameter('AntennaID')],
    ['a text for a number', parameter('AntennaID', { AntennaID: '1' })],
    ['hex of another length', parameter('EPC_96', { EPC: 'e2' })],
    ['no hex', parameter('Custom', { VendorIdentifier: 1, ParameterSubtype: 1, Data: 'xyz' })],
    ['bits without their bytes', parameter('EPCData', { EPC: { bits: 96, hex: 'e2' } })],
    ['a list with a wrong number', parameter('AISpec', { AntennaIDs: [1, -1] })],
    ['a parameter that LLRP does not have', parameter('Nothing')],
  ]
  test.each(wrong)('%s is refused', (_, value) => {
    expect(() => encodeParameter(value)).toThrow(LlrpError)
  })
})

describe('the table', () => {
  test.each([
    ['parameters', parameterTable, 1023],
    ['messages', messageTable, 1023],
  ] as const)('has each type and each name of the %s once', (_, { byName, byType }, greatest) => {
    expect(byName.size).toBe(byType.size)
    for (const { type, fields } of byType.values()) {
      expect(type).toBeWithin(1, greatest + 1)
      const bits = fields.map(({ kind }) => (kind.of === 'number' ? kind.bits : 0))
      expect(bits.reduce((sum, each) => sum + each, 0) % 8).toBe(0)
    }
  })
})

/** Returns the names of the messages, or why the bytes were refused. */
function outcomeOf(bytes: Uint8Array): string {
  try {
    const decoded = decodeMessage(bytes)
    const again = encodeMessage(decoded)
    expect(decodeMessage(again)).toEqual(decoded)
    return decoded.name
  } catch (error) {
    if (error instanceof LlrpError) return error.message
    throw error
  }
}

describe('any bytes', () => {
  const good = examples.map((each) => encodeMessage(each))
  const edit = fc.tuple(
    fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    fc.integer({ min: 0, max: 255 }),
  )

  test('are a message that survives a round trip, or are refused with a sentence', () => {
    const mutated = fc
      .tuple(fc.constantFrom(...good), fc.array(edit, { maxLength: 8 }), fc.nat(200), fc.boolean())
      .map(([bytes, edits, cut, isCut]) => {
        const changed = Uint8Array.from(isCut ? bytes.subarray(0, Math.max(10, bytes.length - cut)) : bytes)
        for (const [at, byte] of edits) changed[Math.floor(at * changed.length)] = byte
        return changed
      })
    fc.assert(
      fc.property(fc.oneof(mutated, fc.uint8Array({ maxLength: 300 })), (bytes) => {
        expect(outcomeOf(bytes)).not.toBe('')
      }),
      { numRuns: 5_000 },
    )
  })

  const mutations = Number(Bun.env['TEST_LLRP_MUTATIONS'] ?? '5000')

  test(
    'that are changed, cut or repeated are refused with a sentence, or are a message again',
    () => {
      // A generator of the same numbers in each run (mulberry32).
      let state = 39
      const next = (below: number): number => {
        state = (state + 0x6d2b79f5) | 0
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
        return ((mixed ^ (mixed >>> 14)) >>> 0) % below
      }
      let decoded = 0
      for (let round = 0; round < mutations; round++) {
        const source = good[next(good.length)] as Uint8Array
        const length = next(3) === 0 ? 10 + next(source.length - 9) : source.length
        const bytes = source.slice(0, length)
        for (let edits = next(6); edits > 0; edits--) bytes[next(length)] = next(256)
        // A part of the message in another place: lengths and types that belong elsewhere.
        if (next(4) === 0) bytes.copyWithin(next(length), next(length), next(length))
        try {
          const found = decodeMessage(bytes)
          if (encodeMessage(found).length > 0) decoded++
        } catch (error) {
          if (!(error instanceof LlrpError))
            throw new Error(`${bytes.toHex()}: ${String(error)}`, { cause: error })
        }
      }
      expect(decoded).toBeWithin(mutations / 100, mutations)
    },
    Math.max(20_000, mutations),
  )

  test.each([0, 1, 127])(
    'with a long form of the type %i, which does not exist, survive a round trip',
    (type) => {
      const header = Uint8Array.from([4, 62, 0, 0, 0, 22, 0, 0, 0, 7])
      const long = Uint8Array.from([0, type, 0, 8, 1, 2, 3, 4, 0, 0, 0, 4])
      expect(outcomeOf(Uint8Array.from([...header, ...long]))).toBe('KEEPALIVE')
    },
  )

  test('are decoded in a time that grows with their number only', () => {
    const body = new Uint8Array(1024 * 1024)
    for (const fill of [0x81, 0x00, 0xff, 0xf0]) {
      body.fill(fill)
      body.set(bytesOf('043d 00100000 00000000'))
      const started = performance.now()
      outcomeOf(body)
      expect(performance.now() - started).toBeLessThan(5_000)
    }
  })
})

describe('a stream', () => {
  const all = Buffer.concat(examples.map((each) => encodeMessage(each)))
  const names = examples.map(({ name }) => name)

  test('gives the same messages however it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1 }), (sizes) => {
        const frames = new Frames(65_536)
        const found: string[] = []
        for (let [at, index] = [0, 0]; at < all.length; index++) {
          const size = sizes[index % sizes.length] ?? 1
          found.push(
            ...[...frames.take(all.subarray(at, at + size))].map(({ bytes }) => decodeMessage(bytes).name),
          )
          at += size
        }
        expect(found).toEqual(names)
        expect(frames.isWithinMessage).toBeFalse()
      }),
      { numRuns: 50 },
    )
  })

  test('is refused at a length of 4 GB, before anything of it has come', () => {
    expect(() => [...new Frames(65_536).take(bytesOf('043d ffffffff 00000000'))]).toThrow(LlrpError)
  })

  test('knows that a message has begun', () => {
    const frames = new Frames(65_536)
    expect([...frames.take(bytesOf('043e 0000000a 0000'))]).toBeEmpty()
    expect(frames.isWithinMessage).toBeTrue()
    expect(readHeader(bytesOf('043e 0000'), 100)).toBeUndefined()
  })
})
