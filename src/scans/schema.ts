import { Type } from '@sinclair/typebox'
import { ExternalKey, Id, InstantInput, TagValue } from '../contract/fields'
import { tagTypes } from '../tags/schema'

const TagType = Type.Unsafe<(typeof tagTypes)[number]>({ type: 'string', enum: [...tagTypes] })

/** A handheld's submission (contract part 3): one place, and what was scanned there. */
export const Submission = Type.Object({
  submission_id: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  location_id: Type.Optional(Id),
  location_external_key: Type.Optional(ExternalKey),
  location_tag: Type.Optional(Type.Object({ tag_type: TagType, value: TagValue })),
  observed_at: Type.Optional(InstantInput),
  reads: Type.Array(
    Type.Object({
      tag_type: Type.Optional(TagType),
      value: TagValue,
      observed_at: Type.Optional(InstantInput),
    }),
    { maxItems: 10_000 },
  ),
})

export interface ScanAnswer {
  readonly accepted: number
  readonly duplicates: number
  readonly unknown: readonly { readonly tag_type: string; readonly value: string }[]
}
