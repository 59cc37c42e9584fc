import { JsonLimitError, requireWithin } from '../json'
import { DecodeError, requireFewFaults } from './decoder'

/** The one JSON value that a payload holds. Throws DecodeError. */
export const parsePayload = (payload: Uint8Array): unknown => parse(textOf(payload))

/**
 * The JSON values of a payload that may hold several: an array is taken apart, and objects may follow each other with
 * blanks, line ends or nothing between them, as they do in what a reader streams. What is no JSON comes as the reason,
 * one for all up to where reading can go on: after its last bracket, or where a line begins with one. Only blanks are
 * no value.
 */
export function parseValues(payload: Uint8Array): readonly unknown[] {
  const text = textOf(payload)
  const values: unknown[] = []
  // Once something broken has swallowed the lines after it, no value is looked for beyond its line: so each is looked at once.
  let isByLine = false
  let faults = 0
  for (let start = startOfValue(text, 0); start < text.length;) {
    const end = endOfValue(text, start, isByLine ? endOfLine(text, start) : text.length)
    try {
      const value = parse(text.slice(start, end))
      if (Array.isArray(value)) for (const item of value) values.push(item)
      else values.push(value)
      start = startOfValue(text, end)
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      values.push(error)
      requireFewFaults(++faults, error.message)
      const swallowed = text.slice(start, end).search(lineOfValue)
      if (isByLine) start = startOfLine(text, end)
      else start = swallowed < 0 ? startOfValue(text, end) : start + swallowed + 1
      isByLine ||= swallowed >= 0
    }
  }
  return values
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function textOf(payload: Uint8Array): string {
  let text: string
  try {
    text = decoder.decode(payload)
  } catch {
    throw new DecodeError('The payload is not valid UTF-8')
  }
  try {
    requireWithin(text)
    return text
  } catch (error) {
    if (error instanceof JsonLimitError) throw new DecodeError(`The payload ${error.excess}`)
    throw error
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new DecodeError('The payload is not valid JSON')
  }
}

/** The first character from `at` on that is no blank; the end of the text if there is none, as in the next two. */
function startOfValue(text: string, at: number): number {
  const blanks = /[ \t\r\n]*/y
  blanks.lastIndex = at
  return at + (blanks.exec(text)?.[0].length ?? 0)
}

const lineOfValue = /\n[{[]/

/** Where the next line begins that begins with a bracket. */
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

/** Where the object or array that begins at `start` ends; the limit if none begins there or it has no end before it. */
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

/** Past the closing quotation mark of the string that begins at `start`. */
function endOfString(text: string, start: number, limit: number): number {
  for (let i = start + 1; i < limit; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === '"') return i + 1
  }
  return limit
}
