import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, Timestamp } from '../../contract/fields'
import { EpcHint } from '../../inventory/tags/epc'
import { TagIdentity } from '../../inventory/tags/identity'

/** The inbox of unknown tags (docs/internal-api.md, Unknown tags). */

const location = {
  location_id: Nullable(Id),
  location_external_key: Nullable(Type.String()),
}
const seen = { first_seen_at: Timestamp, last_seen_at: Timestamp, read_count: Type.Integer() }

const unknownTag = {
  id: Id,
  tag_type: Type.String(),
  value: Type.String({ description: 'The value as it was first sent.' }),
  hint: Nullable(EpcHint),
  identity: Nullable(TagIdentity),
  ...seen,
  /** This field and all fields below are of the latest read. */
  reader_id: Nullable(Id),
  reader_external_key: Nullable(Type.String()),
  antenna: Nullable(Type.Integer()),
  rssi: Nullable(Type.Number()),
  /** The location of an asset with this tag; null when that location is soft-deleted. */
  ...location,
}

export const UnknownTag = Type.Object(unknownTag, {
  $id: 'UnknownTag',
  description: 'A tag that was read and belongs to no asset or location.',
})
export type UnknownTagView = Static<typeof UnknownTag>

const Presence = Type.Object({ ...location, ...seen })
export type PresenceView = Static<typeof Presence>

export const UnknownTagDetails = Type.Object(
  {
    ...unknownTag,
    presences: Type.Array(Presence, { description: 'The newest 200, newest first.' }),
  },
  { $id: 'UnknownTagDetails', description: 'An unknown tag and its presences at locations.' },
)
export type UnknownTagDetail = Static<typeof UnknownTagDetails>

/** The asset or the location to which a tag is bound. */
export const Binding = Type.Object({ asset_id: Type.Optional(Id), location_id: Type.Optional(Id) })

export const BoundTag = Type.Object(
  {
    id: Id,
    tag_type: Type.String(),
    value: Type.String(),
    asset_id: Nullable(Id),
    location_id: Nullable(Id),
  },
  { $id: 'BoundTag', description: 'A bound tag. Either asset_id or location_id is null.' },
)
export type BoundTag = Static<typeof BoundTag>
