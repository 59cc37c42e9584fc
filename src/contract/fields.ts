import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'
import type { FieldCode } from '../errors'
import { digitsOf, type Json } from '../json'
import { control, controlButLayout, hasControl, hasControlButLayout, hasSpaceAtAnEdge } from '../text'
import { type Instant, parseInstant, toWire } from '../time'
import { CheckAs, Known, type KnownField, Rule, type StringRule } from './check'

/** The fields that resources share, each described once: type, check and documentation (docs/api.md, Resources). */

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

const externalKeyPattern = /^[A-Za-z0-9-]+$/

export const isExternalKey = (value: string): boolean => externalKeyPattern.test(value) && value.length <= 255

export const externalKeyMessage = (field: string): string =>
  `${field} may contain letters, digits and hyphens only`

export const ExternalKey = text(
  {
    minLength: 1,
    maxLength: 255,
    pattern: externalKeyPattern.source,
    description: "The caller's own key, case-sensitive, unique among the live rows of the organization.",
    example: 'PALLET-0042',
  },
  (value, field) => (isExternalKey(value) ? undefined : externalKeyMessage(field)),
)

// White space of Latin-1, for the pattern in the document: Go knows no \u and JavaScript no \x{...}, so the pattern leaves
// other white space to the description. \s would not do: in JavaScript alone it includes U+FEFF, which a name may hold.
const space = '\\x20\\x85\\xA0'
const namePattern = `^[^${control}${space}]([^${control}]*[^${control}${space}])?$`
const layoutPattern = `^[^${controlButLayout}]*$`

export const Name = text(
  {
    minLength: 1,
    maxLength: 255,
    pattern: namePattern,
    description: 'Without control characters, and without white space at either end.',
    example: 'Pallet 42',
  },
  (value, field) => {
    if (hasControl(value)) return `${field} must not contain control characters`
    if (hasSpaceAtAnEdge(value)) return `${field} must not begin or end with white space`
    return undefined
  },
)

const oneOrMoreLines: StringRule = (value, field) =>
  hasControlButLayout(value)
    ? `${field} must not contain control characters other than tab and line breaks`
    : undefined

export const Description = Nullable(
  text(
    {
      minLength: 1,
      maxLength: 1024,
      pattern: layoutPattern,
      description: 'May run over several lines. Send null to clear it.',
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
    description: 'The identifier as the tag carries it.',
    example: '3414257BF40000000000162E',
  },
  oneOrMoreLines,
)

/** The zero values of common date types; a client that sends one has forgotten to set it (docs/api.md, Timestamps). */
const sentinels = new Set(['0001-01-01T00:00:00.000000Z', '1970-01-01T00:00:00.000000Z'])

export const isSentinel = (instant: Instant): boolean => sentinels.has(instant)

const instant: StringRule = (value, field) => {
  const parsed = parseInstant(value)
  if (!parsed) return `${field} must be an RFC 3339 timestamp`
  return isSentinel(parsed) ? `${field} must not be a default timestamp such as ${value}` : undefined
}

const example = '2026-08-21T06:45:00.000Z'

/** A timestamp in a request, with any offset and up to nine fractional digits. */
export const InstantInput = text({ format: 'date-time', example }, instant)

/** A timestamp in a response: UTC, three fractional digits. It has no pattern: clients match patterns with what they parsed. */
export const Timestamp = Type.String({ format: 'date-time', example })

/** What the server alone sets, the same for every resource. */
export const RowId = Type.Integer({ ...Id, readOnly: true })
export const CreatedAt = Type.String({
  ...Timestamp,
  readOnly: true,
  description: 'When the row was created.',
})
export const UpdatedAt = Type.String({
  ...Timestamp,
  readOnly: true,
  description: 'Advances with every accepted write; echo it in a PATCH to detect a concurrent one.',
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
    description: 'In effect before this instant; null: for ever.',
    example: null,
  }),
)

export const ValidFrom = Type.String({
  ...InstantInput,
  description: 'The row is in effect from this instant on. The time of creation when absent.',
})

export const ValidTo = Nullable(
  Type.String({
    ...InstantInput,
    description: 'The row is in effect before this instant, which is after valid_from; null: for ever.',
    example: '2030-12-31T23:00:00+01:00',
  }),
)

export const IsActive = Type.Boolean({ description: 'Whether the row is in use.', example: true })

/**
 * A field of a merge patch that holds an object or an array. Generated Java clients fill such a field with an empty one,
 * which would clear it; they leave it out when its schema is wrapped.
 */
export const unlessSet = <T extends TSchema>(schema: T, options: Record<string, unknown>) =>
  Type.Unsafe<Static<T>>({ allOf: [schema], ...options })

const freeForm = Type.Unsafe<Record<string, Json>>({ type: 'object', additionalProperties: true })

/** Free-form and opaque: it comes back with the very values that were sent. */
export const Metadata = Type.Unsafe<Record<string, Json>>({
  ...freeForm,
  description: 'Free-form JSON object, stored as it is.',
  example: { colour: 'blue' },
})

export const NewMetadata = unlessSet(freeForm, {
  description: 'Replaces the whole object; {} clears it.',
  example: { colour: 'blue' },
})

/** An object whose known but unwritable fields are handled by rule. */
export const withKnown = <T extends TObject>(schema: T, known: Record<string, KnownField>): T => ({
  ...schema,
  [Known]: known,
})

export const asUnion = <T extends TSchema>(schema: T, checkAs: TSchema): T => ({
  ...schema,
  [CheckAs]: checkAs,
})

const refused =
  (code: FieldCode, message: (field: string) => string): (() => KnownField) =>
  () => ({ code, message })

const readOnly = refused('read_only', (field) => `${field} is managed by the server`)

/** Fields of a view that a create body must not contain (docs/api.md, Create). */
export const refusedOnCreate: Record<string, KnownField> = {
  id: readOnly(),
  created_at: readOnly(),
  updated_at: readOnly(),
  deleted_at: readOnly(),
}

const echo = (
  code: FieldCode,
  message: (field: string) => string,
  echoes: (sent: Json, current: unknown) => boolean,
): KnownField => ({ code, message, echoes })

const sameInstant = (sent: Json, current: unknown): boolean => {
  if (sent === null || current === null) return sent === current
  const parsed = typeof sent === 'string' ? parseInstant(sent) : undefined
  return parsed !== undefined && toWire(parsed) === current
}

/** NaN where it is none; an id may be written `1.0`. */
const numberOf = (sent: Json = null): number => Number(digitsOf(sent))

const unlikeCurrent = (field: string): string =>
  `${field} is managed by the server and differs from the current value; omit it or send it unchanged`

/** Read-only fields that may be sent back: one that equals the current state is ignored (docs/api.md, PATCH). */
export const echoedOnPatch: Record<string, KnownField> = {
  id: echo('read_only', unlikeCurrent, (sent, current) => numberOf(sent) === current),
  created_at: echo('read_only', unlikeCurrent, sameInstant),
  updated_at: echo('read_only', unlikeCurrent, sameInstant),
  deleted_at: echo('read_only', (field) => `${unlikeCurrent(field)}; DELETE soft-deletes`, sameInstant),
  external_key: echo(
    'invalid_context',
    () => 'external_key is changed through POST .../rename',
    (sent, current) => sent === current,
  ),
  tags: echo(
    'invalid_context',
    () => 'tags are changed through POST and DELETE on .../tags',
    (sent, current) => sameTags(sent, current as { id: number; tag_type: string; value: string }[]),
  ),
}

const unchanged = 'Read-only: leave it out, or send it back unchanged.'
const echoedInstant = { format: 'date-time', readOnly: true, description: unchanged }

/** The same fields as the document shows them; `tags` are the resource's own. */
export const readOnlyOnPatch = {
  id: Type.Optional(Type.Integer({ ...RowId, description: unchanged })),
  external_key: Type.Optional(
    Type.String({
      ...ExternalKey,
      readOnly: true,
      description: 'Changed through POST .../rename: leave it out, or send it back unchanged.',
    }),
  ),
  created_at: Type.Optional(Type.String({ ...echoedInstant, example })),
  updated_at: Type.Optional(
    Type.String({
      ...echoedInstant,
      description: 'Sent back as it was read, it lets the patch pass only if nobody has written since.',
      example,
    }),
  ),
  deleted_at: Type.Optional(Nullable(Type.String({ ...echoedInstant, example: null }))),
}

function sameTags(sent: Json, current: readonly { id: number; tag_type: string; value: string }[]): boolean {
  if (!Array.isArray(sent) || sent.length !== current.length) return false
  const remaining = new Map(current.map((tag) => [tag.id, tag]))
  return sent.every((item) => {
    if (item === null || typeof item !== 'object' || Array.isArray(item)) return false
    const tag = remaining.get(numberOf(item['id']))
    if (!tag || Object.keys(item).length !== 3) return false
    remaining.delete(tag.id)
    return item['tag_type'] === tag.tag_type && item['value'] === tag.value
  })
}

/** The presence of the field is refused: the public API never writes the location of an asset (docs/api.md, Asset). */
export const placedByScans: KnownField = {
  code: 'read_only',
  message: (field) =>
    `${field} is derived from scans: an asset is placed by fixed readers (MQTT) and handheld submissions`,
}
