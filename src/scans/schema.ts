import { type Static, Type } from '@sinclair/typebox'
import { Rule, type StringRule } from '../contract/check'
import { ExternalKey, Id, TagValue } from '../contract/fields'
import { tagTypes } from '../tags/schema'
import { parseInstant } from '../time'

const TagType = Type.Unsafe<(typeof tagTypes)[number]>({ type: 'string', enum: [...tagTypes] })

const observed: StringRule = (value, field) =>
  parseInstant(value) ? undefined : `${field} must be an RFC 3339 timestamp`

/** Any time is valid: a handheld with a clock in 1970 is corrected, not refused (docs/history.md, Time of a read). */
const ObservedAt = Type.String({ [Rule as unknown as string]: observed })

/** A submission: one place, and what was scanned there (docs/internal-api.md, Scans). */
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
    description: "What became of the reads. Those of a location's own tags are in none of the three.",
  },
)
export type ScanOutcome = Static<typeof ScanOutcome>
