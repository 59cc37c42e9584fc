import { silentAfter } from '../readers/health'
import type { Store } from '../../storage/core/store'
import { type Clock, type Micros, second, toMicros, toWire, wireOf } from '../../base/time'
import { seenLimits } from '../tracking/seen'
import type { ActivityView, ReaderActivityView } from './schema'

const hour: Micros = 3600 * second
const hoursShown = 24
const week: Micros = 168 * hour
const silentShown = 10

export type ActivityService = ReturnType<typeof createActivityService>

/** Counts events, assets and readers for the console's overview. */
export function createActivityService(store: Store, now: Clock) {
  async function activity(organizationId: number): Promise<ActivityView> {
    const at = now()
    const to = toMicros(at)
    const from = Math.floor(to / hour) * hour - (hoursShown - 1) * hour
    const earlier = { from: from - week, to: from - week + hoursShown * hour, size: hour }
    const [counts, countsBefore] = [
      await store.read.activity.events(organizationId, { from, to, size: hour }),
      await store.read.activity.events(organizationId, earlier),
    ]
    const [all, placed, unseen] = await Promise.all([
      store.read.floor.assetCount(organizationId, at),
      store.read.floor.placedCount(organizationId, at),
      store.read.seen.total(organizationId, at, seenLimits(to)),
    ])
    const [ofBucket, ofBucketBefore] = [counts, countsBefore].map(
      (rows) => new Map(rows.map(({ bucket, count }) => [bucket, count])),
    )
    return {
      hours: Array.from({ length: hoursShown }, (_, bucket) => ({
        from: wireOf(from + bucket * hour),
        events: ofBucket?.get(bucket) ?? 0,
        events_week_before: ofBucketBefore?.get(bucket) ?? 0,
      })),
      day_count: Math.max(0, placed - unseen.day),
      old_count: unseen.week,
      never_seen_count: Math.max(0, all - placed),
      asset_count: await store.read.activity.assetsAtLocations(organizationId, at),
    }
  }

  async function readers(organizationId: number): Promise<ReaderActivityView> {
    const at = now()
    const since = toMicros(at) - silentAfter
    const counts = await store.read.activity.readers(organizationId, since)
    const silent = await store.read.activity.silent(organizationId, since, silentShown)
    return {
      at: toWire(at),
      ...counts,
      silent_readers: silent.map(({ id, externalKey, name, lastMessageAt }) => ({
        id,
        external_key: externalKey,
        name,
        silent_since: wireOf(lastMessageAt),
      })),
    }
  }

  return { activity, readers }
}
