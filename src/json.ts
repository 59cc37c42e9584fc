/** JSON that keeps what `JSON.parse` loses: the digits of numbers, and the difference between bad and unusual text. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** Deeper nesting is refused before it is parsed: it has no use here and costs seconds (contract, Limits). */
export const depthMax = 200

// Not in TypeScript's library yet (ECMAScript proposal JSON.parse source text access).
const { rawJSON, isRawJSON } = JSON as unknown as {
  rawJSON: (text: string) => Json
  isRawJSON: (value: unknown) => boolean
}

const decoder = new TextDecoder('utf-8', { fatal: true })

export class JsonError extends Error {}

/** The text may be JSON, but nests too deeply to be looked at. */
export class JsonDepthError extends JsonError {
  constructor() {
    super(`The text is nested more than ${depthMax} levels deep.`)
  }
}

/** Throws JsonError where the bytes are not UTF-8, not JSON or nested too deeply. Numbers keep their digits. */
export function parseJson(bytes: Uint8Array): Json {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw new JsonError('The text is not valid UTF-8.')
  }
  return parseJsonText(text)
}

export function parseJsonText(text: string): Json {
  if (isTooDeep(text)) throw new JsonDepthError()
  try {
    return hasUnusualNumbers.test(text) ? (JSON.parse(text, keepDigits) as Json) : (JSON.parse(text) as Json)
  } catch {
    throw new JsonError('The text is not valid JSON.')
  }
}

/** What could come back from a double written otherwise than it was sent: long, fractional, exponential, minus zero. */
const hasUnusualNumbers = /\d{16}|\d[.eE]|-0/

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value
  return String(value) === context.source ? value : rawJSON(context.source)
}

/** Whether JSON text nests more deeply than anything has a use for; in linear time, without recursion. */
export function isTooDeep(text: string): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (inString) {
      if (code === 0x5c) i++
      else if (code === 0x22) inString = false
    } else if (code === 0x22) inString = true
    else if (code === 0x7b || code === 0x5b) {
      if (++depth > depthMax) return true
    } else if (code === 0x7d || code === 0x5d) depth--
  }
  return false
}

/** The digits of a number as they were sent; undefined for anything else. */
export function digitsOf(value: Json): string | undefined {
  if (typeof value === 'number') return String(value)
  return isRawJSON(value) ? (value as unknown as { rawJSON: string }).rawJSON : undefined
}

export type JsonKind = 'boolean' | 'number' | 'string' | 'array' | 'object' | 'null'

export function kindOf(value: Json): JsonKind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (isRawJSON(value)) return 'number'
  return typeof value as JsonKind
}

export const isObject = (value: Json): value is JsonObject => kindOf(value) === 'object'

/** True where some string in the value, a key or a text, has half of a surrogate pair. */
export function hasLoneSurrogate(value: Json): boolean {
  if (typeof value === 'string') return !value.isWellFormed()
  if (Array.isArray(value)) return value.some(hasLoneSurrogate)
  if (!isObject(value)) return false
  return Object.entries(value).some(([key, item]) => !key.isWellFormed() || hasLoneSurrogate(item))
}
