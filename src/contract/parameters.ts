import type { Message } from '../base/messages'
import { fieldMessages } from './messages'
import { type TSchema, Type } from '@sinclair/typebox'
import type { FieldError } from '../base/errors'
import { codePoints } from '../base/text'
import { type Instant, lastShownAs, parseInstant } from '../base/time'
import { integerProblem } from './check'
import { isZoneName, zoneNameMessage } from './zones'
import { externalKeyMessage, InstantInput, isExternalKey, OneOf } from './fields'

/** The parameters of paths and queries: how each is parsed, checked and described (docs/api.md, Filters). */

export interface Parameter<T> {
  readonly schema: TSchema
  readonly repeatable: boolean
  /** Whether a request without it is refused. */
  readonly isRequired?: true
  /** Parses one value. Throws Fault when it is invalid. */
  read(value: string): T
}

/** Parameters by their name in the request. */
export type Parameters = Readonly<Record<string, Parameter<unknown>>>

export type ValueOf<P> = P extends Parameter<infer T> ? T : never

/**
 * The values that a handler receives: a list for a repeatable parameter, empty when absent; else a value or undefined.
 */
export type ParameterValues<P extends Parameters> = {
  readonly [K in keyof P]: P[K] extends { readonly repeatable: true }
    ? ValueOf<P[K]>[]
    : P[K] extends { readonly isRequired: true }
      ? ValueOf<P[K]>
      : ValueOf<P[K]> | undefined
}

/** The values of the parameters of a path, which are all present. */
export type PathValues<P extends Parameters> = { readonly [K in keyof P]: ValueOf<P[K]> }

/** An invalid value. `say` returns the sentence about the parameter with this name. */
export class Fault extends Error {
  constructor(
    readonly code: FieldError['code'],
    readonly say: (field: string) => Message,
    readonly params?: Record<string, unknown>,
  ) {
    super(code)
  }
}

const tooLong = (limit: number, key: 'max_characters' | 'max_value_characters' = 'max_characters') =>
  new Fault('too_long', (field) => fieldMessages(`field.${key}`, { field, limit }), { max_length: limit })

const single = <T>(schema: TSchema, read: (value: string) => T) =>
  ({ schema, repeatable: false, read }) as const
const repeated = <T>(schema: TSchema, read: (value: string) => T) =>
  ({ schema, repeatable: true, read }) as const

/** Any number of at most so many digits is a safe integer. */
const exactDigits = 15

function readInteger(value: string, minimum: number, maximum?: number): number {
  const isPlain = /^-?(0|[1-9]\d*)$/.test(value)
  // A number of so few digits is exact.
  const number = Number(value)
  if (isPlain && value.length <= exactDigits && number >= minimum && number <= (maximum ?? number))
    return number
  const problemOf = (field: string) =>
    integerProblem(field, isPlain ? value : 'not a number', minimum, maximum)
  const problem = problemOf('')
  if (problem) throw new Fault(problem.code, (field) => (problemOf(field) ?? problem).message, problem.params)
  return Math.min(Number(value), Number.MAX_SAFE_INTEGER)
}

const id = (value: string): number => readInteger(value, 1)

const idSchema = (description: string) =>
  Type.Integer({ format: 'int64', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description, example: 42 })

/** A text of any form, such as a key or a UUID. The handler reports a value that names no row. */
export const text = (description: string, example?: string) =>
  single(Type.String({ description, ...(example !== undefined && { example }) }), (value) => value)

export const zoneName = (description: string) =>
  single(Type.String({ maxLength: 64, description, example: 'America/Chicago' }), (value) => {
    if (!isZoneName(value)) throw new Fault('invalid_value', zoneNameMessage)
    return value
  })

export const pathId = (description: string) => single(idSchema(description), id)
export const ids = (description: string) => repeated(idSchema(description), id)

export const wholeNumber = (
  description: string,
  { minimum, maximum, fallback }: { minimum: number; maximum?: number; fallback: number },
) =>
  single(
    Type.Integer({
      format: 'int64',
      minimum,
      ...(maximum !== undefined && { maximum }),
      default: fallback,
      description,
      example: fallback,
    }),
    (value) => readInteger(value, minimum, maximum),
  )

export const externalKeys = (description: string) =>
  repeated(
    Type.String({ minLength: 1, maxLength: 255, pattern: '^[A-Za-z0-9-]+$', description, example: 'DOCK-1' }),
    (value) => {
      if (codePoints(value) > 255) throw tooLong(255)
      if (!isExternalKey(value)) throw new Fault('invalid_value', externalKeyMessage)
      return value
    },
  )

export const flag = (description: string, fallback?: boolean) => {
  const schema = Type.Boolean({
    description,
    example: true,
    ...(fallback !== undefined && { default: fallback }),
  })
  return single(schema, (value) => {
    if (value === 'true') return true
    if (value === 'false') return false
    throw new Fault('invalid_value', (field) => fieldMessages('field.flag', { field }), {
      allowed_values: ['true', 'false'],
    })
  })
}

const oneOf =
  <T extends string>(values: readonly T[]) =>
  (value: string): T => {
    const known = values.find((one) => one === value)
    if (known === undefined)
      throw new Fault('invalid_value', (field) => fieldMessages('field.one_of', { field, values }), {
        allowed_values: values,
      })
    return known
  }

export const choice = <const T extends string>(values: readonly T[], description: string) =>
  single(Type.Unsafe<T>({ type: 'string', enum: [...values], description }), oneOf(values))

/** One of these values in the public document, which has a pattern for the same reason as that of `choices`. */
export const publicChoice = <const T extends string>(values: readonly T[], description: string) =>
  single(OneOf(values, { description, example: values[0] }), oneOf(values))

/** The document has a pattern, because generated Go clients make constants of the values of an enumeration. */
export const choices = <const T extends string>(values: readonly T[], description: string) =>
  repeated(OneOf(values, { description, example: values[0] }), oneOf(values))

export const search = (description: string) =>
  single(Type.String({ description, example: 'pallet' }), (value) => value || undefined)

const urisMax = 10
const uriLength = 500

/** URIs, separated by | (EPCIS 2.0, REST binding). */
export const uris = (description: string) =>
  single(
    Type.String({
      description: `${description} At most ${urisMax} URIs, separated by |.`,
      example: 'urn:epc:id:giai:0614141.PALLET-42',
    }),
    (value) => {
      const list = value.split('|')
      if (list.length > urisMax)
        throw new Fault('too_large', (field) => fieldMessages('field.many_uris', { field, max: urisMax }), {
          maximum: urisMax,
        })
      if (!list.every((uri) => uri.length <= uriLength && URL.canParse(uri)))
        throw new Fault('invalid_value', (field) => fieldMessages('field.uris', { field }))
      return list
    },
  )

const wordsMax = 10
const wordsLength = 300

/** A text of few words. Its cost grows with their number. */
export const words = (description: string) =>
  single(Type.String({ description, maxLength: wordsLength, example: 'cage roll' }), (value) => {
    if (codePoints(value) > wordsLength) throw tooLong(wordsLength)
    if (value.trim().split(/\s+/).length > wordsMax)
      throw new Fault('invalid_value', (field) => fieldMessages('field.many_words', { field, max: wordsMax }))
    return value
  })

const instantSchema = (description: string) =>
  Type.String({ format: 'date-time', description, example: InstantInput['example'] })

function readInstant(value: string): Instant {
  const parsed = parseInstant(value)
  if (!parsed) throw new Fault('invalid_value', (field) => fieldMessages('field.instant', { field }))
  return parsed
}

/** A parameter that each request must have. */
export const required = <T>(parameter: Parameter<T>) => ({ ...parameter, isRequired: true }) as const

export const instant = (description: string) => single(instantSchema(description), readInstant)

export const instants = (description: string) => repeated(instantSchema(description), readInstant)

/** An inclusive end. It includes everything that a response shows with this time (docs/api.md, Timestamps). */
export const lastInstant = (description: string) =>
  single(instantSchema(description), (value) => lastShownAs(readInstant(value)))

export interface SortKey<Field extends string = string> {
  readonly field: Field
  readonly descending: boolean
}

/** Comma-separated fields, with the prefix - for descending order. A repeated field is ignored (docs/api.md, Sort). */
export const sort = <const Field extends string>(fields: readonly Field[], defaultOrder: string) => {
  const names = fields.map((field) => `${field}, -${field}`).join(', ')
  const known = `-?(${fields.join('|')})`
  const schema = Type.String({
    pattern: `^${known}(,${known})*$`,
    description: `Comma-separated sort fields, with the prefix - for descending order: ${names}.`,
    default: defaultOrder,
    example: defaultOrder,
  })
  return single(schema, (value): SortKey<Field>[] => {
    const keys = value.split(',').map((part): SortKey<Field> => {
      const descending = part.startsWith('-')
      const name = descending ? part.slice(1) : part
      const field = fields.find((one) => one === name)
      if (!field) {
        const say = () => fieldMessages('field.sort', { name })
        throw new Fault('invalid_value', say, { allowed_values: fields })
      }
      return { field, descending }
    })
    return keys.filter((key, index) => keys.findIndex((other) => other.field === key.field) === index)
  })
}

export const limit = single(
  Type.Integer({
    format: 'int32',
    minimum: 1,
    maximum: 200,
    default: 50,
    description: 'Rows per page.',
    example: 50,
  }),
  (value) => readInteger(value, 1, 200),
)

export const offset = single(
  Type.Integer({ format: 'int64', minimum: 0, default: 0, description: 'Rows to skip.', example: 0 }),
  (value) => readInteger(value, 0, Infinity),
)

export interface Page {
  readonly limit: number
  readonly offset: number
}

export const paging = { limit, offset }
export const toPage = (query: { limit?: number | undefined; offset?: number | undefined }): Page => ({
  limit: query.limit ?? 50,
  offset: query.offset ?? 0,
})
