import type { Message, Text as Sentence } from '../base/messages'
import { fieldMessages } from './messages'
import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'
import type { Json } from '../base/json'
import { control, controlButLayout, hasControl, hasControlButLayout, hasSpaceAtAnEdge } from '../base/text'
import { type Instant, parseInstant } from '../base/time'
import { CheckAs, Known, type KnownField, Rule, type StringRule, Values } from './check'

/** The schemas of the fields that resources share: type, check and description (docs/api.md, Resources). */

export const Nullable = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...schema, nullable: true })

const text = (options: Record<string, unknown>, rule: StringRule) =>
  Type.String({ ...options, [Rule as unknown as string]: rule })

export const Id = Type.Integer({
  format: 'int64',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Assigned by the server; unique within an entity type.',
  example: 42,
})

/**
 * A string that is one of these values. The document has a pattern, because generated Go clients make constants of the values of
 * each enumeration, and no value may be in two.
 */
export const OneOf = <const T extends string>(values: readonly T[], options: Record<string, unknown>) => {
  const pattern = `^(${values.map((value) => value.replaceAll('.', '\\.')).join('|')})$`
  return Type.Unsafe<T>({ type: 'string', pattern, ...options, [Values]: values })
}

const externalKeyPattern = /^[A-Za-z0-9-]+$/

export const isExternalKey = (value: unknown): value is string =>
  typeof value === 'string' && externalKeyPattern.test(value) && value.length <= 255

export const externalKeyMessage = (field: string): Message => fieldMessages('field.letters', { field })

export const ExternalKey = text(
  {
    minLength: 1,
    maxLength: 255,
    pattern: externalKeyPattern.source,
    description: "The caller's own key. Case-sensitive and unique among the live rows of the organization.",
    example: 'PALLET-0042',
  },
  (value, field) => (isExternalKey(value) ? undefined : externalKeyMessage(field)),
)

// The pattern in the document contains the white space of Latin-1 only, because Go does not support \u and JavaScript
// does not support \x{...}. The description covers other white space. \s is not possible: in JavaScript it includes
// U+FEFF, which a name may contain.
const space = '\\x20\\x85\\xA0'
const namePattern = `^[^${control}${space}]([^${control}]*[^${control}${space}])?$`
const layoutPattern = `^[^${controlButLayout}]*$`

export const Name = text(
  {
    minLength: 1,
    maxLength: 255,
    pattern: namePattern,
    description: 'Contains no control characters, and no white space at either end.',
    example: 'Pallet 42',
  },
  (value, field) => {
    if (hasControl(value)) return fieldMessages('field.control', { field })
    if (hasSpaceAtAnEdge(value)) return fieldMessages('field.edges', { field })
    return undefined
  },
)

const oneOrMoreLines: StringRule = (value, field) =>
  hasControlButLayout(value) ? fieldMessages('field.layout', { field }) : undefined

/** What a person notes. It may have several lines. */
export const Note = text({ minLength: 1, maxLength: 1_000, pattern: layoutPattern }, oneOrMoreLines)

export const Description = Nullable(
  text(
    {
      minLength: 1,
      maxLength: 1024,
      pattern: layoutPattern,
      description: 'May have several lines. Send null to clear it.',
      example: 'Checked in August.\nNext check in two years.',
    },
    oneOrMoreLines,
  ),
)

export const TagValue = text(
  {
    minLength: 1,
    maxLength: 255,
    pattern: layoutPattern,
    description: 'The identifier that the tag carries.',
    example: '3414257BF40000000000162E',
  },
  oneOrMoreLines,
)

/**
 * The zero values of common date types. They are rejected, because the client did not set them (docs/api.md,
 * Timestamps).
 */
const sentinels = new Set(['0001-01-01T00:00:00.000000Z', '1970-01-01T00:00:00.000000Z'])

export const isSentinel = (instant: Instant): boolean => sentinels.has(instant)

const instant: StringRule = (value, field) => {
  const parsed = parseInstant(value)
  if (!parsed) return fieldMessages('field.instant', { field })
  return isSentinel(parsed) ? fieldMessages('field.default_instant', { field, value }) : undefined
}

/** The example of a timestamp. */
export const example = '2026-08-21T06:45:00.000Z'

/** A timestamp in a request, with any offset and up to nine fractional digits. */
export const InstantInput = text({ format: 'date-time', example }, instant)

/**
 * A timestamp in a response: UTC with three fractional digits. It has no pattern, because generated clients compare the
 * pattern with the parsed value.
 */
export const Timestamp = Type.String({ format: 'date-time', example })

/** The fields that only the server sets, the same for every resource. */
export const RowId = Type.Integer({ ...Id, readOnly: true })
export const CreatedAt = Type.String({
  ...Timestamp,
  readOnly: true,
  description: 'When the row was created.',
})
export const UpdatedAt = Type.String({
  ...Timestamp,
  readOnly: true,
  description: 'Advances with every accepted write. Send it back in a PATCH to detect a concurrent write.',
})
export const DeletedAt = Nullable(
  Type.String({
    ...Timestamp,
    readOnly: true,
    description: 'When the row was soft-deleted; null while it is live.',
    example: null,
  }),
)

export const InEffectFrom = Type.String({ ...Timestamp, description: 'In effect from this instant on.' })
export const InEffectTo = Nullable(
  Type.String({
    ...Timestamp,
    description: 'In effect before this instant; null means no expiry.',
    example: null,
  }),
)

export const ValidFrom = Type.String({
  ...InstantInput,
  description: 'The row is in effect from this instant on. The default is the time of creation.',
})

export const ValidTo = Nullable(
  Type.String({
    ...InstantInput,
    description: 'The row is in effect before this instant, which is after valid_from; null means no expiry.',
    example: '2030-12-31T23:00:00+01:00',
  }),
)

export const IsActive = Type.Boolean({ description: 'Whether the row is in use.', example: true })

/**
 * Wraps the schema of an object or an array in a merge patch. Generated Java clients set an unset field of such a type
 * to an empty value, which would clear it; they leave the field out when its schema is wrapped.
 */
export const wrapped = <T extends TSchema>(schema: T, options: Record<string, unknown>) =>
  Type.Unsafe<Static<T>>({ allOf: [schema], ...options })

const freeForm = Type.Unsafe<Record<string, Json>>({ type: 'object', additionalProperties: true })

/** Free-form JSON. Responses contain the same values that were sent, with all digits of numbers. */
export const Metadata = Type.Unsafe<Record<string, Json>>({
  ...freeForm,
  description: 'Free-form JSON object, stored unchanged.',
  example: { color: 'blue' },
})

export const NewMetadata = wrapped(freeForm, {
  description: 'Replaces the whole object; {} clears it.',
  example: { color: 'blue' },
})

/** Returns the schema of an object with the rules for fields that it cannot set. */
export const withKnown = <T extends TObject>(schema: T, known: Record<string, KnownField>): T => ({
  ...schema,
  [Known]: known,
})

/** Returns the schema of a union with the object schema as which it is checked. */
export const withCheckAs = <T extends TSchema>(schema: T, checkAs: TSchema): T => ({
  ...schema,
  [CheckAs]: checkAs,
})

const sensitivities = ['calm', 'normal', 'quick'] as const
export const Sensitivity = Type.Unsafe<(typeof sensitivities)[number]>({
  type: 'string',
  enum: [...sensitivities],
  description:
    'How much evidence moves an asset to another location: `calm` needs the most, `quick` the least.',
})

/** A sentence as the console translates it. Only private endpoints have it. */
export const Text = Type.Object(
  {
    key: Type.String({ description: 'Which sentence it is.', example: 'move.silent' }),
    params: Type.Unsafe<Sentence['params']>({
      type: 'object',
      additionalProperties: { type: ['string', 'number', 'object', 'array'] },
      description:
        'The values in the sentence: names, numbers, instants, other sentences, and lists of them. The end of a name says the unit.',
      example: { there: 'Hall', silent_seconds: 42 },
    }),
  },
  { $id: 'Text', description: 'The key and the values of an English sentence, for translations.' },
)
