import type { Message } from '../base/messages'
import { fieldMessages } from './messages'
import { Type } from '@sinclair/typebox'
import type { FieldCode } from '../base/errors'
import { digitsOf, type Json } from '../base/json'
import { parseInstant, toWire } from '../base/time'
import type { KnownField } from './check'
import { example, ExternalKey, Nullable, RowId } from './fields'

/** The fields that a body cannot set, because the server manages them (docs/api.md, Changing records). */

const rejected =
  (code: FieldCode, message: KnownField['message']): (() => KnownField) =>
  () => ({ code, message })

const readOnly = rejected('read_only', (field) => fieldMessages('field.managed', { field }))

/** Fields of a view that a create body must not contain (docs/api.md, Create). */
export const rejectedOnCreate: Record<string, KnownField> = {
  id: readOnly(),
  created_at: readOnly(),
  updated_at: readOnly(),
  deleted_at: readOnly(),
}

const echo = (
  code: FieldCode,
  message: KnownField['message'],
  echoes: (sent: Json, current: unknown) => boolean,
): KnownField => ({ code, message, echoes })

const sameInstant = (sent: Json, current: unknown): boolean => {
  if (sent === null || current === null) return sent === current
  const parsed = typeof sent === 'string' ? parseInstant(sent) : undefined
  return parsed !== undefined && toWire(parsed) === current
}

/** Returns the number of a value, or NaN. An id may be written as `1.0`. */
const numberOf = (sent: Json = null): number => Number(digitsOf(sent))

const differsFromCurrent = (field: string): Message => fieldMessages('field.differs', { field })

/** Read-only fields that may be sent back: a field with its current value is ignored (docs/api.md, PATCH). */
export const echoedOnPatch: Record<string, KnownField> = {
  id: echo('read_only', differsFromCurrent, (sent, current) => numberOf(sent) === current),
  created_at: echo('read_only', differsFromCurrent, sameInstant),
  updated_at: echo('read_only', differsFromCurrent, sameInstant),
  deleted_at: echo('read_only', (field) => fieldMessages('field.deleted', { field }), sameInstant),
  external_key: echo(
    'invalid_context',
    (field) => fieldMessages('field.rename', { field }),
    (sent, current) => sent === current,
  ),
  tags: echo(
    'invalid_context',
    (field) => fieldMessages('field.tags', { field }),
    (sent, current) => sameTags(sent, current as { id: number; tag_type: string; value: string }[]),
  ),
}

const unchanged = 'Read-only. Leave it out, or send it back unchanged.'
const echoedInstant = { format: 'date-time', readOnly: true, description: unchanged }

/** The same fields in the OpenAPI document. `tags` is missing: each resource adds its own. */
export const readOnlyOnPatch = {
  id: Type.Optional(Type.Integer({ ...RowId, description: unchanged })),
  external_key: Type.Optional(
    Type.String({
      ...ExternalKey,
      readOnly: true,
      description: 'Changed through POST .../rename. Leave it out, or send it back unchanged.',
    }),
  ),
  created_at: Type.Optional(Type.String({ ...echoedInstant, example })),
  updated_at: Type.Optional(
    Type.String({
      ...echoedInstant,
      description:
        'Read-only. Leave it out, or send it back: then the patch is rejected if the row was changed since it was read.',
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

/**
 * A field that is rejected with any value: the public API never writes the location of an asset (docs/api.md, Asset).
 */
export const placedByScans: KnownField = {
  code: 'read_only',
  message: (field) => fieldMessages('field.derived', { field }),
}
