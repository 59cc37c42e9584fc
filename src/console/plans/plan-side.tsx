import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { api, dataOf } from '../api/client'
import { type Locations, pathTo, subtreeOf, type TreeLocation } from '../api/location-tree'
import { assetNames } from '../api/record-names'
import { useAttention } from '../api/use-attention'
import { keyOf, ProblemRow } from '../attention/problem-row'
import { t } from '../languages/messages'
import { ageOf, assetsText, counted, freshnessOf, locationsText } from '../ui/format'
import { useNow } from '../ui/use-now'
import { type Floor, type FloorMove, type FloorPlace, totalOf } from './floor'

interface PlanSideProps {
  readonly locations: Locations
  readonly at: TreeLocation | null
  readonly floor: Floor
  /** The locations that have assets. */
  readonly places: readonly FloorPlace[]
  /** Number of all assets, seen or not; undefined for a part of the locations. */
  readonly assetCount: number | undefined
  readonly listHref: string
}

/** The list beside a plan: what has just moved, what needs attention, and what was read last. */
export function PlanSide({ locations, at, floor, places, assetCount, listHref }: PlanSideProps) {
  const nowMs = Math.max(useNow(), Date.now()) + floor.clockOffset
  const roots = at ? [at] : locations.roots
  const within = new Set(roots.flatMap(subtreeOf).map(({ id }) => id))
  const located = roots.reduce((sum, root) => sum + totalOf(floor, root).assets, 0)
  const moves = latestOf(floor.moves.filter(({ location_id }) => within.has(location_id)))
  const { data: attention } = useAttention()
  const isAll = assetCount !== undefined
  const problems = (attention?.problems ?? []).filter(
    ({ location_ids: ids }) => isAll || ids.some((id) => within.has(id)),
  )
  return (
    <aside className="plan-side" aria-label={t('Assets')}>
      <header>
        <b>{counted(located)}</b>{' '}
        {assetCount === undefined
          ? t('{count, plural, one {asset here} other {assets here}}', { count: located })
          : t('of {count} assets located', { count: counted(assetCount) })}
      </header>
      {moves.length > 0 && (
        <>
          <h2>{t('Just moved')}</h2>
          <ul>
            {moves.slice(0, 5).map((move) => (
              <li key={move.id}>
                <MoveRow move={move} locations={locations} nowMs={nowMs} />
              </li>
            ))}
          </ul>
        </>
      )}
      {problems.length > 0 && (
        <>
          <h2>{t('Needs attention')}</h2>
          <ul aria-label={t('Needs attention')}>
            {problems.map((problem) => (
              <li key={keyOf(problem)}>
                <ProblemRow problem={problem} nowMs={nowMs}>
                  <Affected ids={problem.location_ids} {...{ locations, floor }} />
                </ProblemRow>
              </li>
            ))}
          </ul>
        </>
      )}
      <Recent
        ids={at && latestRead(places.filter(({ location_id }) => within.has(location_id)))}
        {...{ at, locations, nowMs, listHref }}
      />
    </aside>
  )
}

interface AffectedProps extends Pick<PlanSideProps, 'locations' | 'floor'> {
  readonly ids: readonly number[]
}

/** The assets that may have moved, and where. A reader has one row, however many locations it covers. */
function Affected({ ids, locations, floor }: AffectedProps) {
  const [only, ...others] = ids
  if (only === undefined) return null
  const assets = assetsText(ids.reduce((sum, id) => sum + (floor.own.get(id) ?? 0), 0))
  return (
    <span className="place-path">
      {others.length === 0 ? <PlaceNames location={locations.byId.get(only)} /> : locationsText(ids.length)}
      {` · ${assets}`}
    </span>
  )
}

const nameOf = ({ byId }: Locations, id: number): string => byId.get(id)?.name ?? t('Deleted location')

/** Returns the latest move of each asset. */
const latestOf = (moves: readonly FloorMove[]): FloorMove[] =>
  [...Map.groupBy(moves, ({ asset_id }) => asset_id).values()].flatMap(([latest]) => latest ?? [])

function MoveRow({
  move,
  locations,
  nowMs,
}: {
  readonly move: FloorMove
  readonly locations: Locations
  readonly nowMs: number
}) {
  const from = move.previous_location_id === null ? null : nameOf(locations, move.previous_location_id)
  return (
    <Link href={`/assets/${move.asset_id}`} className="side-row">
      <span className="state-dot" data-state="moved" aria-hidden />
      <b>{move.asset_name}</b>
      <time dateTime={move.event_observed_at}>{ageOf(nowMs - Date.parse(move.event_observed_at))}</time>
      <PlacePath location={locations.byId.get(move.location_id)} />
      <span className="why">
        {from === null ? t('Seen for the first time') : t('Arrived from {from}', { from })}
      </span>
    </Link>
  )
}

interface PlaceProps {
  readonly location: TreeLocation | undefined
}

const PlacePath = ({ location }: PlaceProps) => (
  <span className="place-path">
    <PlaceNames location={location} />
  </span>
)

function PlaceNames({ location }: PlaceProps) {
  if (!location) return t('Deleted location')
  return (
    <>
      {pathTo(location)
        .slice(0, -1)
        .map(({ name }) => `${name} › `)}
      <b>{location.name}</b>
    </>
  )
}

const shown = 8
const pollMs = 10_000
const states = { fresh: 'fresh', aging: 'aging', stale: 'missing' } as const

/**
 * Returns the ids of the locations with the latest reads, as many as assets are shown: the assets that were read last are
 * at them. A request could not name all locations.
 */
const latestRead = (places: readonly FloorPlace[]): number[] =>
  places
    .toSorted((a, b) => Date.parse(b.last_read_at) - Date.parse(a.last_read_at))
    .slice(0, shown)
    .map(({ location_id }) => location_id)
    .toSorted((a, b) => a - b)

interface RecentProps extends Pick<PlanSideProps, 'at' | 'locations' | 'listHref'> {
  /** The locations whose assets are shown; null for all. */
  readonly ids: readonly number[] | null
  readonly nowMs: number
}

/** The assets of the location that were read last. */
function Recent({ ids, at, locations, nowMs, listHref }: RecentProps) {
  const { data } = useQuery({
    queryKey: ['report', 'beside the plan', at?.id ?? null, ids],
    queryFn: async () => {
      // A request without ids would return all locations.
      if (ids?.length === 0) return []
      const query = { limit: shown, location_id: [...(ids ?? [])] }
      const { data: rows } = await dataOf(api.GET('/api/v1/reports/asset-locations', { params: { query } }))
      const names = await assetNames(rows.map((row) => row.asset_external_key))
      return rows.map((row) => ({
        ...row,
        name: names.get(row.asset_external_key) ?? row.asset_external_key,
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
        {data?.map((row) => (
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
