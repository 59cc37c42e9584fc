import type { Message } from '../../base/messages'
import { readerMessages as say } from './messages'
import { fieldMessages } from '../../contract/messages'
import { type Static, Type } from '@sinclair/typebox'
import { Rule, type StringRule } from '../../contract/check'
import type { FieldError } from '../../base/errors'
import { isPath, timeFormats } from '../formats/mapping/mapping'
import type { Scalar } from '../formats/mapping/conditions'
import { topicLevel, type ValueDecoding, valueDecodings } from '../formats/mapping/value'
import { compilePath, findsNested, type Path, PathError } from '../formats/mapping/json-path'
import { digitsOf, isObject, type Json, type JsonObject, kindOf } from '../../base/json'
import { tagTypes } from '../../inventory/tags/schema'
import { hasControl } from '../../base/text'

/** The field mapping of readers whose format is `mapping` (docs/history.md, Payload formats). */

const text = (rule: StringRule) =>
  Type.String({ minLength: 1, maxLength: 1024, [Rule as unknown as string]: rule })

const path =
  (mayDescend: boolean): StringRule =>
  (value, field) => {
    if (hasControl(value)) return fieldMessages('field.control', { field })
    try {
      compilePath(value, { mayDescend })
      return undefined
    } catch (error) {
      if (error instanceof PathError) return say('mapping.path', { field, reason: error.message })
      throw error
    }
  }

const ofEntry = path(false)

const orConstant =
  (isConstant: (value: string) => boolean, otherwise: (field: string) => Message): StringRule =>
  (value, field) => {
    if (isPath(value)) return ofEntry(value, field)
    return isConstant(value) ? undefined : otherwise(field)
  }

const portMax = 65_535
const isPort = (value: string): boolean => /^\d{1,5}$/.test(value) && Number(value) <= portMax

const valueFrom: StringRule = (value, field) =>
  value === 'path' || value === 'key' || topicLevel.test(value)
    ? undefined
    : say('mapping.value_from', { field })

const valuePathsMax = 8
const conditionsMax = 16
/** Maximum number of named antennas. */
const namesMax = 256

const Constant = Type.Optional(Type.Unsafe<Scalar>(Type.Unknown()))

const ConditionInput = Type.Object({
  path: text(ofEntry),
  equals: Constant,
  not_equals: Constant,
  exists: Type.Optional(Type.Boolean()),
})

export const MappingInput = Type.Object({
  reads: text(path(true)),
  value: Type.Optional(
    Type.Union([text(ofEntry), Type.Array(text(ofEntry), { minItems: 1, maxItems: valuePathsMax })]),
  ),
  value_join: Type.Optional(Type.String({ maxLength: 16 })),
  value_from: Type.Optional(text(valueFrom)),
  value_decode: Type.Optional(Type.Unsafe<ValueDecoding>({ type: 'string', enum: [...valueDecodings] })),
  parent: Type.Optional(text(path(false))),
  when: Type.Optional(Type.Array(ConditionInput, { maxItems: conditionsMax })),
  antenna: Type.Optional(
    Type.Union([
      text(orConstant(isPort, (field) => say('mapping.path_or_port', { field }))),
      Type.Integer({ minimum: 0, maximum: portMax }),
    ]),
  ),
  antenna_names: Type.Optional(
    Type.Unsafe<Record<string, number>>({
      type: 'object',
      additionalProperties: true,
      description: 'The port of each antenna that has a name.',
    }),
  ),
  observed_at: Type.Optional(text(ofEntry)),
  time_format: Type.Optional(
    Type.Unsafe<(typeof timeFormats)[number]>({ type: 'string', enum: [...timeFormats] }),
  ),
  rssi: Type.Optional(text(ofEntry)),
  rssi_scale: Type.Optional(Type.Number({ minimum: -1000, maximum: 1000 })),
  tag_type: Type.Optional(
    text(
      orConstant(
        (value) => tagTypes.some((type) => type === value),
        (field) => say('mapping.path_or_type', { field, types: tagTypes }),
      ),
    ),
  ),
})

/**
 * Returns the problems of the combination of `mapping` and `format`: the format `mapping` needs a mapping, and other
 * formats have none. `current` is the mapping of the reader as JSON text. The schema checks each field separately.
 */
export function mappingProblems(
  body: JsonObject,
  format: Json | undefined,
  current: string | null = null,
): FieldError[] {
  const sent = body['mapping']
  const problem = (code: FieldError['code'], message: Message): FieldError[] => [
    { field: 'mapping', code, message },
  ]
  if (format === 'mapping') {
    if (sent === null) return problem('invalid_value', say('mapping.needed'))
    if (sent !== undefined) return isObject(sent) ? problemsIn(sent) : []
    return current === null ? problem('required', say('mapping.needed')) : []
  }
  const isOutOfPlace = typeof format === 'string' && sent !== undefined && sent !== null
  return isOutOfPlace ? problem('invalid_context', say('mapping.unused', { format })) : []
}

/** Returns the problems of fields that depend on each other, or whose form the schema does not describe. */
const problemsIn = (mapping: JsonObject): FieldError[] => [
  ...valueProblems(mapping),
  ...conditionProblems(mapping['when']),
  ...nameProblems(mapping['antenna_names']),
  ...searchProblems(mapping),
]

/** The value needs a path, unless it is a key, in the topic, or above the reads. */
function valueProblems({ value, value_from: from, parent }: JsonObject): FieldError[] {
  const isElsewhere = (from !== undefined && from !== 'path') || parent !== undefined
  if (value !== undefined || isElsewhere) return []
  return [
    {
      field: 'mapping.value',
      code: 'required',
      message: fieldMessages('field.required', { field: 'mapping.value' }),
    },
  ]
}

const operators = ['equals', 'not_equals', 'exists'] as const

function conditionProblems(conditions: Json | undefined): FieldError[] {
  if (!Array.isArray(conditions)) return []
  return conditions.flatMap((condition, index): FieldError[] => {
    if (!isObject(condition)) return []
    const field = `mapping.when[${index}]`
    const given = operators.filter((name) => condition[name] !== undefined)
    if (given.length !== 1)
      return [
        {
          field,
          code: given.length === 0 ? 'required' : 'invalid_value',
          message: say('mapping.one_of', { field, names: operators }),
        },
      ]
    const [name] = given as [string]
    const kind = kindOf(condition[name] as Json)
    if (kind !== 'object' && kind !== 'array') return []
    const member = `${field}.${name}`
    return [{ field: member, code: 'invalid_value', message: say('mapping.constant', { field: member }) }]
  })
}

function nameProblems(names: Json | undefined): FieldError[] {
  if (names === undefined || !isObject(names)) return []
  const field = 'mapping.antenna_names'
  const entries = Object.entries(names)
  if (entries.length > namesMax)
    return [
      { field, code: 'too_large', message: fieldMessages('field.many_names', { field, max: namesMax }) },
    ]
  return entries.flatMap(([name, port]): FieldError[] => {
    const number = kindOf(port) === 'number' ? Number(digitsOf(port)) : Number.NaN
    if (Number.isInteger(number) && number >= 0 && number <= portMax) return []
    const path = `${field}.${name.slice(0, 100)}`
    return [{ field: path, code: 'invalid_value', message: fieldMessages('field.port', { field: path }) }]
  })
}

/**
 * Rejects search paths in the fields when `reads` may find an entry within another entry. Each search would cover the
 * inner entries again, so its cost would grow with the square of the message size.
 */
function searchProblems({ reads, ...others }: JsonObject): FieldError[] {
  const readsPath = compiled(reads, true)
  if (!readsPath || !findsNested(readsPath)) return []
  return pathsIn(others, 'mapping').flatMap(([field, text]): FieldError[] => {
    const isSearch = compiled(text, false)?.singularQuery() === false
    const message = say('mapping.search', { field })
    return isSearch ? [{ field, code: 'invalid_value', message }] : []
  })
}

/** Returns the texts of a mapping, each with its field. */
function pathsIn(value: Json, field: string): (readonly [field: string, text: string])[] {
  if (typeof value === 'string') return [[field, value]]
  if (Array.isArray(value)) return value.flatMap((item, index) => pathsIn(item, `${field}[${index}]`))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, member]) => pathsIn(member, `${field}.${key}`))
}

function compiled(text: Json | undefined, mayDescend: boolean): Path | undefined {
  if (!isPath(text)) return undefined
  try {
    return compilePath(text, { mayDescend })
  } catch (error) {
    if (error instanceof PathError) return undefined
    throw error
  }
}

export const toMapping = (stored: string | null): Static<typeof MappingInput> | null =>
  stored === null ? null : (JSON.parse(stored) as Static<typeof MappingInput>)
