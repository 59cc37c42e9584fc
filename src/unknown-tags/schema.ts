import { Type } from '@sinclair/typebox'
import { Id } from '../contract/fields'
import type { EpcHint } from '../tags/epc'

/** The inbox of unknown tags: the private surface of contract part 3. */

export interface UnknownTagView {
  readonly id: number
  readonly tag_type: string
  /** As it was first sent. */
  readonly value: string
  /** What the tag's EPC says; null for what is none. */
  readonly hint: EpcHint | null
  readonly first_seen_at: string
  readonly last_seen_at: string
  readonly read_count: number
  /** Of the latest read. */
  readonly reader_id: number | null
  readonly reader_external_key: string | null
  readonly antenna: number | null
  readonly rssi: number | null
  /** Where an asset with this tag would be; null when the place is soft-deleted. */
  readonly location_id: number | null
  readonly location_external_key: string | null
}

export interface UnknownTagDetail extends UnknownTagView {
  /** The newest first, and only so many as a page has. */
  readonly presences: readonly PresenceView[]
}

export interface PresenceView {
  readonly location_id: number | null
  readonly location_external_key: string | null
  readonly first_seen_at: string
  readonly last_seen_at: string
  readonly read_count: number
}

/** What a tag is bound to: one of the two. */
export const Binding = Type.Object({ asset_id: Type.Optional(Id), location_id: Type.Optional(Id) })

/** The tag that came of it; one of the two it hangs on is null. */
export interface BoundTag {
  readonly id: number
  readonly tag_type: string
  readonly value: string
  readonly asset_id: number | null
  readonly location_id: number | null
}
