import { type Static, Type } from '@sinclair/typebox'
import { Rule, type StringRule } from '../contract/check'
import { ExternalKey, Id, TagValue } from '../contract/fields'
import { tagTypes } from '../tags/schema'
import { parseInstant } from '../time'

const TagType = Type.Unsafe<(typeof tagTypes)[number]>({ type: 'string', enum: [...tagTypes] })

const observed: StringRule = (value, field) =>
  parseInstant(value) ? undefined : `${field} must be an RFC 3339 timestamp`

/**
 * Any time is valid: the service corrects the time of a handheld with a wrong clock (docs/history.md, Time of a read).
 */
const ObservedAt = Type.String({ [Rule as unknown as string]: observed })

/** A submission: one location and the scans at it (docs/internal-api.md, Scans). */
export const Submission = Type.Object({
  submission_id: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  location_id: Type.Optional(Id),
  location_external_key: Type.Optional(ExternalKey),
  location_tag: Type.Optional(Type.Object({ tag_type: TagType, value: TagValue })),
  observed_at: Type.Optional(ObservedAt),
  reads: Type.Array(
    Type.Object({
      tag_type: Type.Optional(TagType),
      value: TagValue,
      observed_at: Type.Optional(ObservedAt),
    }),
    { maxItems: 10_000 },
  ),
})

export const ScanOutcome = Type.Object(
  {
    accepted: Type.Integer(),
    duplicates: Type.Integer({ description: 'Reads that were sent before.' }),
    unknown: Type.Array(Type.Object({ tag_type: Type.String(), value: Type.String() })),
  },
  {
    $id: 'ScanOutcome',
    description: 'The outcome of the reads. Reads of tags of locations are in none of the three.',
  },
)
export type ScanOutcome = Static<typeof ScanOutcome>
