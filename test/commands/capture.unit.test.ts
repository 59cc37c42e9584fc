import { describe, expect, test } from 'bun:test'
import {
  CaptureError,
  isAtOrBelow,
  lastReadOf,
  pacesOf,
  parseCapture,
  rewriteTopic,
  shiftCapture,
  TopicError,
} from '../../src/commands/capture'
import { fromMicros, type Micros, parseInstant, toMicros } from '../../src/base/time'

const at = (text: string): Micros => toMicros(parseInstant(text)!)
const capture = (...payloads: string[]) =>
  parseCapture(Buffer.from(payloads.map((p) => `a/b\t${p}\n`).join('')))
const shifted = (endAt: string, ...payloads: string[]) =>
  shiftCapture(capture(...payloads), at(endAt)).map(({ payload }) => payload.toString())

describe('parseCapture', () => {
  test.each<[name: string, text: string, topics: string[], payloads: string[]]>([
    ['nothing', '', [], []],
    ['one line', 'a/b\t{}\n', ['a/b'], ['{}']],
    ['no newline at the end', 'a\t1\nb\t2', ['a', 'b'], ['1', '2']],
    ['empty lines', '\n\na\t1\n\n', ['a'], ['1']],
    ['an empty payload', 'a\t\n', ['a'], ['']],
    ['a tab in the payload', 'a\tb\tc\n', ['a'], ['b\tc']],
    ['a carriage return, which belongs to the payload', 'a\t{}\r\n', ['a'], ['{}\r']],
    ['a topic that is not ASCII', 'Lager/Tür\tü\n', ['Lager/Tür'], ['ü']],
  ])('reads %s', (_, text, topics, payloads) => {
    const messages = parseCapture(Buffer.from(text))
    expect(messages.map(({ topic }) => topic)).toEqual(topics)
    expect(messages.map(({ payload }) => payload.toString())).toEqual(payloads)
  })

  test.each([
    ['no tab', 'a\t1\n\nb 2\n', 'Line 3 of the capture has no tab between topic and payload.'],
    ['no topic', '\t{}\n', 'Line 1 of the capture has no valid MQTT topic.'],
    ['a wildcard', 'a/#\t{}\n', 'Line 1 of the capture has no valid MQTT topic.'],
    [
      'a topic that is too long',
      `${'ä'.repeat(32_768)}\t{}`,
      'Line 1 of the capture has no valid MQTT topic.',
    ],
  ])('rejects %s', (_, text, message) => {
    expect(() => parseCapture(Buffer.from(text))).toThrow(new CaptureError(message))
  })

  test.each<[name: string, payload: string, reads: number, lastRead: string | undefined]>([
    [
      'timeStampOfRead',
      '{"tags":[{"timeStampOfRead":1787321002297000},{"timeStampOfRead":1787321002281000}]}',
      2,
      '2026-08-21T14:03:22.297Z',
    ],
    [
      'timeStampOfRead as a string',
      '{"tags":[{"timeStampOfRead":"1787321002281001"}]}',
      1,
      '2026-08-21T14:03:22.281001Z',
    ],
    [
      'timeOfRead in the zone of the message',
      '{"timeZone":"-6:00","tags":[{"timeOfRead":"2026/08/21 08:03:22.418"}]}',
      1,
      '2026-08-21T14:03:22.418Z',
    ],
    [
      'timeOfRead in the zone of the tag',
      '{"timeZone":"-6:00","tags":[{"timeZone":"+05:30","timeOfRead":"2026/08/21 08:03:22.418"}]}',
      1,
      '2026-08-21T02:33:22.418Z',
    ],
    [
      'timeOfRead in a zone without a sign',
      '{"timeZone":"2:00","tags":[{"timeOfRead":"2026/08/21 08:03:22"}]}',
      1,
      '2026-08-21T06:03:22Z',
    ],
    [
      'timeOfRead without a zone',
      '{"tags":[{"timeOfRead":"2026/08/21 08:03:22.4"}]}',
      1,
      '2026-08-21T08:03:22.4Z',
    ],
    ['timeOfRead that is not a date', '{"tags":[{"timeOfRead":"2026/02/30 08:03:22.418"}]}', 1, undefined],
    [
      'observed_at',
      '{"reads":[{"value":"A"},{"observed_at":"2026-08-21T08:03:22+02:00"}]}',
      2,
      '2026-08-21T06:03:22Z',
    ],
    ['a read without a time', '{"tags":[{"epc":"A"}]}', 1, undefined],
    ['a field of another format', '{"reads":[{"timeStampOfRead":1787321002281000}]}', 1, undefined],
    ['another format', '[{"observed_at":"2026-08-21T08:03:22Z"}]', 0, undefined],
    ['what is not JSON', '{"tags":[{"timeStampOfRead":1787321002281000}', 0, undefined],
  ])('finds the reads of %s', (_, payload, reads, lastRead) => {
    expect(capture(payload)).toMatchObject([{ reads, lastRead: lastRead && at(lastRead) }])
  })
})

describe('shiftCapture', () => {
  test.each<[name: string, endAt: string, payload: string, expected: string]>([
    [
      'the timestamps and nothing else',
      '2026-08-21T14:03:23.297001Z',
      '{ "n": 1.0, "tags" :\t[{"epc":"3E1787321002281000", "timeStampOfRead" : 1787321002281000 ,"rssi":"-70"},{"timeStampOfRead":1787321002297000}],"é":"\\u00e9"}',
      '{ "n": 1.0, "tags" :\t[{"epc":"3E1787321002281000", "timeStampOfRead" : 1787321003281001 ,"rssi":"-70"},{"timeStampOfRead":1787321003297001}],"é":"\\u00e9"}',
    ],
    [
      'timestamps in quotes',
      '1970-01-01T00:00:01Z',
      '{"tags":[{"timeStampOfRead":"1787321002281000"}]}',
      '{"tags":[{"timeStampOfRead":"1000000"}]}',
    ],
    [
      'no text that looks like a field',
      '1970-01-01T00:00:01Z',
      '{"tags":[{"x\\"timeStampOfRead":5,"epc":"\\"timeStampOfRead\\":5","timeStampOfRead":7}]}',
      '{"tags":[{"x\\"timeStampOfRead":5,"epc":"\\"timeStampOfRead\\":5","timeStampOfRead":1000000}]}',
    ],
    [
      'numbers of another notation, as digits',
      '1970-01-01T00:00:01Z',
      '{"tags":[{"timeStampOfRead":1.787321002281e+15},{"timeStampOfRead":1787321002280999.0}]}',
      '{"tags":[{"timeStampOfRead":1000000},{"timeStampOfRead":999999}]}',
    ],
    [
      'no number that is not whole or not exact',
      '1970-01-01T00:00:01Z',
      '{"tags":[{"timeStampOfRead":1.5},{"timeStampOfRead":9007199254740993},{"timeStampOfRead":8}]}',
      '{"tags":[{"timeStampOfRead":1.5},{"timeStampOfRead":9007199254740993},{"timeStampOfRead":1000000}]}',
    ],
    [
      'local times, keeping their zone and form',
      '2027-01-01T05:59:59.9999Z',
      '{"timeZone":"-6:00","tags":[{"timeOfRead":"2026/08/21 08:03:22.418"},{"timeOfRead":"2026/08/21 08:03:21"}]}',
      '{"timeZone":"-6:00","tags":[{"timeOfRead":"2026/12/31 23:59:59.999"},{"timeOfRead":"2026/12/31 23:59:58"}]}',
    ],
    [
      'times of both forms by the same amount',
      '2026-08-21T15:03:22.418Z',
      '{"timeZone":"-6:00","tags":[{"timeOfRead":"2026/08/21 08:03:22.418"},{"timeStampOfRead":1787321002281000}]}',
      '{"timeZone":"-6:00","tags":[{"timeOfRead":"2026/08/21 09:03:22.418"},{"timeStampOfRead":1787324602281000}]}',
    ],
    [
      'RFC 3339, keeping offset and digits',
      '2026-08-21T00:00:00.5Z',
      '{"reads":[{"observed_at":"2026-08-20T05:30:00.500+05:30"},{"observed_at":"2026-08-19t23:59:59.500000789z"}]}',
      '{"reads":[{"observed_at":"2026-08-21T05:30:00.500+05:30"},{"observed_at":"2026-08-20t23:59:59.500000789z"}]}',
    ],
    [
      'RFC 3339, with more digits when they are needed',
      '2026-08-21T00:00:00.25Z',
      '{"reads":[{"observed_at":"2026-08-20T00:00:00Z"},{"observed_at":"2026-08-19T23:59:59.75-00:00"}]}',
      '{"reads":[{"observed_at":"2026-08-21T00:00:00.25Z"},{"observed_at":"2026-08-21T00:00:00.00-00:00"}]}',
    ],
    [
      'never a text that is not a time',
      '2026-08-21T00:00:00Z',
      '{"reads":[{"observed_at":"yesterday"},{"observed_at":null},{"observed_at":"2026-08-20T00:00:00Z"}]}',
      '{"reads":[{"observed_at":"yesterday"},{"observed_at":null},{"observed_at":"2026-08-21T00:00:00Z"}]}',
    ],
  ])('shifts %s', (_, endAt, payload, expected) => {
    expect(shifted(endAt, payload)).toEqual([expected])
  })

  test('shifts all messages by the same amount, so that the latest read is at the instant', () => {
    const messages = capture(
      '{"tags":[{"timeStampOfRead":3000000}]}',
      '{"reads":[{"observed_at":"1970-01-01T00:00:04Z"}]}',
      'not JSON',
      '{"tags":[{"timeStampOfRead":1000000}]}',
    )
    const endAt = at('2026-01-31T08:05:00.000001Z')
    const moved = shiftCapture(messages, endAt)
    expect(lastReadOf(moved)).toBe(endAt)
    expect(moved.map(({ lastRead }) => lastRead && fromMicros(lastRead).slice(17))).toEqual([
      '59.000001Z',
      '00.000001Z',
      undefined,
      '57.000001Z',
    ])
    const reparsed = parseCapture(
      Buffer.concat(moved.map((m) => Buffer.from(`a\t${m.payload.toString()}\n`))),
    )
    expect(reparsed.map(({ lastRead }) => lastRead)).toEqual(moved.map(({ lastRead }) => lastRead))
  })

  test('keeps bytes that are not UTF-8', () => {
    const payload = Buffer.from([
      ...Buffer.from('{"tags":[{"x":"'),
      0xff,
      0xc3,
      ...Buffer.from('","timeStampOfRead":5}]}'),
    ])
    const binary = Buffer.from([0x81, 0xff, 0x00])
    const bytes = Buffer.concat([Buffer.from('a\t'), payload, Buffer.from('\nb\t'), binary])
    const [first, second] = shiftCapture(parseCapture(bytes), 6)
    expect(first?.payload.toString('latin1')).toBe(payload.toString('latin1').replace(':5', ':6'))
    expect(second?.payload).toEqual(binary)
  })

  test('leaves a capture without times unchanged', () => {
    const messages = capture('{"tags":[]}', 'x')
    expect(shiftCapture(messages, 0)).toEqual(messages)
  })
})

test('pacesOf gives each message the time of its last read, never before that of the message above', () => {
  const messages = capture(
    'before any time',
    '{"tags":[{"timeStampOfRead":5000000}]}',
    '{"tags":[{"timeStampOfRead":5200000}]}',
    'no time',
    '{"tags":[{"timeStampOfRead":1}]}',
    '{"tags":[{"timeStampOfRead":5100000},{"timeStampOfRead":5300000}]}',
  )
  expect(pacesOf(messages)).toEqual([0, 0, 200, 200, 200, 300])
})

describe('rewriteTopic', () => {
  test.each([
    ['{topic}', 'trakrf.id/cs463-212/reads'],
    ['acme/readers/{2}/reads', 'acme/readers/cs463-212/reads'],
    ['{3}/{1}/{topic}', 'reads/trakrf.id/trakrf.id/cs463-212/reads'],
    ['plain', 'plain'],
    ['{1', '{1'],
  ])('%s', (template, expected) => {
    expect(rewriteTopic(template, 'trakrf.id/cs463-212/reads')).toBe(expected)
  })

  test('inserts a level with a dollar sign unchanged', () => {
    expect(rewriteTopic('x/{1}', '$&/b')).toBe('x/$&')
  })

  test.each(['{4}', '{0}', '{01}', '{name}', '{}', 'a/#', '+/{1}', ''])('refuses %p', (template) => {
    expect(() => rewriteTopic(template, 'a/b/c')).toThrow(TopicError)
  })
})

test.each([
  ['a/b', 'a/b', true],
  ['a/b/c', 'a/b', true],
  ['a/bc', 'a/b', false],
  ['a', 'a/b', false],
])('isAtOrBelow(%p, %p) is %p', (topic, prefix, expected) => {
  expect(isAtOrBelow(topic, prefix)).toBe(expected)
})
