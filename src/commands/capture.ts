import { isObject, type Json, type JsonObject } from '../json'
import { fromMicros, type Micros, parseInstant, toMicros } from '../time'

/** A capture of what readers published: one message a line, its topic, a tab and its payload. */

/** One message of a capture. */
export interface CapturedMessage {
  readonly topic: string
  readonly payload: Buffer
  /** How many reads the payload holds; 0 where its format is none that we know. */
  readonly reads: number
  /** The latest of the times of its reads. */
  readonly lastRead: Micros | undefined
}

/** What is wrong with a capture, in one sentence. */
export class CaptureError extends Error {}

/** What is wrong with a topic template, in one sentence. */
export class TopicError extends Error {}

/** A kind of payload, told by the key of its array of reads. */
interface Format {
  readonly list: string
  readonly times: readonly TimeField[]
}

interface TimeField {
  readonly key: string
  /** Finds the key and its value in a payload. */
  readonly values: RegExp
  /** The time, given the text of the value; undefined where it is none. */
  readonly read: (value: string, zone: string) => Micros | undefined
  /** The text of the value `delta` later, in the same form; undefined where it is no time. */
  readonly shift: (value: string, delta: Micros) => string | undefined
}

/**
 * Every time that a replay knows, and so shifts. All other text of a payload stays as it was, byte for byte.
 *
 * | Format           | Field                    | Form                                                            |
 * |------------------|--------------------------|-----------------------------------------------------------------|
 * | `csl_cs463`      | `tags[].timeStampOfRead` | microseconds since 1970, a number or a string                   |
 * | `csl_cs463`      | `tags[].timeOfRead`      | local, `2026/08/21 08:03:22.418`; its zone, `-6:00`, stands in  |
 * |                  |                          | `timeZone` of the tag or of the message, and stays              |
 * | `whereabouts_v1` | `reads[].observed_at`    | RFC 3339; its offset stays                                      |
 */
const formats: readonly Format[] = [
  {
    list: 'tags',
    times: [
      { key: 'timeStampOfRead', values: valuesOf('timeStampOfRead'), read: readMicros, shift: shiftMicros },
      { key: 'timeOfRead', values: valuesOf('timeOfRead'), read: readLocal, shift: shiftLocal },
    ],
  },
  {
    list: 'reads',
    times: [{ key: 'observed_at', values: valuesOf('observed_at'), read: readInstant, shift: shiftInstant }],
  },
]

const newline = 0x0a
const tab = 0x09

/** Reads a capture; empty lines are skipped. Payloads are kept as they are, JSON or not. */
export function parseCapture(bytes: Buffer): CapturedMessage[] {
  const messages: CapturedMessage[] = []
  let number = 1
  for (let start = 0; start < bytes.length; number++) {
    const found = bytes.indexOf(newline, start)
    const end = found === -1 ? bytes.length : found
    const line = bytes.subarray(start, end)
    start = end + 1
    if (line.length > 0) messages.push(parseLine(line, number))
  }
  return messages
}

function parseLine(line: Buffer, number: number): CapturedMessage {
  const end = line.indexOf(tab)
  if (end === -1)
    throw new CaptureError(`Line ${number} of the capture has no tab between topic and payload.`)
  const topic = line.toString('utf8', 0, end)
  if (!isTopic(topic)) throw new CaptureError(`Line ${number} of the capture has no valid MQTT topic.`)
  const payload = line.subarray(end + 1)
  const recognized = recognize(payload)
  return {
    topic,
    payload,
    reads: recognized?.reads.length ?? 0,
    lastRead: recognized && lastTimeOf(recognized),
  }
}

/** The same messages, all their times moved by one delta such that the last read is at `endAt`. */
export function shiftCapture(messages: readonly CapturedMessage[], endAt: Micros): CapturedMessage[] {
  const last = lastReadOf(messages)
  if (last === undefined) return [...messages]
  const delta = endAt - last
  return messages.map((message) => {
    if (message.lastRead === undefined) return message
    return { ...message, payload: shiftPayload(message.payload, delta), lastRead: message.lastRead + delta }
  })
}

/** When the capture ends; undefined where none of its times is known. */
export function lastReadOf(messages: readonly CapturedMessage[]): Micros | undefined {
  let last: Micros | undefined
  for (const { lastRead } of messages) last = laterOf(last, lastRead)
  return last
}

/**
 * When to send each message, in milliseconds from the first, for the pace of the recording: at its last read,
 * but never before the message above it, and with that one where it has no time.
 */
export function pacesOf(messages: readonly CapturedMessage[]): number[] {
  let first: Micros | undefined
  let latest = 0
  return messages.map(({ lastRead }) => {
    first ??= lastRead
    if (lastRead !== undefined && first !== undefined) latest = Math.max(latest, (lastRead - first) / 1000)
    return latest
  })
}

/** The topic that a template makes of a recorded one: `{topic}` is all of it, `{1}` its first level. */
export function rewriteTopic(template: string, topic: string): string {
  const levels = topic.split('/')
  const rewritten = template.replace(/\{([^{}]*)\}/g, (placeholder, name: string) => {
    if (name === 'topic') return topic
    const level = /^[1-9]\d*$/.test(name) ? levels[Number(name) - 1] : undefined
    if (level === undefined)
      throw new TopicError(`The topic template's ${placeholder} is no level of the recorded topic ${topic}.`)
    return level
  })
  if (!isTopic(rewritten))
    throw new TopicError(`The topic template makes of ${topic} no valid MQTT topic: '${rewritten}'.`)
  return rewritten
}

/** True for the prefix itself and for what lies below it. */
export const isAtOrBelow = (topic: string, prefix: string): boolean =>
  topic === prefix || topic.startsWith(`${prefix}/`)

const isTopic = (topic: string): boolean => {
  const size = Buffer.byteLength(topic)
  return size > 0 && size <= 65_535 && !/[+#\0]/.test(topic)
}

/** Latin-1 makes each byte one character, so that bytes that are not UTF-8 survive; JSON's syntax is ASCII anyway. */
const textOf = (payload: Buffer): string => payload.toString('latin1')

interface Recognized {
  readonly format: Format
  readonly message: JsonObject
  readonly reads: readonly JsonObject[]
}

function recognize(payload: Buffer): Recognized | undefined {
  let message: Json
  try {
    message = JSON.parse(textOf(payload)) as Json
  } catch {
    return undefined
  }
  if (!isObject(message)) return undefined
  for (const format of formats) {
    const list = message[format.list]
    if (Array.isArray(list)) return { format, message, reads: list.filter(isObject) }
  }
  return undefined
}

function lastTimeOf({ format, message, reads }: Recognized): Micros | undefined {
  let last: Micros | undefined
  for (const item of reads) {
    const zone = item['timeZone'] ?? message['timeZone']
    for (const { key, read } of format.times) {
      const value = item[key]
      if (typeof value !== 'number' && typeof value !== 'string') continue
      last = laterOf(last, read(String(value), typeof zone === 'string' ? zone : ''))
    }
  }
  return last
}

const laterOf = (a: Micros | undefined, b: Micros | undefined): Micros | undefined =>
  a === undefined || (b !== undefined && b > a) ? b : a

function shiftPayload(payload: Buffer, delta: Micros): Buffer {
  const recognized = recognize(payload)
  if (!recognized) return payload
  let text = textOf(payload)
  for (const { values, shift } of recognized.format.times) {
    text = text.replace(values, (all, before: string, value: string) => {
      const quote = value.startsWith('"') ? '"' : ''
      const shifted = shift(quote ? value.slice(1, -1) : value, delta)
      return shifted === undefined ? all : before + quote + shifted + quote
    })
  }
  return Buffer.from(text, 'latin1')
}

/**
 * The values of a key, in text that is valid JSON: a string can hold `"key":` only with a backslash before
 * the first quote, so that nothing but keys is found.
 */
function valuesOf(key: string): RegExp {
  return new RegExp(`(?<!\\\\)("${key}"\\s*:\\s*)("[^"\\\\]*"|-?\\d[\\d.eE+-]*)`, 'g')
}

function readMicros(value: string): Micros | undefined {
  const micros = /^-?\d[\d.eE+-]*$/.test(value) ? Number(value) : undefined
  return Number.isSafeInteger(micros) ? micros : undefined
}

function shiftMicros(value: string, delta: Micros): string | undefined {
  const micros = readMicros(value)
  return micros === undefined ? undefined : String(micros + delta)
}

const local = /^(\d{4})\/(\d\d)\/(\d\d) (\d\d:\d\d:\d\d(?:\.(\d{1,6}))?)$/

/** A zone is `-6:00`, with one digit or two; without one the time is taken for UTC. */
function readLocal(value: string, zone: string): Micros | undefined {
  const match = local.exec(value)
  if (!match) return undefined
  const [, sign, hours = '', minutes] = /^([+-]?)(\d{1,2}):(\d\d)$/.exec(zone.trim()) ?? []
  const offset = minutes === undefined ? 'Z' : `${sign || '+'}${hours.padStart(2, '0')}:${minutes}`
  return readInstant(`${match[1]}-${match[2]}-${match[3]}T${match[4]}${offset}`)
}

/** Keeps its digits, and so cuts off what they can't express: by the same amount wherever they are as many. */
function shiftLocal(value: string, delta: Micros): string | undefined {
  const micros = readLocal(value, '')
  if (micros === undefined) return undefined
  const digits = local.exec(value)?.[5]?.length ?? 0
  const text = fromMicros(micros + delta)
  const fraction = digits === 0 ? '' : text.slice(19, 20 + digits)
  return `${text.slice(0, 10).replaceAll('-', '/')} ${text.slice(11, 19)}${fraction}`
}

function readInstant(value: string): Micros | undefined {
  const instant = parseInstant(value)
  const micros = instant === undefined ? undefined : toMicros(instant)
  return Number.isSafeInteger(micros) ? micros : undefined
}

/** Keeps its offset and at least its digits; digits are added where the new time needs them. */
function shiftInstant(value: string, delta: Micros): string | undefined {
  const micros = readInstant(value)
  const [, digits = '', offset = ''] = /(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)$/.exec(value) ?? []
  if (micros === undefined) return undefined
  const ahead = -(readInstant(`1970-01-01T00:00:00${offset}`) ?? 0)
  const text = fromMicros(micros + delta + ahead)
  const fraction = (text.slice(20, 26) + digits.slice(6)).replace(/0+$/, '').padEnd(digits.length, '0')
  return `${text.slice(0, 10)}${value[10]}${text.slice(11, 19)}${fraction && `.${fraction}`}${offset}`
}
