import { Suspense } from 'react'
import { useSearchParams } from 'wouter'
import type { Locations, TreeLocation } from '../api/location-tree'
import { useLocationTree } from '../api/use-locations'
import { t } from '../languages/messages'
import { LazyFirstSteps } from '../first-steps/lazy-first-steps'
import { useFloor } from '../plans/floor'
import { PlanPanel } from '../plans/plan-panel'
import { usePlan } from '../plans/plan-query'
import { PlanSide } from '../plans/plan-side'
import { TimeSlider } from '../plans/time-slider'
import { type Day, useDay } from '../plans/use-day'
import { useView, ViewSwitch } from '../plans/view-switch'
import { pastTimeOf } from '../ui/values/format'
import { lazily } from '../ui/pages/lazily'
import { PageHeader } from '../ui/pages/page-header'
import { Empty, Loading, QueryState } from '../ui/pages/query-states'
import { Liveness } from './liveness'
import { NothingSeen } from './nothing-seen'
import { PastLink } from './past-link'

/** The plan of the present does not need it. */
const PastSide = lazily(async () => (await import('../plans/past-side')).PastSide)

/** Shows the floor with its assets, and moves as they happen. */
export function WherePlan() {
  const tree = useLocationTree()
  const { data, floor, isLive, error, refetch } = useFloor(tree.data)
  const day = useDay(tree.data, floor !== undefined)
  const [params] = useSearchParams()
  const locations = tree.data
  const retry = () => Promise.all([refetch(), tree.refetch()])
  const past = pastOf(day)
  const at = shownIn(locations, params.get('location'))
  // Loads together with the floor, not after it.
  usePlan(at?.id)
  const isUnused = data?.asset_count === 0 || (data && data.locations.length === 0)
  const panel =
    locations && floor && locations.all.length > 0 ? (
      <PlanPanel
        locations={locations}
        at={at}
        floor={day?.floor ?? floor}
        hrefOf={hrefOf}
        side={
          past ? (
            <Suspense fallback={<Loading lines={8} />}>
              <PastSide locations={locations} at={at} {...past} />
            </Suspense>
          ) : (
            <PlanSide
              locations={locations}
              at={at}
              floor={floor}
              places={data?.locations ?? []}
              neverSeen={isEverything(locations, at) ? data?.never_seen_count : undefined}
              listHref={at && !isEverything(locations, at) ? `/?view=list&location=${at.key}` : '/?view=list'}
            />
          )
        }
      >
        {day && <TimeSlider day={day} />}
      </PlanPanel>
    ) : (
      <Empty>
        <NothingSeen />
      </Empty>
    )
  return (
    <>
      <Header at={at} time={past?.time} isLive={isLive} />
      {locations && floor ? (
        isUnused ? (
          <LazyFirstSteps otherwise={panel} />
        ) : (
          panel
        )
      ) : (
        <QueryState error={tree.error ?? error} onRetry={retry} lines={8} />
      )}
    </>
  )
}

/** The chosen step of the day; undefined now. */
const pastOf = (day: Day | undefined) =>
  day?.floor && day.step !== null
    ? { floor: day.floor, time: day.timeOf(day.step), isPlaying: day.isPlaying }
    : undefined

interface HeaderProps {
  readonly at: TreeLocation | null
  /** The time that the page shows, in milliseconds since 1970; undefined now. */
  readonly time: number | undefined
  readonly isLive: boolean
}

/** The past is never called live. */
function Header({ at, time, isLive }: HeaderProps) {
  const { choose } = useView()
  const params = new URLSearchParams({
    view: 'plan',
    ...(at && { location: at.key }),
    ...(time !== undefined && { at: new Date(time).toISOString() }),
  })
  return (
    <PageHeader
      title={
        time === undefined
          ? t('Where everything is')
          : t('Where everything was · {time}', { time: pastTimeOf(time) })
      }
      secondary={<PastLink params={params} />}
    >
      <ViewSwitch view="plan" onChange={choose} />
      {time === undefined && <Liveness isLive={isLive} />}
    </PageHeader>
  )
}

/** Returns the location with this key. Without it, the only location at the top, whose plan is the plan of everything. */
function shownIn(locations: Locations | undefined, key: string | null): TreeLocation | null {
  const [only, ...others] = locations?.roots ?? []
  const asked = locations?.all.find((location) => location.key === key)
  return asked ?? (only && others.length === 0 ? only : null)
}

/** Whether the plan contains every location. */
const isEverything = ({ roots }: Locations, at: TreeLocation | null): boolean =>
  at === null || (at.parent === null && roots.length === 1)

/** Names the view: without it, the page returns to the list when it was opened by a link to a list. */
const hrefOf = (location: TreeLocation | null): string =>
  location ? `/?view=plan&location=${location.key}` : '/?view=plan'
