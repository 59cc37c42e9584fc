import { isObject, type Json, type JsonObject } from '../base/json'
import { fromMicros, type Micros, parseInstant, toMicros } from '../base/time'

/** A capture of messages of readers. Each line is a message: topic, tab, payload. */

/** One message of a capture. */
export interface CapturedMessage {
  readonly topic: string
  readonly payload: Buffer
  /** Number of reads in the payload; 0 if its format is unknown. */
  readonly reads: number
  /** The latest of the times of its reads. */
  readonly lastRead: Micros | undefined
}

/** An error in a capture. The message is one sentence. */
export class CaptureError extends Error {}

/** An error in a topic template. The message is one sentence. */
export class TopicError extends Error {}

/** A payload format. The key of its array of reads identifies it. */
interface Format {
  readonly list: string
  readonly times: readonly TimeField[]
}

interface TimeField {
  readonly key: string
  /** Finds the key and its value in a payload. */
  readonly values: RegExp
  /** Returns the time for the text of a value, or undefined if the text is not a time. */
  readonly read: (value: string, zone: string) => Micros | undefined
  /** Returns the value `delta` later, in the same form, or undefined if the text is not a time. */
  readonly shift: (value: string, delta: Micros) => string | undefined
}

/**
 * The times that a replay shifts. All other bytes of a payload stay unchanged.
 *
 * | Format           | Field                    | Form                                                            |
 * |------------------|--------------------------|-----------------------------------------------------------------|
 * | `csl_cs463`      | `tags[].timeStampOfRead` | microseconds since 1970, a number or a string                   |
 * | `csl_cs463`      | `tags[].timeOfRead`      | local, `2026/08/21 08:03:22.418`; its zone, `-6:00`, is in      |
 * |                  |                          | `timeZone` of the tag or of the message, and does not change    |
 * | `whereabouts_v1` | `reads[].observed_at`    | RFC 3339; its offset does not change                            |
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

/** Parses a capture. Skips empty lines, and keeps payloads unchanged, even if they are not JSON. Throws CaptureError. */
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

/** Returns the messages with all times moved by the same amount, so that the last read is at `endAt`. */
export function shiftCapture(messages: readonly CapturedMessage[], endAt: Micros): CapturedMessage[] {
  const last = lastReadOf(messages)
  if (last === undefined) return [...messages]
  const delta = endAt - last
  return messages.map((message) => {
    if (message.lastRead === undefined) return message
    return { ...message, payload: shiftPayload(message.payload, delta), lastRead: message.lastRead + delta }
  })
}

/** Returns the time of the last read, or undefined if the capture has no known times. */
export function lastReadOf(messages: readonly CapturedMessage[]): Micros | undefined {
  let last: Micros | undefined
  for (const { lastRead } of messages) last = laterOf(last, lastRead)
  return last
}

/**
 * Returns the time to send each message for the speed of the recording, in milliseconds from the first message. It is the
 * time of its last read, but not before the previous message. A message without a time is sent with the previous one.
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

/** Returns the topic for a recorded topic: `{topic}` in the template is the recorded topic, `{1}` its first level. */
export function rewriteTopic(template: string, topic: string): string {
  const levels = topic.split('/')
  const rewritten = template.replace(/\{([^{}]*)\}/g, (placeholder, name: string) => {
    if (name === 'topic') return topic
    const level = /^[1-9]\d*$/.test(name) ? levels[Number(name) - 1] : undefined
    if (level === undefined)
      throw new TopicError(
        `--topic contains ${placeholder}, but the recorded topic ${topic} has no such level.`,
      )
    return level
  })
  if (!isTopic(rewritten))
    throw new TopicError(
      `--topic turns the recorded topic ${topic} into '${rewritten}', which is not a valid MQTT topic.`,
    )
  return rewritten
}

/** Returns whether a topic is the prefix or a topic below it. */
export const isAtOrBelow = (topic: string, prefix: string): boolean =>
  topic === prefix || topic.startsWith(`${prefix}/`)

const isTopic = (topic: string): boolean => {
  const size = Buffer.byteLength(topic)
  return size > 0 && size <= 65_535 && !/[+#\0]/.test(topic)
}

/** Decodes a payload as Latin-1, which keeps bytes that are not UTF-8. The syntax of JSON is ASCII. */
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
 * Returns an expression for the values of a key in valid JSON. A string can contain `"key":` only with a backslash before
 * the first quote, so the expression matches keys only.
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

/** Parses a local time. A zone is `-6:00`, with one or two digits of hours. Without a zone, the time is UTC. */
function readLocal(value: string, zone: string): Micros | undefined {
  const match = local.exec(value)
  if (!match) return undefined
  const [, sign, hours = '', minutes] = /^([+-]?)(\d{1,2}):(\d\d)$/.exec(zone.trim()) ?? []
  const offset = minutes === undefined ? 'Z' : `${sign || '+'}${hours.padStart(2, '0')}:${minutes}`
  return readInstant(`${match[1]}-${match[2]}-${match[3]}T${match[4]}${offset}`)
}

/** Keeps the number of fractional digits and truncates the rest, so all times with the same digits shift by the same amount. */
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

/** Keeps the offset and the fractional digits, and adds digits if the new time needs them. */
function shiftInstant(value: string, delta: Micros): string | undefined {
  const micros = readInstant(value)
  const [, digits = '', offset = ''] = /(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)$/.exec(value) ?? []
  if (micros === undefined) return undefined
  const ahead = -(readInstant(`1970-01-01T00:00:00${offset}`) ?? 0)
  const text = fromMicros(micros + delta + ahead)
  const fraction = (text.slice(20, 26) + digits.slice(6)).replace(/0+$/, '').padEnd(digits.length, '0')
  return `${text.slice(0, 10)}${value[10]}${text.slice(11, 19)}${fraction && `.${fraction}`}${offset}`
}
