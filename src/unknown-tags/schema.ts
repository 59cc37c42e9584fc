import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, Timestamp } from '../contract/fields'
import { EpcHint } from '../tags/epc'

/** The inbox of unknown tags (docs/internal-api.md, Unknown tags). */

const where = {
  location_id: Nullable(Id),
  location_external_key: Nullable(Type.String()),
}
const seen = { first_seen_at: Timestamp, last_seen_at: Timestamp, read_count: Type.Integer() }

const unknownTag = {
  id: Id,
  tag_type: Type.String(),
  value: Type.String({ description: 'As it was first sent.' }),
  hint: Nullable(EpcHint),
  ...seen,
  /** Of the latest read, as all below. */
  reader_id: Nullable(Id),
  reader_external_key: Nullable(Type.String()),
  antenna: Nullable(Type.Integer()),
  rssi: Nullable(Type.Number()),
  /** Where an asset with this tag would be; null when the place is soft-deleted. */
  ...where,
}

export const UnknownTag = Type.Object(unknownTag, {
  $id: 'UnknownTag',
  description: 'A tag that was read and belongs to nothing yet.',
})
export type UnknownTagView = Static<typeof UnknownTag>

const Presence = Type.Object({ ...where, ...seen })
export type PresenceView = Static<typeof Presence>

export const UnknownTagDetails = Type.Object(
  {
    ...unknownTag,
    presences: Type.Array(Presence, { description: 'The newest first, and only so many as a page has.' }),
  },
  { $id: 'UnknownTagDetails', description: 'An unknown tag, and where it has been.' },
)
export type UnknownTagDetail = Static<typeof UnknownTagDetails>

/** What a tag is bound to: one of the two. */
export const Binding = Type.Object({ asset_id: Type.Optional(Id), location_id: Type.Optional(Id) })

export const BoundTag = Type.Object(
  {
    id: Id,
    tag_type: Type.String(),
    value: Type.String(),
    asset_id: Nullable(Id),
    location_id: Nullable(Id),
  },
  { $id: 'BoundTag', description: 'The tag that came of it; one of the two it hangs on is null.' },
)
export type BoundTag = Static<typeof BoundTag>
