import type { EventView } from '../../src/events/event-log/schema'
import { fromMicros, type Micros, toWire } from '../../src/base/time'
import type { AssetHistoryItem, AssetLocationItem } from '../../src/tracking/tracking/schema'

type EventRecord = NonNullable<EventView['record']>

interface ScanEvent {
  readonly id: number
  readonly locationId: number
  readonly micros: number
  readonly observedAt: string
}

const inOrder = (a: ScanEvent, b: ScanEvent): number =>
  a.micros - b.micros || a.locationId - b.locationId || a.id - b.id

/** A row of the report without `asset_last_seen`, which the log does not contain. */
type ReportItem = Omit<AssetLocationItem, 'asset_last_seen'>

/** A consumer of the event log as docs/events.md describes it: it rebuilds the report and the histories. */
export function createConsumer() {
  const assets = new Map<number, EventRecord>()
  const locations = new Map<number, EventRecord>()
  const histories = new Map<number, Map<number, ScanEvent>>()
  const currentLocations = new Map<number, number>()
  let last = 0

  const historyOf = (assetId: number): Map<number, ScanEvent> => {
    const known = histories.get(assetId) ?? new Map<number, ScanEvent>()
    histories.set(assetId, known)
    return known
  }

  const keyOf = (locationId: number): string => (locations.get(locationId) as EventRecord).external_key

  function consumeMove(assetId: number, { location_id: locationId, move }: EventView): void {
    if (!move) return
    const history = historyOf(assetId)
    if (move.is_removed) history.delete(move.event_id)
    else
      history.set(move.event_id, {
        id: move.event_id,
        locationId: locationId as number,
        micros: move.event_observed_micros as number,
        observedAt: move.event_observed_at as string,
      })
    if (move.current_location_id === null) currentLocations.delete(assetId)
    else currentLocations.set(assetId, move.current_location_id)
  }

  function consumeTrim(assetId: number, firstEventId: number): void {
    const history = historyOf(assetId)
    const first = history.get(firstEventId) as ScanEvent
    for (const event of history.values()) if (inOrder(event, first) < 0) history.delete(event.id)
  }

  return {
    /** The sequence of the last event. */
    last: (): number => last,

    /** Throws when the event does not follow the one before. */
    consume(event: EventView): void {
      if (event.sequence !== last + 1) throw new Error(`The event ${event.sequence} follows ${last}.`)
      last = event.sequence
      const { asset_id: assetId, location_id: locationId, record, trim } = event
      if (record && assetId !== null) assets.set(assetId, record)
      else if (record && locationId !== null) locations.set(locationId, record)
      if (assetId !== null) consumeMove(assetId, event)
      if (assetId !== null && trim) consumeTrim(assetId, trim.first_event_id)
    },

    /** Returns the history of an asset, newest first. */
    history(assetId: number): AssetHistoryItem[] {
      const events = [...historyOf(assetId).values()].toSorted(inOrder)
      return events
        .map((event, index) => ({
          event_observed_at: event.observedAt,
          location_id: event.locationId,
          location_external_key: keyOf(event.locationId),
          duration_seconds:
            index === 0 ? null : Math.floor((event.micros - (events[index - 1] as ScanEvent).micros) / 1e6),
        }))
        .toReversed()
    },

    /** Returns the report with deleted assets, in order of asset ids. */
    report(): ReportItem[] {
      return [...assets]
        .filter(([id]) => historyOf(id).size > 0)
        .toSorted(([a], [b]) => a - b)
        .map(([id, asset]) => {
          const newest = [...historyOf(id).values()].toSorted(inOrder).at(-1) as ScanEvent
          const location = locations.get(newest.locationId) as EventRecord
          const isLive = location.deleted_at === null
          return {
            asset_id: id,
            asset_external_key: asset.external_key,
            location_id: isLive ? newest.locationId : null,
            location_external_key: isLive ? location.external_key : null,
            asset_deleted_at: asset.deleted_at,
          }
        })
    },

    /** Returns the report at an instant with the keys of today, in order of asset ids. */
    reportAt(at: Micros): ReportItem[] {
      const isLive = ({ deleted_at: deletedAt }: EventRecord): boolean =>
        deletedAt === null || deletedAt > toWire(fromMicros(at))
      return [...assets]
        .filter(([, asset]) => isLive(asset))
        .toSorted(([a], [b]) => a - b)
        .flatMap(([id, asset]) => {
          const begun = [...historyOf(id).values()].filter(({ micros }) => micros <= at)
          const newest = begun.toSorted(inOrder).at(-1)
          if (!newest) return []
          const location = locations.get(newest.locationId) as EventRecord
          return {
            asset_id: id,
            asset_external_key: asset.external_key,
            location_id: isLive(location) ? newest.locationId : null,
            location_external_key: isLive(location) ? location.external_key : null,
            asset_deleted_at: asset.deleted_at,
          }
        })
    },

    /** Returns the beginnings of all scan events. */
    instants: (): Micros[] =>
      [...histories.values()].flatMap((history) => [...history.values()].map(({ micros }) => micros)),

    /** Returns the keys of the records that are not deleted, in order. */
    liveKeys: (kind: 'asset' | 'location'): string[] =>
      [...(kind === 'asset' ? assets : locations).values()]
        .filter(({ deleted_at: deletedAt }) => deletedAt === null)
        .map(({ external_key: key }) => key)
        .toSorted(),

    /** Returns the present locations that the events have named, by asset. */
    currentLocations: (): ReadonlyMap<number, number> => currentLocations,

    /** Returns the present locations that follow from the histories, by asset. */
    newestLocations(): Map<number, number> {
      const newest = [...histories].flatMap(([assetId, history]) => {
        const event = [...history.values()].toSorted(inOrder).at(-1)
        return event ? [[assetId, event.locationId] as const] : []
      })
      return new Map(newest)
    },
  }
}

/** Returns a row of the report without the field that the log does not contain. */
export function withoutLastSeen({ asset_last_seen, ...row }: AssetLocationItem): ReportItem {
  if (!asset_last_seen) throw new Error('The row has no asset_last_seen.')
  return row
}
