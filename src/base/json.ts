import { jsonMessages, type Message } from './messages'

/** A JSON parser with limits, which keeps the digits of numbers that `JSON.parse` would round. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** The limits of a JSON text. A text that exceeds them is rejected before it is parsed (docs/api.md, Limits). */
export interface JsonLimits {
  /** Levels of nesting. */
  readonly depth: number
  /** Number of different member names in one object. The whole text may have a tenth more. */
  readonly names: number
  /** Number of members, items, objects and arrays in the whole text. */
  readonly values: number
}

/**
 * The limits that the largest legitimate body needs: 10,000 reads, or 500 rows of a file. A new name costs the parser
 * ten times as much as a repeated one, so names have a lower limit than values.
 */
export const jsonLimits: JsonLimits = { depth: 200, names: 10_000, values: 150_000 }

// These functions are not in TypeScript's library yet (ECMAScript proposal JSON.parse source text access).
const { rawJSON, isRawJSON } = JSON as unknown as {
  rawJSON: (text: string) => Json
  isRawJSON: (value: unknown) => boolean
}

const decoder = new TextDecoder('utf-8', { fatal: true })

export class JsonError extends Error {}

/** The bytes are not UTF-8. */
export class JsonEncodingError extends JsonError {}

/** The text may be JSON, but exceeds a limit. */
export class JsonLimitError extends JsonError {
  /** @param excess the exceeded limit, as a sentence without its subject */
  constructor(readonly excess: Message) {
    super(`The text ${excess.english}.`)
  }
}

/** Throws JsonError if the bytes are not UTF-8, are not JSON or exceed the limits. Numbers keep their digits. */
export function parseJson(bytes: Uint8Array, limits: JsonLimits = jsonLimits): Json {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw new JsonEncodingError('The text is not valid UTF-8.')
  }
  return parseJsonText(text, limits)
}

export function parseJsonText(text: string, limits: JsonLimits = jsonLimits): Json {
  requireWithin(text, limits)
  try {
    return hasUnusualNumbers.test(text) ? (JSON.parse(text, keepDigits) as Json) : (JSON.parse(text) as Json)
  } catch {
    throw new JsonError('The text is not valid JSON.')
  }
}

/**
 * Matches numbers whose text may change when they are converted to a double: long, fractional, exponential, minus zero.
 */
const hasUnusualNumbers = /\d{16}|\d[.eE]|-0/

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value
  return String(value) === context.source ? value : rawJSON(context.source)
}

/** Throws JsonLimitError if JSON text exceeds the limits. It takes linear time and does not recurse. */
export function requireWithin(text: string, limits: JsonLimits = jsonLimits): void {
  let depth = 0
  let names = 0
  let values = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x22) i = endOfString(text, i)
    else if (code === 0x3a) names++
    else if (code === 0x2c) values++
    else if (code === 0x7b || code === 0x5b) {
      values++
      if (++depth > limits.depth) throw new JsonLimitError(jsonMessages('json.deep', { max: limits.depth }))
    } else if (code === 0x7d || code === 0x5d) depth--
    if (values > limits.values) throw new JsonLimitError(jsonMessages('json.values', { max: limits.values }))
  }
  if (names > limits.names) requireFewNames(text, limits.names)
}

/** Throws JsonLimitError if there are too many different names. It is called only for a text with many members. */
function requireFewNames(text: string, namesMax: number): void {
  // The fields around the largest object, such as metadata, have names, too.
  const textMax = Math.ceil(namesMax * 1.1)
  const names = new Set<string>()
  /** The names of the objects that are open. */
  const open: Set<string>[] = []
  let last = ''
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x22) {
      const start = i + 1
      i = endOfString(text, i)
      last = text.slice(start, i)
    } else if (code === 0x7b) open.push(new Set())
    else if (code === 0x7d) open.pop()
    else if (code === 0x3a) {
      names.add(last)
      const own = open.at(-1)?.add(last)
      if ((own?.size ?? 0) > namesMax)
        throw new JsonLimitError(jsonMessages('json.object_names', { max: namesMax }))
      if (names.size > textMax) throw new JsonLimitError(jsonMessages('json.names', { max: textMax }))
    }
  }
}

/**
 * Returns the index of the closing quotation mark of the string that begins at `start`; the end of the text if there is
 * none.
 */
function endOfString(text: string, start: number): number {
  let i = start + 1
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x5c) i++
    else if (code === 0x22) return i
  }
  return i
}

/** Returns the digits of a number as they were sent; undefined for other values. */
export function digitsOf(value: Json): string | undefined {
  if (typeof value === 'number') return String(value)
  return isRawJSON(value) ? (value as unknown as { rawJSON: string }).rawJSON : undefined
}

type JsonKind = 'boolean' | 'number' | 'string' | 'array' | 'object' | 'null'

export function kindOf(value: Json): JsonKind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (isRawJSON(value)) return 'number'
  return typeof value as JsonKind
}

export const isObject = (value: Json): value is JsonObject => kindOf(value) === 'object'

/** Reports whether a key or a string in the value contains an unpaired surrogate. */
export function hasLoneSurrogate(value: Json): boolean {
  if (typeof value === 'string') return !value.isWellFormed()
  if (Array.isArray(value)) return value.some(hasLoneSurrogate)
  if (!isObject(value)) return false
  return Object.entries(value).some(([key, item]) => !key.isWellFormed() || hasLoneSurrogate(item))
}
