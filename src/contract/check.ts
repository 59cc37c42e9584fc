import type { Message } from '../base/messages'
import { fieldMessages } from './messages'
import { Kind, type Static, type TSchema } from '@sinclair/typebox'
import { type FieldCode, type FieldError, invalid } from '../base/errors'
import { digitsOf, hasLoneSurrogate, isObject, type Json, type JsonObject, kindOf } from '../base/json'
import { codePoints } from '../base/text'
import { Problems } from './problems'

/**
 * Checks a body against its schema and reports each problem with its code (docs/api.md, Field codes). The schema is the
 * only description of a field: its keywords are also in the OpenAPI document, its symbols contain what keywords cannot
 * express.
 */

/** Key of a StringRule in the schema of a string. */
export const Rule = Symbol('rule')

/** Key of the values that a string may have, in a schema whose document does not list them in `enum`. */
export const Values = Symbol('values')

/**
 * Key of the fields that a body cannot set, by name, in the schema of an object. They may be in the document or not.
 */
export const Known = Symbol('known')

/** Key of the object schema as which a union is checked, so that all its problems are found. */
export const CheckAs = Symbol('check as')

/** Key of `true` in the schema of an object whose members another schema checks. */
export const CheckedLater = Symbol('checked later')

/** Returns what is wrong with a string, or undefined. */
export type StringRule = (value: string, field: string) => Message | undefined

/** A field that the server manages. It is rejected with this code unless it echoes the current value. */
export interface KnownField {
  readonly code: FieldCode
  readonly message: (field: string) => Message
  /** Whether a value echoes the current one. Absent when the field is rejected with any value. */
  readonly echoes?: (sent: Json, current: unknown) => boolean
}

export interface Checked extends TSchema {
  type?: string
  properties?: Record<string, Checked>
  items?: Checked
  anyOf?: Checked[]
  allOf?: Checked[]
  [Rule]?: StringRule
  [Values]?: readonly string[]
  [Known]?: Record<string, KnownField>
  [CheckAs]?: Checked
  [CheckedLater]?: boolean
}

/**
 * Returns the problems of a body in the order of its keys, absent required fields last. Throws `invalid` when there are
 * more problems than a response may have, so that services get a body with few problems.
 *
 * @param current the current view, which read-only fields may echo
 */
export function problemsOf(schema: TSchema, body: JsonObject, current?: object): FieldError[] {
  const problems = new Problems()
  const checked = (schema as Checked)[CheckAs] ?? (schema as Checked)
  checkObject(checked, body, problems, { path: '', current: current as Echoed })
  if (problems.isTruncated) throw problems.toError()
  return problems.built
}

/** Returns the body with the type of its schema. Throws `invalid` with all problems if there are any. */
export function accepted<T extends TSchema>(_schema: T, body: JsonObject, problems: FieldError[]): Static<T> {
  if (problems.length > 0) throw invalid(inOrderOf(body, problems))
  return body as Static<T>
}

/** Checks a body whose rules need no state and returns it with the type of its schema. Throws `invalid`. */
export const checked = <T extends TSchema>(schema: T, body: JsonObject): Static<T> =>
  accepted(schema, body, problemsOf(schema, body))

function inOrderOf(body: JsonObject, problems: FieldError[]): FieldError[] {
  const order = new Map(Object.keys(body).map((key, index) => [key, index]))
  const rankOf = (field: string) => order.get(field) ?? order.get(topOf(field)) ?? order.size
  return problems
    .map((problem) => ({ problem, rank: rankOf(problem.field) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ problem }) => problem)
}

/** Returns the key of the body that contains a field: `tags` for `tags[1].value`. */
function topOf(field: string): string {
  const end = field.search(/[.[]/)
  return end < 0 ? field : field.slice(0, end)
}

/**
 * Returns the value as services get it: the number 5 for `5.0`, because only free-form values keep their digits. A value with a
 * problem stays as it is.
 */
function checkValue(schema: Checked, value: Json, field: string, problems: Problems): Json {
  const kind = kindOf(value)
  if (kind === 'null' && schema['nullable']) return value
  if (schema.allOf) return checkValue(schema.allOf[0] as Checked, value, field, problems)
  if (schema.anyOf) return checkAny(schema.anyOf, value, field, problems)
  if (schema[Kind] === 'Unknown') return value
  const expected = schema.type === 'integer' ? 'number' : (schema.type ?? 'object')
  if (kind !== expected) {
    problems.add(() => mismatch(field, expected, kind))
    return value
  }
  switch (schema.type) {
    case 'string':
      report(problems, field, stringFault(schema, value as string, field))
      return value
    case 'integer': {
      const fault = integerFault(schema, digitsOf(value) ?? '', field)
      report(problems, field, fault)
      return fault ? value : plainInteger(value)
    }
    case 'number': {
      const number = Number(digitsOf(value))
      const fault = numberFault(schema, number, field)
      report(problems, field, fault)
      return fault ? value : number
    }
    case 'array':
      checkArray(schema, value as Json[], field, problems)
      return value
    case 'boolean':
      return value
    default:
      checkObject(schema[CheckAs] ?? schema, value as JsonObject, problems, {
        path: field,
        current: undefined,
      })
      return value
  }
}

/** Checks a value that may have several types against the schema of the type that was sent. */
function checkAny(choices: readonly Checked[], value: Json, field: string, problems: Problems): Json {
  const kinds = choices.map(({ type }) => (type === 'integer' ? 'number' : String(type)))
  const choice = choices[kinds.indexOf(kindOf(value))]
  if (choice) return checkValue(choice, value, field, problems)
  problems.add(() => mismatch(field, kinds.join(' or '), kindOf(value)))
  return value
}

/** The problem of a value, without its field. */
type Fault = Omit<FieldError, 'field'>

function report(problems: Problems, field: string, fault: Fault | undefined): void {
  if (fault) problems.add(() => ({ field, ...fault }))
}

function mismatch(field: string, expected: string, received: string): FieldError {
  const type = expected.replaceAll(' ', '_') as 'string'
  const message = fieldMessages(received === 'null' ? 'field.null' : `field.${type}`, { field })
  const params = { expected_type: expected, received_type: received }
  return { field, code: 'invalid_value', message, params }
}

function stringFault(schema: Checked, value: string, field: string): Fault | undefined {
  if (!value.isWellFormed())
    return { code: 'invalid_value', message: fieldMessages('field.surrogate', { field }) }
  const allowed = schema[Values] ?? (schema['enum'] as string[] | undefined)
  if (allowed && !allowed.includes(value)) {
    const message = fieldMessages('field.one_of', { field, values: allowed })
    return { code: 'invalid_value', message, params: { allowed_values: allowed } }
  }
  const { minLength, maxLength } = schema as { minLength?: number; maxLength?: number }
  const length = codePoints(value)
  if (minLength !== undefined && length < minLength) {
    const message =
      minLength === 1
        ? fieldMessages('field.min_character', { field })
        : fieldMessages('field.min_characters', { field, limit: minLength })
    return { code: 'too_short', message, params: { min_length: minLength } }
  }
  if (maxLength !== undefined && length > maxLength) {
    const message = fieldMessages('field.max_characters', { field, limit: maxLength })
    return { code: 'too_long', message, params: { max_length: maxLength } }
  }
  const message = schema[Rule]?.(value, field)
  return message === undefined ? undefined : { code: 'invalid_value', message }
}

function integerFault(schema: Checked, digits: string, field: string): Fault | undefined {
  return integerProblem(
    field,
    digits,
    schema['minimum'] as number | undefined,
    schema['maximum'] as number | undefined,
  )
}

function numberFault(schema: Checked, number: number, field: string): Fault | undefined {
  const { minimum, maximum } = schema as unknown as { minimum: number; maximum: number }
  if (number < minimum)
    return {
      code: 'too_small',
      message: fieldMessages('field.minimum', { field, minimum }),
      params: { minimum },
    }
  if (number > maximum)
    return {
      code: 'too_large',
      message: fieldMessages('field.maximum', { field, maximum }),
      params: { maximum },
    }
  return undefined
}

const int64Max = 2n ** 63n - 1n
/** Number of digits that are converted. They are beyond every bound, and to convert a million digits takes 65 ms. */
const digitsRead = 40

/**
 * Returns the problem of an integer, given its digits, or undefined. `5.0` and `5e0` are the integer 5. An integer
 * whose maximum is 2^53 - 1 is an identifier and never too large: up to 2^63 it is valid but names no row, beyond it is
 * not an identifier (docs/api.md, Ids in requests).
 */
export function integerProblem(
  field: string,
  digits: string,
  minimum: number = Number.MIN_SAFE_INTEGER,
  maximum: number = Number.MAX_SAFE_INTEGER,
): Fault | undefined {
  const notAnInteger = { code: 'invalid_value', message: fieldMessages('field.integer', { field }) } as const
  const isPlain = /^-?\d+$/.test(digits)
  if (!isPlain && !Number.isSafeInteger(Number(digits))) return notAnInteger
  const value = isPlain ? BigInt(digits.slice(0, digitsRead)) : BigInt(Number(digits))
  const isIdentifier = maximum === Number.MAX_SAFE_INTEGER
  if (isIdentifier && (value > int64Max || value < -int64Max - 1n)) return notAnInteger
  if (value < BigInt(minimum)) {
    return {
      code: 'too_small',
      message: fieldMessages('field.minimum', { field, minimum }),
      params: { minimum },
    }
  }
  if (!isIdentifier && value > maximum)
    return {
      code: 'too_large',
      message: fieldMessages('field.maximum', { field, maximum }),
      params: { maximum },
    }
  return undefined
}

/** Returns a valid integer as a number. An identifier beyond 2^53 - 1 becomes 2^53 - 1: no row has either. */
const plainInteger = (value: Json): number => Math.min(Number(digitsOf(value)), Number.MAX_SAFE_INTEGER)

function checkArray(schema: Checked, value: Json[], field: string, problems: Problems): void {
  const { minItems: minimum, maxItems: maximum } = schema as { minItems?: number; maxItems?: number }
  if (minimum !== undefined && value.length < minimum) {
    const message =
      minimum === 1
        ? fieldMessages('field.min_entry', { field })
        : fieldMessages('field.min_entries', { field, limit: minimum })
    return problems.add(() => ({ field, code: 'too_short', message, params: { minimum } }))
  }
  if (maximum !== undefined && value.length > maximum) {
    const message = fieldMessages('field.max_entries', { field, limit: maximum })
    return problems.add(() => ({ field, code: 'too_large', message, params: { maximum } }))
  }
  const { items } = schema
  if (!items) return
  for (const [index, item] of value.entries())
    value[index] = checkValue(items, item, `${field}[${index}]`, problems)
}

type Echoed = Readonly<Record<string, unknown>> | undefined

/** An object in a body: its path, which is empty for the body itself, and the current view, which its fields may echo. */
interface Place {
  readonly path: string
  readonly current: Echoed
}

function checkObject(schema: Checked, value: JsonObject, problems: Problems, { path, current }: Place): void {
  if (schema[CheckedLater]) return
  const properties = schema.properties
  if (!properties) return checkFreeForm(value, path, problems)
  const nameOf = (key: string) => (path ? `${path}.${key}` : key)
  const known = schema[Known] ?? {}

  for (const [key, item] of Object.entries(value)) {
    if (Object.hasOwn(known, key)) {
      const { code, message, echoes } = known[key] as KnownField
      const field = nameOf(key)
      if (!echoes?.(item, current?.[key])) problems.add(() => ({ field, code, message: message(field) }))
    } else if (Object.hasOwn(properties, key))
      value[key] = checkValue(properties[key] as Checked, item, nameOf(key), problems)
    else problems.add(() => unknownField(nameOf(key)))
  }
  for (const key of (schema['required'] as string[] | undefined) ?? []) {
    if (Object.hasOwn(value, key)) continue
    const field = nameOf(key)
    problems.add(() => ({ field, code: 'required', message: fieldMessages('field.required', { field }) }))
  }
}

/** Many JSON parsers refuse a response with an unpaired surrogate, so the name is written without it. */
const unknownField = (name: string): FieldError => {
  const field = name.toWellFormed()
  const shown = field.slice(0, 255).toWellFormed()
  return { field, code: 'unknown_field', message: fieldMessages('field.unknown', { field: shown }) }
}

function checkFreeForm(value: JsonObject, field: string, problems: Problems): void {
  if (!isObject(value) || !hasLoneSurrogate(value)) return
  const message = fieldMessages('field.surrogate', { field })
  problems.add(() => ({ field, code: 'invalid_value', message }))
}
