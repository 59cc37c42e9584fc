import { isTooDeep } from '../../json'
import { DecodeError } from './decoder'

/** The one JSON value that a payload holds. Throws DecodeError. */
export const parsePayload = (payload: Uint8Array): unknown => parse(textOf(payload))

/**
 * The JSON values of a payload that may hold several: an array is taken apart, and objects may follow each other with
 * blanks, line ends or nothing between them, as they do in what a reader streams. Values that are no JSON come as the
 * reason; where the text stops being a sequence of values, all the rest is one of them. Only blanks are no value.
 */
export function parseValues(payload: Uint8Array): readonly unknown[] {
  const values: unknown[] = []
  for (const text of split(textOf(payload))) {
    try {
      const value = parse(text)
      if (Array.isArray(value)) for (const item of value) values.push(item)
      else values.push(value)
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error
      values.push(error)
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
  if (isTooDeep(text)) throw new DecodeError('The payload is nested too deeply')
  return text
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new DecodeError('The payload is not valid JSON')
  }
}

function* split(text: string): Generator<string> {
  const valueStart = /[^ \t\r\n]/g
  for (let start = valueStart.exec(text); start; start = valueStart.exec(text)) {
    const end = endOfValue(text, start.index)
    yield text.slice(start.index, end)
    valueStart.lastIndex = end
  }
}

const opening = /[{[]/
const structure = /["{}[\]]/g

/** Where the object or array that begins at `start` ends; the end of the text if none begins there or it has no end. */
function endOfValue(text: string, start: number): number {
  if (!opening.test(text[start] as string)) return text.length
  let depth = 0
  structure.lastIndex = start
  for (let mark = structure.exec(text); mark; mark = structure.exec(text)) {
    if (mark[0] === '"') {
      structure.lastIndex = endOfString(text, mark.index)
    } else {
      depth += opening.test(mark[0]) ? 1 : -1
      if (depth === 0) return mark.index + 1
    }
  }
  return text.length
}

/** Past the closing quotation mark of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === '"') return i + 1
  }
  return text.length
}
