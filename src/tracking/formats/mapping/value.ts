import { formatMessages } from '../payloads/messages'
import { identityOf } from '../payloads/advertisement'
import { telemetryOf } from '../telemetry/telemetry'
import { fromHex } from '../payloads/beacon'
import { asValue, type DecodedRead, DecodeError, isAbsent } from '../payloads/decoder'
import { hexForm, hexOfBase64, hexOfHex } from '../payloads/hex'
import { compilePath, firstOf, type Path } from './json-path'
import type { Entry } from './entries'
import { parseNested } from '../payloads/payload'

export const valueDecodings = ['hex', 'base64', 'advertisement'] as const
export type ValueDecoding = (typeof valueDecodings)[number]

/** Where the value of a tag is: at paths in the entry, in its key, or in a level of the topic, counted from 1. */
export const topicLevel = /^topic:(-?[1-9]\d?)$/

export interface ValueMapping {
  readonly value?: string | readonly string[]
  readonly value_join?: string
  readonly value_from?: string
  readonly value_decode?: ValueDecoding
}

type TagNames = Pick<DecodedRead, 'value' | 'aliases' | 'telemetry'>

/** Returns the value of an entry and its aliases; null for an advertisement without an identity. Throws DecodeError. */
type ValueReader = (entry: Entry, topic: string | null) => TagNames | null

export function valueReaderOf({ value = [], value_join: join = '', ...mapping }: ValueMapping): ValueReader {
  const names = typeof value === 'string' ? [value] : value
  const paths = names.map((name) => compilePath(name))
  const { value_from: from = 'path', value_decode: decoding } = mapping
  const level = topicLevel.exec(from)?.[1]
  const partsOf = (entry: Entry, topic: string | null): readonly string[] => {
    if (from === 'key') return [textOf(entry.key, 'the key of an entry')]
    if (level !== undefined) return [levelOf(topic, Number(level))]
    return pathParts(entry, paths, names)
  }
  if (decoding === 'advertisement') return (entry, topic) => advertised(partsOf(entry, topic))
  return (entry, topic) => {
    const text = partsOf(entry, topic).join(join)
    const name = names.join(', ') || 'value'
    return { value: asValue(decoding ? hexIn[decoding](text) : text, name) }
  }
}

/** Returns the texts at the paths. A `parent` that is not an object is the value itself. */
function pathParts({ value, parent }: Entry, paths: readonly Path[], names: readonly string[]): string[] {
  if (!isAbsent(parent) && typeof parent !== 'object') return [textOf(parent, 'parent')]
  const source = typeof parent === 'object' && parent !== null ? parent : value
  if (paths.length === 0) throw new DecodeError(formatMessages('format.no_parent_value'))
  return paths.map((path, index) => textOf(firstOf(path, source), names[index] as string))
}

function levelOf(topic: string | null, level: number): string {
  if (topic === null) throw new DecodeError(formatMessages('format.no_topic'))
  const levels = topic.split('/')
  const text = levels.at(level > 0 ? level - 1 : level)
  if (!text) throw new DecodeError(formatMessages('format.no_level', { topic: topic.slice(0, 255), level }))
  return text
}

/** Returns the text of a value. A number is converted to its digits, unless it is too large to have kept all of them. */
function textOf(value: unknown, name: string): string {
  if (isAbsent(value)) throw new DecodeError(formatMessages('format.no_value', { name }))
  const text = asText(typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value, name)
  if (parseNested(text) !== undefined) throw new DecodeError(formatMessages('format.nested_json', { name }))
  return text
}

/** Maximum length of an advertisement as text. A tag value is shorter. */
const textMax = 4096

function asText(value: unknown, name: string): string {
  if (typeof value === 'string' && value.length > 255 && value.length <= textMax) return value
  return asValue(value, name)
}

const hexIn = { hex: hexOfHex, base64: hexOfBase64 } as const

/** Returns the identity in an advertisement. The address that may follow it is an alias, or the value without identity. */
function advertised([advertisement = '', address]: readonly string[]): TagNames | null {
  const digits = hexForm.test(advertisement.toUpperCase()) ? advertisement : hexOfBytes(advertisement)
  const bytes = fromHex(digits)
  const [best, ...others] = identityOf(bytes)
  if (best === undefined && address === undefined) return null
  const found = telemetryOf([bytes], address)
  const telemetry = found && { telemetry: found }
  if (best === undefined) return { value: asValue(address, 'address'), ...telemetry }
  const aliases = address === undefined ? others : [...others, asValue(address, 'address')]
  return { value: best, aliases, ...telemetry }
}

/** Advertisements are hex, with or without separators, or Base64. */
function hexOfBytes(text: string): string {
  try {
    return hexOfHex(text)
  } catch {
    return hexOfBase64(text)
  }
}
