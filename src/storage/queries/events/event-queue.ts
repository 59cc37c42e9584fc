import { type Db, isPostgres } from '../../sql/database'
import type { Connection } from '../../sql/connection'
import { eventQueue } from '../../sql/event-tables'
import type { AssetFacts } from './record-subjects'

type QueuedRow = typeof eventQueue.$inferSelect

/** A change that has no event yet. */
export interface Queued extends QueuedRow {
  /** The asset that the change is about, if it was read with it. */
  readonly asset?: AssetFacts
  /** The sequence of the newest event of the organization, if it was read with the change. */
  readonly newest?: number
}

/** What the event of an asset needs is in the same row, because each further statement is a round trip. */
const withAssets = `with taken as (delete from event_queue returning *)
  select taken.id, taken.organization_id, change, subject_id, scan_event_id, previous_first_at, previous_location_id,
    previous_key, coalesce(newest, 0), external_key, name, is_active, valid_from, valid_to, updated_at, deleted_at
  from taken left join event_log_ends on event_log_ends.organization_id = taken.organization_id
    left join assets on taken.change like 'asset.%' and assets.id = taken.subject_id`

/** Returns the function that removes the changes from the queue and returns them. */
export function takingQueue(db: Db): () => Promise<readonly Queued[]> {
  const taken = db.delete(eventQueue).returning().prepare()
  if (!isPostgres(db)) return async () => taken.execute()
  const { $client } = db as Db & { readonly $client: Connection }
  const statement = $client.prepare(withAssets)
  return async () => (await statement.values()).map(toQueued)
}

function toQueued(row: readonly unknown[]): Queued {
  const [id, organizationId, change, subjectId, scanEventId, previousFirstAt, previousLocationId] = row
  const [previousKey, newest, externalKey, name, isActive, validFrom, validTo, updatedAt, deletedAt] =
    row.slice(7)
  const queued = { id, organizationId, change, subjectId, scanEventId, previousFirstAt, previousLocationId }
  const facts = { externalKey, name, isActive: Boolean(isActive), validFrom, validTo, updatedAt, deletedAt }
  return { ...queued, previousKey, newest, ...(externalKey !== null && { asset: facts }) } as Queued
}
