import { Kind, type Static, type TObject, type TSchema } from '@sinclair/typebox'
import { type FieldCode, type FieldError, invalid } from '../errors'
import { digitsOf, hasLoneSurrogate, isObject, type Json, type JsonObject, kindOf } from '../json'
import { codePoints } from '../text'

/**
 * Checks a body against its schema and says what is wrong in the contract's own codes. The schema is the one
 * description of a field: its keywords reach the OpenAPI document, its symbols hold what keywords can't say.
 */

/** A further rule of a string: says what is wrong with it, or nothing. */
export const Rule = Symbol('rule')

/** Fields that the body may not set, documented or not: name → what becomes of them. */
export const Known = Symbol('known')

/** A union is checked as this one object, so that every fault of it is found. */
export const CheckAs = Symbol('check as')

export type StringRule = (value: string, field: string) => string | undefined

/** A field that the server manages: refused with this code unless it echoes the current value. */
export interface KnownField {
  readonly code: FieldCode
  readonly message: (field: string) => string
  /** Absent where the mere presence of the field is refused. */
  readonly echoes?: (sent: Json, current: unknown) => boolean
}

interface Checked extends TSchema {
  type?: string
  properties?: Record<string, Checked>
  items?: Checked
  anyOf?: Checked[]
  [Rule]?: StringRule
  [Known]?: Record<string, KnownField>
  [CheckAs]?: Checked
}

/** All that is wrong with a body, in the order of its keys, absent required fields last. `current` is what is echoed. */
export function problemsOf(schema: TObject, body: JsonObject, current?: object): FieldError[] {
  return checkObject(schema as Checked, body, '', current as Record<string, unknown> | undefined)
}

/** The body as its type, or an error that names every problem. */
export function accepted<T extends TObject>(_schema: T, body: JsonObject, problems: FieldError[]): Static<T> {
  if (problems.length > 0) throw invalid(inOrderOf(body, problems))
  return body as Static<T>
}

/** For a body whose rules need no state: checks it and gives it its type. */
export const checked = <T extends TObject>(schema: T, body: JsonObject): Static<T> =>
  accepted(schema, body, problemsOf(schema, body))

function inOrderOf(body: JsonObject, problems: FieldError[]): FieldError[] {
  const order = new Map(Object.keys(body).map((key, index) => [key, index]))
  const rank = ({ field }: FieldError) => order.get(field.split(/[.[]/, 1)[0] ?? field) ?? order.size
  return problems.toSorted((a, b) => rank(a) - rank(b))
}

function checkValue(schema: Checked, value: Json, field: string): FieldError[] {
  const kind = kindOf(value)
  if (kind === 'null' && schema['nullable']) return []
  if (schema.anyOf) return checkAny(schema.anyOf, value, field)
  if (schema[Kind] === 'Unknown') return []
  const expected = schema.type === 'integer' ? 'number' : (schema.type ?? 'object')
  if (kind !== expected) return [mismatch(field, expected, kind)]
  switch (schema.type) {
    case 'string':
      return checkString(schema, value as string, field)
    case 'integer':
      return checkInteger(schema, digitsOf(value) ?? '', field)
    case 'number':
      return checkNumber(schema, Number(digitsOf(value)), field)
    case 'array':
      return checkArray(schema, value as Json[], field)
    case 'boolean':
      return []
    default:
      return checkObject(schema[CheckAs] ?? schema, value as JsonObject, field)
  }
}

/** A value of several kinds is checked as the one that was sent. */
function checkAny(choices: readonly Checked[], value: Json, field: string): FieldError[] {
  const kinds = choices.map(({ type }) => (type === 'integer' ? 'number' : String(type)))
  const choice = choices[kinds.indexOf(kindOf(value))]
  return choice ? checkValue(choice, value, field) : [mismatch(field, kinds.join(' or '), kindOf(value))]
}

function mismatch(field: string, expected: string, received: string): FieldError {
  const message =
    received === 'null' ? `${field} must not be null` : `${field} must be ${article(expected)} ${expected}`
  const params = { expected_type: expected, received_type: received }
  return { field, code: 'invalid_value', message, params }
}

const article = (noun: string): string => (/^[aeiou]/.test(noun) ? 'an' : 'a')

function checkString(schema: Checked, value: string, field: string): FieldError[] {
  const fault = (code: FieldCode, message: string, params?: Record<string, unknown>): FieldError[] => [
    { field, code, message, ...(params && { params }) },
  ]
  if (!value.isWellFormed()) return fault('invalid_value', `${field} contains half of a surrogate pair`)
  const allowed = schema['enum'] as string[] | undefined
  if (allowed && !allowed.includes(value)) {
    return fault('invalid_value', `${field} must be one of: ${allowed.join(', ')}`, {
      allowed_values: allowed,
    })
  }
  const { minLength, maxLength } = schema as { minLength?: number; maxLength?: number }
  const length = codePoints(value)
  if (minLength !== undefined && length < minLength) {
    const unit = minLength === 1 ? 'character' : 'characters'
    return fault('too_short', `${field} must have at least ${minLength} ${unit}`, { min_length: minLength })
  }
  if (maxLength !== undefined && length > maxLength)
    return fault('too_long', `${field} must have at most ${maxLength} characters`, { max_length: maxLength })
  const message = schema[Rule]?.(value, field)
  return message === undefined ? [] : fault('invalid_value', message)
}

function checkInteger(schema: Checked, digits: string, field: string): FieldError[] {
  const problem = integerProblem(digits, schema['minimum'] as number, schema['maximum'] as number)
  return problem ? [{ field, ...problem, message: `${field} ${problem.message}` }] : []
}

function checkNumber(schema: Checked, number: number, field: string): FieldError[] {
  const { minimum, maximum } = schema as unknown as { minimum: number; maximum: number }
  if (number < minimum)
    return [
      { field, code: 'too_small', message: `${field} must be at least ${minimum}`, params: { minimum } },
    ]
  if (number > maximum)
    return [{ field, code: 'too_large', message: `${field} must be at most ${maximum}`, params: { maximum } }]
  return []
}

const int64Max = 2n ** 63n - 1n

/**
 * What is wrong with an integer, given its digits; JSON's `5.0` and `5e0` are the integer 5. Identifiers (whose
 * maximum is 2^53 - 1) are never too large: up to 2^63 they are valid and name nothing, beyond it they are none.
 */
export function integerProblem(
  digits: string,
  minimum: number,
  maximum: number = Number.MAX_SAFE_INTEGER,
): { code: FieldCode; message: string; params?: Record<string, unknown> } | undefined {
  const notAnInteger = { code: 'invalid_value', message: 'must be an integer' } as const
  const isPlain = /^-?\d+$/.test(digits)
  if (!isPlain && !Number.isSafeInteger(Number(digits))) return notAnInteger
  const value = isPlain ? BigInt(digits) : BigInt(Number(digits))
  const isIdentifier = maximum === Number.MAX_SAFE_INTEGER
  if (isIdentifier && (value > int64Max || value < -int64Max - 1n)) return notAnInteger
  if (value < BigInt(minimum)) {
    return { code: 'too_small', message: `must be at least ${minimum}`, params: { minimum } }
  }
  if (!isIdentifier && value > maximum)
    return { code: 'too_large', message: `must be at most ${maximum}`, params: { maximum } }
  return undefined
}

/** Beyond 2^53 it keeps its digits, which name nothing. */
function plainInteger(value: Json): Json {
  const number = Number(digitsOf(value))
  return Number.isSafeInteger(number) ? number : value
}

function checkArray(schema: Checked, value: Json[], field: string): FieldError[] {
  const maximum = schema['maxItems'] as number | undefined
  if (maximum !== undefined && value.length > maximum) {
    const message = `${field} must have at most ${maximum} entries`
    return [{ field, code: 'too_large', message, params: { maximum } }]
  }
  const items = schema.items
  return items ? value.flatMap((item, index) => checkValue(items, item, `${field}[${index}]`)) : []
}

function checkObject(
  schema: Checked,
  value: JsonObject,
  path: string,
  current?: Record<string, unknown>,
): FieldError[] {
  const properties = schema.properties
  if (!properties) return checkFreeForm(value, path)
  const nameOf = (key: string) => (path ? `${path}.${key}` : key)
  const known = schema[Known] ?? {}

  const problems = Object.entries(value).flatMap(([key, item]): FieldError[] => {
    const field = nameOf(key)
    if (Object.hasOwn(known, key)) return checkKnown(known[key] as KnownField, item, field, current?.[key])
    if (Object.hasOwn(properties, key)) {
      const property = properties[key] as Checked
      const found = checkValue(property, item, field)
      // 5.0 keeps its digits where anything may be stored; as an integer it is 5 from here on.
      if (property.type === 'integer' && found.length === 0) value[key] = plainInteger(item)
      return found
    }
    return [{ field, code: 'unknown_field', message: `unknown field: ${field.slice(0, 255)}` }]
  })
  for (const key of (schema['required'] as string[] | undefined) ?? []) {
    if (Object.hasOwn(value, key)) continue
    problems.push({ field: nameOf(key), code: 'required', message: `${nameOf(key)} is required` })
  }
  return problems
}

function checkKnown(known: KnownField, value: Json, field: string, current: unknown): FieldError[] {
  if (known.echoes?.(value, current)) return []
  return [{ field, code: known.code, message: known.message(field) }]
}

function checkFreeForm(value: JsonObject, field: string): FieldError[] {
  if (!isObject(value) || !hasLoneSurrogate(value)) return []
  return [{ field, code: 'invalid_value', message: `${field} contains half of a surrogate pair` }]
}
