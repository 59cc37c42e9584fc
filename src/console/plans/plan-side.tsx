import { Link } from 'wouter'
import { PlanAlerts } from '../alerts/plan-alerts'
import { type Locations, subtreeOf, type TreeLocation } from '../api/location-tree'
import { keyOf, useAttention } from '../api/use-attention'
import { t } from '../languages/messages'
import { ageOf, assetsText, freshnessOf, locationsText } from '../ui/values/format'
import { Failed } from '../ui/pages/query-states'
import { lazyPart } from '../ui/pages/lazy-part'
import { useExactNow } from '../ui/values/use-now'
import { everythingOf, type Floor, type FloorMove, type FloorPlace, totalOf } from './floor'
import { Located } from './located'
import { latestRead, Recent, states } from './plan-recent'
import { PlaceNames, PlacePath } from './side-place'

/** Most plans have no problem, so its texts are loaded when there is one. */
const ProblemRow = lazyPart(async () => (await import('../attention/problem-row')).ProblemRow)

interface PlanSideProps {
  readonly locations: Locations
  readonly at: TreeLocation | null
  readonly floor: Floor
  /** The locations that have assets. */
  readonly places: readonly FloorPlace[]
  /** Number of the assets that were never seen; undefined for a part of the locations. */
  readonly neverSeen: number | undefined
  readonly listHref: string
}

/** The list beside a plan: what has just moved, what needs attention, and what was read last. */
export function PlanSide({ locations, at, floor, places, neverSeen, listHref }: PlanSideProps) {
  const nowMs = useExactNow() + floor.clockOffset
  const roots = at ? [at] : locations.roots
  const within = new Set(roots.flatMap(subtreeOf).map(({ id }) => id))
  const total = at ? totalOf(floor, at) : everythingOf(floor)
  const moves = latestOf(floor.moves.filter(({ location_id }) => within.has(location_id)))
  const justMoved = moves
    .filter((move) => nowMs - Date.parse(move.event_observed_at) <= justMovedMs)
    .slice(0, movesMax)
  const { data: attention, error, refetch } = useAttention()
  const isAll = neverSeen !== undefined
  const problems = (attention?.problems ?? []).filter(
    ({ location_ids: ids }) => isAll || ids.some((id) => within.has(id)),
  )
  return (
    <aside className="plan-side" aria-label={t('Assets')}>
      <Located total={total} neverSeen={neverSeen} listHref={listHref} />
      <Moves title={t('Just moved')} moves={justMoved} isJust {...{ locations, nowMs }} />
      <Moves
        title={t('Recent moves')}
        moves={moves.slice(justMoved.length, movesMax)}
        isJust={false}
        {...{ locations, nowMs }}
      />
      <PlanAlerts isShown={(id) => isAll || (id !== null && within.has(id))} />
      {!attention && error && (
        <Failed title={t("Problems couldn't be loaded")} error={error} onRetry={refetch} />
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
        moves={floor.moves}
        {...{ at, locations, nowMs, listHref, within }}
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
  const assets = assetsText(ids.reduce((sum, id) => sum + (floor.own.get(id)?.assets ?? 0), 0))
  return (
    <span className="place-path">
      {others.length === 0 ? <PlaceNames location={locations.byId.get(only)} /> : locationsText(ids.length)}
      <i>{` · ${assets}`}</i>
    </span>
  )
}

const nameOf = ({ byId }: Locations, id: number): string => byId.get(id)?.name ?? t('Deleted location')

/** Returns the latest move of each asset. */
const latestOf = (moves: readonly FloorMove[]): FloorMove[] =>
  [...Map.groupBy(moves, ({ asset_id }) => asset_id).values()].flatMap(([latest]) => latest ?? [])

/** How long a move has just happened, in milliseconds. */
const justMovedMs = 60_000
const movesMax = 5

interface MovesProps {
  readonly title: string
  readonly moves: readonly FloorMove[]
  /** Whether they have happened within the last minute. */
  readonly isJust: boolean
  readonly locations: Locations
  readonly nowMs: number
}

function Moves({ title, moves, ...row }: MovesProps) {
  if (moves.length === 0) return null
  return (
    <>
      <h2>{title}</h2>
      <ul aria-label={title}>
        {moves.map((move) => (
          <li key={move.id}>
            <MoveRow move={move} {...row} />
          </li>
        ))}
      </ul>
    </>
  )
}

function MoveRow({
  move,
  isJust,
  locations,
  nowMs,
}: Omit<MovesProps, 'title' | 'moves'> & { readonly move: FloorMove }) {
  const from = move.previous_location_id === null ? null : nameOf(locations, move.previous_location_id)
  return (
    <Link href={`/assets/${move.asset_id}`} className="side-row">
      <span
        className="state-dot"
        data-state={isJust ? 'moved' : states[freshnessOf(move.event_observed_at, nowMs)]}
        aria-hidden
      />
      <b>{move.asset_name}</b>
      <time dateTime={move.event_observed_at}>{ageOf(nowMs - Date.parse(move.event_observed_at))}</time>
      <PlacePath location={locations.byId.get(move.location_id)} />
      <span className="why">
        {from === null ? t('Seen for the first time') : t('Arrived from {from}', { from })}
      </span>
    </Link>
  )
}
