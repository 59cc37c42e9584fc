import { formatMessages } from './messages'
import { JsonLimitError, requireWithin } from '../../../base/json'
import { DecodeError, requireFewFaults } from './decoder'

/** Returns the single JSON value of a payload. Throws DecodeError. */
export const parsePayload = (payload: Uint8Array): unknown => parse(textOf(payload))

/**
 * Returns the JSON values of a payload that may contain several, such as one in each line. Unlike with `parseValues`, an
 * array is one value. Throws DecodeError when the payload contains none.
 */
export function parseMessages(payload: Uint8Array): readonly unknown[] {
  const text = textOf(payload)
  try {
    return [parse(text)]
  } catch (error) {
    const messages = valuesIn(text)
    if (messages.length === 0) throw error
    return messages
  }
}

/** Returns the JSON value in a text that is itself in JSON; undefined when the text is none. Throws DecodeError. */
export function parseNested(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined
  requireLimits(text)
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Returns the JSON values of a payload that may contain several. The items of an array are separate values. Objects may follow each
 * other with white space or nothing in between, as in the stream of a reader. Invalid JSON is returned as a
 * DecodeError: one error up to the point at which parsing resumes, which is after the last bracket of the invalid part,
 * or at a line that begins with a bracket. A payload of white space contains no value.
 *
 * Throws DecodeError when the payload is not UTF-8, exceeds a limit of JSON or has too many invalid parts.
 */
export const parseValues = (payload: Uint8Array): readonly unknown[] =>
  valuesIn(textOf(payload)).flatMap((value) => value)

function valuesIn(text: string): readonly unknown[] {
  const values: unknown[] = []
  // An invalid part that contains further lines makes the search for the end of a value stop at the end of its line
  // from then on. Otherwise, it would read the same lines again and again.
  let isByLine = false
  let faults = 0
  for (let start = startOfValue(text, 0); start < text.length;) {
    const end = endOfValue(text, start, isByLine ? endOfLine(text, start) : text.length)
    try {
      values.push(parse(text.slice(start, end)))
      start = startOfValue(text, end)
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      values.push(error)
      requireFewFaults(++faults, error.said)
      const nextLine = text.slice(start, end).search(lineOfValue)
      if (isByLine) start = startOfLine(text, end)
      else start = nextLine < 0 ? startOfValue(text, end) : start + nextLine + 1
      isByLine ||= nextLine >= 0
    }
  }
  return values
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Returns the number of bytes before the NULs at the end, which programs in C send with their text. */
export function lengthWithoutNuls(payload: Uint8Array): number {
  let length = payload.length
  while (length > 0 && payload[length - 1] === 0) length--
  return length
}

/** What a message, or a line of one, begins with. */
const beginnings: ReadonlySet<number> = new Set(Array.from('{[$', (character) => character.charCodeAt(0)))
const space = 0x20

/** Returns the number of bytes before a NUL that no other message follows: programs in C may send the rest of their buffer. */
function lengthOfText(payload: Uint8Array): number {
  const end = payload.indexOf(0)
  if (end < 0) return payload.length
  const next = payload.subarray(end).find((byte) => byte > space)
  return next !== undefined && beginnings.has(next) ? lengthWithoutNuls(payload) : end
}

/** Returns the text of a payload. Throws DecodeError when it is not UTF-8 or exceeds a limit of JSON. */
export function textOf(payload: Uint8Array): string {
  let text: string
  try {
    text = decoder.decode(payload.subarray(0, lengthOfText(payload)))
  } catch {
    throw new DecodeError(formatMessages('format.encoding'))
  }
  // U+0000 cannot be in JSON. Programs in C also send it between messages.
  const lines = text.replaceAll('\0', '\n')
  requireLimits(lines)
  return lines
}

function requireLimits(text: string): void {
  try {
    requireWithin(text)
  } catch (error) {
    if (error instanceof JsonLimitError)
      throw new DecodeError(formatMessages('format.excess', { excess: error.excess }))
    throw error
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new DecodeError(formatMessages('format.json'))
  }
}

/** Returns the offset of the first character from `at` on that is not white space, or the end of the text. */
function startOfValue(text: string, at: number): number {
  const blanks = /[ \t\r\n]*/y
  blanks.lastIndex = at
  return at + (blanks.exec(text)?.[0].length ?? 0)
}

const lineOfValue = /\n[{[]/

/** Returns the offset of the next line that begins with a bracket, or the end of the text. */
function startOfLine(text: string, at: number): number {
  const found = text.slice(at).search(lineOfValue)
  return found < 0 ? text.length : at + found + 1
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

const opening = /[{[]/
const structure = /["{}[\]]/g

/**
 * Returns the end of the object or array that begins at `start`; `limit` when there is none or it does not end before.
 */
function endOfValue(text: string, start: number, limit: number): number {
  if (!opening.test(text[start] as string)) return limit
  let depth = 0
  structure.lastIndex = start
  for (let mark = structure.exec(text); mark && mark.index < limit; mark = structure.exec(text)) {
    if (mark[0] === '"') {
      structure.lastIndex = endOfString(text, mark.index, limit)
    } else {
      depth += opening.test(mark[0]) ? 1 : -1
      if (depth === 0) return mark.index + 1
    }
  }
  return limit
}

/** Returns the offset after the closing quotation mark of the string that begins at `start`; `limit` without one. */
function endOfString(text: string, start: number, limit: number): number {
  for (let i = start + 1; i < limit; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === '"') return i + 1
  }
  return limit
}
