import { fieldMessages } from '../../contract/messages'
import { Text } from '../../contract/fields'
import { type Static, Type } from '@sinclair/typebox'
import { Rule, type StringRule } from '../../contract/check'
import { ExternalKey, Id, TagValue } from '../../contract/fields'
import { tagTypes } from '../../inventory/tags/schema'
import { parseInstant } from '../../base/time'

const TagType = Type.Unsafe<(typeof tagTypes)[number]>({ type: 'string', enum: [...tagTypes] })

const observed: StringRule = (value, field) =>
  parseInstant(value) ? undefined : fieldMessages('field.instant', { field })

/**
 * Any time is valid: the service corrects the time of a handheld with a wrong clock (docs/history.md, Time of a read).
 */
const ObservedAt = Type.String({ [Rule as unknown as string]: observed })

/** A read of a submission: of a tag, or of an asset that somebody has found without a tag. */
export const SubmittedRead = Type.Object({
  tag_type: Type.Optional(TagType),
  value: Type.Optional(TagValue),
  asset_id: Type.Optional(Id),
  observed_at: Type.Optional(ObservedAt),
})
export type SubmittedRead = Static<typeof SubmittedRead>

const fields = {
  submission_id: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  location_id: Type.Optional(Id),
  location_external_key: Type.Optional(ExternalKey),
  location_tag: Type.Optional(Type.Object({ tag_type: TagType, value: TagValue })),
  observed_at: Type.Optional(ObservedAt),
}
const readsMax = { maxItems: 10_000 }

/** A submission: one location and the scans at it (docs/internal-api.md, Scans). */
export const Submission = Type.Object({ ...fields, reads: Type.Array(SubmittedRead, readsMax) })

/** The schema by which a submission is checked. A read that is not valid costs no other read, so each is checked alone. */
export const SubmissionOfAnything = Type.Object({
  ...fields,
  reads: Type.Array(Type.Unknown(), readsMax),
})
export type SubmissionOfAnything = Static<typeof SubmissionOfAnything>

const Rejected = Type.Object({
  index: Type.Integer({ description: 'The position of the read in the submission, from 0.' }),
  code: Type.String({ description: 'The code of a field error.' }),
  message: Type.String(),
  text: Text,
})
export type Rejected = Static<typeof Rejected>

export const ScanOutcome = Type.Object(
  {
    accepted: Type.Integer(),
    duplicates: Type.Integer({ description: 'Reads that were sent before.' }),
    unknown: Type.Array(Type.Object({ tag_type: Type.String(), value: Type.String() })),
    rejected: Type.Array(Rejected, {
      description: 'Reads that are not valid. They do not affect the others.',
    }),
  },
  {
    $id: 'ScanOutcome',
    description: 'The outcome of the reads. Reads of tags of locations are in none of the four.',
  },
)
export type ScanOutcome = Static<typeof ScanOutcome>
