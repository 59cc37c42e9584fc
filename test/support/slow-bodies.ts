import type { Endpoint } from '../../src/http/endpoint'
import type { Random } from './random-inputs'
import { repeated, slowLines, slowValue, valueKinds } from './slow-texts'
import type { Schema } from './validate'

/** Bodies that are slow to process. Most of each body is valid, so that as many checks as possible run. */

interface SlowBody {
  /** A description of the slow part. */
  readonly kind: string
  readonly text: string
}

const meaningful: Readonly<Record<string, (random: Random) => unknown>> = {
  email: () => 'ada@example.org',
  value: (random) => `T${random.below(1e9)}`,
  antenna: () => 1,
  rows: (random) => [{ name: 'A', tags: [{ tag_type: 'rfid', value: `R${random.below(1e9)}` }] }],
}

/** A mostly valid value of the schema. */
function fitting(random: Random, schema: Schema, field: string): unknown {
  const { type, properties, items, anyOf, enum: choices, example } = schema
  if (choices) return random.oneOf(choices as unknown[])
  if (anyOf) return fitting(random, random.oneOf(anyOf as Schema[]), field)
  if (meaningful[field]) return meaningful[field](random)
  if (/_at$|^valid_/.test(field)) return '2026-01-01T00:00:00Z'
  if (properties) {
    const entries = Object.entries(properties as Record<string, Schema>)
    return Object.fromEntries(entries.map(([name, one]) => [name, fitting(random, one, name)]))
  }
  if (type === 'array') return [1, 2].map(() => fitting(random, items as Schema, field))
  if (type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return true
  if (type === 'object') return {}
  return example ?? `X${random.below(1e6)}`
}

const placeholder = '\u0001here\u0001'

/** The positions in a value that can be replaced, as paths. */
function placesIn(value: unknown, path: readonly string[] = []): string[][] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return [[...path], ...inner.flatMap(([key, item]) => placesIn(item, [...path, key]))]
}

/** The value as JSON text, in two parts: before the position and after it. */
function around(value: unknown, place: readonly string[]): [before: string, after: string] {
  const [before = '', after = ''] = JSON.stringify(replaced(value, place)).split(JSON.stringify(placeholder))
  return [before, after]
}

function replaced(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return placeholder
  if (Array.isArray(value)) return value.with(Number(key), replaced(value[Number(key)], rest))
  return { ...(value as object), [key]: replaced((value as Record<string, unknown>)[key], rest) }
}

/** A slow value at one position; the whole body is a position, too. */
function withSlowValue(random: Random, schema: Schema, bytes: number): SlowBody {
  const right = fitting(random, schema, '')
  const place = random.oneOf(placesIn(right))
  const kind = random.oneOf(valueKinds)
  const [before, after] = around(right, place)
  const value = slowValue(kind, random, bytes - Buffer.byteLength(before + after))
  return { kind: `${kind} as ${place.join('.') || 'the body'}`, text: before + value + after }
}

/** As many valid items as fit, in one of the arrays. */
function withFullArray(random: Random, schema: Schema, bytes: number): SlowBody | undefined {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
  const arrays = properties.filter(([, { type }]) => type === 'array')
  if (arrays.length === 0) return undefined
  const [name, { items, maxItems = Infinity }] = random.oneOf(arrays)
  const [before, after] = around({ ...(fitting(random, schema, '') as object), [name]: [] }, [name])
  const parts: string[] = []
  for (let left = bytes - Buffer.byteLength(before + after) - 2; parts.length < Number(maxItems);) {
    const part = JSON.stringify(fitting(random, items as Schema, '') ?? {})
    left -= part.length + 1
    if (left < 0) break
    parts.push(part)
  }
  return { kind: `as many ${name} as fit`, text: `${before}[${parts.join()}]${after}` }
}

const arrayNames = 'reads tags tag_reads dev_list devices device_info data events epc id'.split(' ')

/** A payload of a reader. */
function payload(random: Random, bytes: number): SlowBody {
  if (random.chance(0.3)) return { kind: 'lines', text: slowLines(random, bytes) }
  const kind = random.oneOf(valueKinds)
  if (random.chance(0.3)) return { kind, text: slowValue(kind, random, bytes) }
  const name = random.oneOf(arrayNames)
  const value = slowValue(kind, random, bytes - name.length - 5)
  return { kind: `${kind} as ${name}`, text: `{"${name}":${value}}` }
}

export function slowBody(random: Random, { body }: Endpoint, bytes: number): SlowBody {
  if (!body?.schema) return payload(random, bytes)
  const schema = body.schema as Schema
  const found = random.chance(0.1) ? withFullArray(random, schema, bytes) : undefined
  return found ?? withSlowValue(random, schema, bytes)
}

export function slowForm(random: Random, bytes: number): SlowBody {
  const unit = random.oneOf(['a&', 'a=&', '&', '%41', '+', 'grant_type=x&', '%', '=', 'ä'])
  return { kind: `a form of ${unit}`, text: repeated(bytes, '', unit, '', '') }
}
