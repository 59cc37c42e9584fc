import { byteOrderMark, csvLine } from '../../base/csv'
import type { LocationMove, Store } from '../../storage/core/store'
import { type Clock, wireOf } from '../../base/time'
import { type LocationMovesQuery, moveFilterOf } from './service'

/** Exports the arrivals and departures of a location as CSV (docs/internal-api.md, Location moves). */

export type MovesExportService = ReturnType<typeof createMovesExportService>

export function createMovesExportService({ read }: Store, now: Clock) {
  /** Returns the parts of the file, newest move first. Each part reads its rows when the client reads it. */
  return (organizationId: number, locationId: number, query: LocationMovesQuery): AsyncGenerator<string> => {
    const filter = moveFilterOf(query, now())
    async function* parts(): AsyncGenerator<string> {
      yield byteOrderMark + csvLine(columns.map(({ name }) => name))
      const locationIds = query.isDeep ? await read.locationMoves.subtree(locationId) : [locationId]
      for (let to: number | undefined = filter.to; to !== undefined;) {
        const part: Awaited<ReturnType<typeof read.locationMoves.part>> = await read.locationMoves.part(
          organizationId,
          locationIds,
          { ...filter, to },
        )
        yield part.rows.map((move) => csvLine(columns.map(({ cell }) => cell(move)))).join('')
        to = part.nextTo
      }
    }
    return parts()
  }
}

interface Column {
  readonly name: string
  readonly cell: (move: LocationMove) => string
}

const columns: readonly Column[] = [
  { name: 'event_observed_at', cell: (move) => wireOf(move.firstAt) },
  { name: 'direction', cell: (move) => (move.isArrival ? 'arrival' : 'departure') },
  { name: 'asset_external_key', cell: (move) => move.assetExternalKey },
  { name: 'asset_name', cell: (move) => move.assetName },
  { name: 'previous_location_name', cell: (move) => move.previousLocationName ?? '' },
  { name: 'location_name', cell: (move) => move.locationName },
]
