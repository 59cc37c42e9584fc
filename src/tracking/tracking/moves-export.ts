import type { LocationMove, Store } from '../../storage/core/store'
import { type Clock, wireOf } from '../../base/time'
import type { Cell } from '../../base/xlsx'
import type { Table } from '../../base/table'
import { type LocationMovesQuery, moveFilterOf } from './service'

/** Exports the arrivals and departures of a location (docs/internal-api.md, Location moves). */

export type MovesExportService = ReturnType<typeof createMovesExportService>

export function createMovesExportService({ read }: Store, now: Clock) {
  /** Returns the table, newest move first. Each part reads its rows when the client reads it. */
  return (organizationId: number, locationId: number, query: LocationMovesQuery): Table => {
    const filter = moveFilterOf(query, now())
    async function* rows(): AsyncGenerator<Cell[][]> {
      const locationIds = query.isDeep ? await read.locationMoves.subtree(locationId) : [locationId]
      for (let to: number | undefined = filter.to; to !== undefined;) {
        const part: Awaited<ReturnType<typeof read.locationMoves.part>> = await read.locationMoves.part(
          organizationId,
          locationIds,
          { ...filter, to },
        )
        yield part.rows.map((move) => columns.map(({ cell }) => cell(move)))
        to = part.nextTo
      }
    }
    return { name: 'moves', columns: columns.map(({ name }) => name), rows: rows() }
  }
}

interface Column {
  readonly name: string
  readonly cell: (move: LocationMove) => Cell
}

const columns: readonly Column[] = [
  { name: 'event_observed_at', cell: (move) => wireOf(move.firstAt) },
  { name: 'direction', cell: (move) => (move.isArrival ? 'arrival' : 'departure') },
  { name: 'asset_external_key', cell: (move) => move.assetExternalKey },
  { name: 'asset_name', cell: (move) => move.assetName },
  { name: 'previous_location_name', cell: (move) => move.previousLocationName },
  { name: 'location_name', cell: (move) => move.locationName },
]
