import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { api, dataOf } from '../api/client'
import type { Locations, TreeLocation } from '../api/location-tree'
import { assetNames } from '../api/record-names'
import { t } from '../languages/messages'
import { ageOf, freshnessOf } from '../ui/values/format'
import type { FloorMove, FloorPlace } from './floor'
import { PlacePath } from './side-place'

const shown = 8
const pollMs = 10_000
/** The mark of each freshness. */
export const states = { fresh: 'fresh', aging: 'aging', stale: 'missing' } as const

/**
 * Returns the ids of the locations with the latest reads, as many as assets are shown: the assets that were read last are
 * at them. A request could not name all locations.
 */
export const latestRead = (places: readonly FloorPlace[]): number[] =>
  places
    .toSorted((a, b) => Date.parse(b.last_read_at) - Date.parse(a.last_read_at))
    .slice(0, shown)
    .map(({ location_id }) => location_id)
    .toSorted((a, b) => a - b)

interface RecentProps {
  readonly at: TreeLocation | null
  readonly locations: Locations
  readonly listHref: string
  /** The newest moves, which the service reports before the list is read again. */
  readonly moves: readonly FloorMove[]
  /** The ids of the locations whose assets are listed. */
  readonly within: ReadonlySet<number>
  /** The locations whose assets are shown; null for all. */
  readonly ids: readonly number[] | null
  readonly nowMs: number
}

interface RecentRow {
  readonly asset_id: number
  readonly name: string
  readonly location_id: number | null
  readonly asset_last_seen: string
}

/** Applies moves that are newer than the list, so that it names the same locations as the moves above it. */
function withMoves(
  rows: readonly RecentRow[],
  moves: readonly FloorMove[],
  within: ReadonlySet<number>,
): RecentRow[] {
  const byAsset = new Map(rows.map((row) => [row.asset_id, row]))
  const latest = new Map(moves.toReversed().map((move) => [move.asset_id, move]))
  for (const [id, move] of latest) {
    const known = byAsset.get(id)
    if (known && Date.parse(known.asset_last_seen) >= Date.parse(move.event_observed_at)) continue
    const moved = {
      asset_id: id,
      name: move.asset_name,
      location_id: move.location_id,
      asset_last_seen: move.event_observed_at,
    }
    if (within.has(move.location_id)) byAsset.set(id, moved)
    else byAsset.delete(id)
  }
  return [...byAsset.values()]
    .toSorted((a, b) => Date.parse(b.asset_last_seen) - Date.parse(a.asset_last_seen))
    .slice(0, shown)
}

/** The assets of the location that were read last. */
export function Recent({ ids, at, locations, nowMs, listHref, moves, within }: RecentProps) {
  const { data } = useQuery({
    queryKey: ['report', 'beside the plan', at?.id ?? null, ids],
    queryFn: async () => {
      // A request without ids would return all locations.
      if (ids?.length === 0) return []
      const query = { limit: shown, location_id: [...(ids ?? [])] }
      const { data: rows } = await dataOf(api.GET('/api/v1/reports/asset-locations', { params: { query } }))
      const moved = new Map(moves.map((move) => [move.asset_id, move.asset_name]))
      const others = rows.filter((row) => !moved.has(row.asset_id))
      const names = await assetNames(others.map((row) => row.asset_external_key))
      return rows.map((row) => ({
        ...row,
        name: moved.get(row.asset_id) ?? names.get(row.asset_external_key) ?? row.asset_external_key,
      }))
    },
    refetchInterval: pollMs,
    // The locations of the same plan change whenever assets move.
    placeholderData: (before, query) => (query?.queryKey[2] === (at?.id ?? null) ? before : undefined),
  })
  return (
    <>
      <h2>
        {t('Last read')}
        <Link href={listHref} className="plan-all">
          {t('All assets')}
        </Link>
      </h2>
      {data?.length === 0 && <p className="plan-none">{t('No assets here.')}</p>}
      <ul>
        {data &&
          withMoves(data, moves, within).map((row) => (
            <li key={row.asset_id}>
              <Link href={`/assets/${row.asset_id}`} className="side-row">
                <span
                  className="state-dot"
                  data-state={states[freshnessOf(row.asset_last_seen, nowMs)]}
                  aria-hidden
                />
                <b>{row.name}</b>
                <time dateTime={row.asset_last_seen}>{ageOf(nowMs - Date.parse(row.asset_last_seen))}</time>
                <PlacePath
                  location={row.location_id === null ? undefined : locations.byId.get(row.location_id)}
                />
              </Link>
            </li>
          ))}
      </ul>
    </>
  )
}
