import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, Timestamp } from '../../contract/fields'
import type { Page } from '../../contract/parameters'
import type { SeenAsset, Store } from '../../storage/core/store'
import { fold } from '../../base/text'
import { type Clock, type Micros, second, toMicros, wireOf } from '../../base/time'

/** The assets by the time of their last read (docs/internal-api.md, Last seen). */

export const ages = ['day', 'week', 'old', 'never'] as const
type Age = (typeof ages)[number]

const day: Micros = 86_400 * second

/** The limits of the ages at a time: assets seen later than `day`, and earlier than `week`. */
export const seenLimits = (now: Micros) => ({ day: now - day, week: now - 7 * day })

export const SeenItem = Type.Object(
  {
    asset_id: Id,
    asset_external_key: Type.String(),
    asset_name: Type.String(),
    location_id: Nullable(Type.Integer(Id)),
    location_external_key: Nullable(Type.String()),
    location_name: Nullable(Type.String()),
    asset_last_seen: Nullable(Type.String({ ...Timestamp, description: 'Null when it was never seen.' })),
  },
  { $id: 'SeenAsset', description: 'An asset with the time of its last read.' },
)
type SeenView = Static<typeof SeenItem>

interface SeenQuery {
  readonly age: Age
  readonly locationIds: readonly number[]
  readonly search: string | undefined
  readonly page: Page
}

export type SeenService = ReturnType<typeof createSeenService>

export function createSeenService({ read }: Pick<Store, 'read'>, now: Clock) {
  return async (
    organizationId: number,
    { age, locationIds, search: text, page }: SeenQuery,
  ): Promise<{ rows: SeenView[]; total: number }> => {
    const at = now()
    const folded = text === undefined ? undefined : fold(text)
    if (age === 'never') {
      // An asset that was never seen is at no location.
      if (locationIds.length > 0) return { rows: [], total: 0 }
      const found = await read.seen.never(organizationId, at, folded, page)
      return { rows: found.rows.map(toView), total: found.total }
    }
    const limits = seenLimits(toMicros(at))
    const span = {
      day: { from: limits.day, before: undefined },
      week: { from: limits.week, before: limits.day },
      old: { from: undefined, before: limits.week },
    }[age]
    const found = await read.seen.list(organizationId, at, { ...span, locationIds, search: folded }, page)
    return { rows: found.rows.map(toView), total: found.total }
  }
}

const toView = (row: SeenAsset): SeenView => ({
  asset_id: row.assetId,
  asset_external_key: row.externalKey,
  asset_name: row.name,
  location_id: row.locationId,
  location_external_key: row.locationKey,
  location_name: row.locationName,
  asset_last_seen: row.lastSeenAt === null ? null : wireOf(row.lastSeenAt),
})
