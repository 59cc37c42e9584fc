import { Suspense } from 'react'
import { useSearchParams } from 'wouter'
import type { Locations, TreeLocation } from '../api/location-tree'
import { useLocationTree } from '../api/use-locations'
import { t } from '../languages/messages'
import { LazyFirstSteps } from '../first-steps/lazy-first-steps'
import { type Floor, useFloor, usePastFloor } from '../plans/floor'
import { PlanPanel } from '../plans/plan-panel'
import { usePlan } from '../plans/plan-query'
import { PlanSide } from '../plans/plan-side'
import { TimeSlider } from '../plans/time-slider'
import { type Day, useDay } from '../plans/use-day'
import { useView, ViewSwitch } from '../plans/view-switch'
import { pastTimeOf } from '../ui/values/format'
import { Crash } from '../ui/pages/crash'
import { lazily } from '../ui/pages/lazily'
import { PageHeader } from '../ui/pages/page-header'
import { Empty, Loading, QueryState } from '../ui/pages/query-states'
import { Liveness } from './liveness'
import { NothingSeen } from './nothing-seen'
import { TimeChoice } from '../time-travel/time-choice'
import { TimeProblem } from '../time-travel/time-problem'
import { useTimeRange } from '../time-travel/use-time-range'

/** The plan of the present does not need it. */
const PastSide = lazily(async () => (await import('../plans/past-side')).PastSide)

/** Shows the floor with its assets, now with moves as they happen, or at an instant. */
export function WherePlan() {
  const tree = useLocationTree()
  const { data, floor, isLive, error, refetch } = useFloor(tree.data)
  const [params] = useSearchParams()
  const { range, problem, choose } = useTimeRange()
  const instant = range.kind === 'at' ? range.at : undefined
  const day = useDay(tree.data, floor !== undefined, {
    time: instant === undefined ? null : Date.parse(instant),
    onChange: (time) =>
      choose(time === null ? { kind: 'now' } : { kind: 'at', at: new Date(time).toISOString() }),
  })
  const then = usePastFloor(tree.data, instant)
  const locations = tree.data
  const past = pastOf(day, instant, then.floor)
  const at = shownIn(locations, params.get('location'))
  // Loads together with the floor, not after it.
  usePlan(at?.id)
  const isUnused = data?.asset_count === 0 || (data && data.locations.length === 0)
  const shown = past ? past.floor : floor
  const panel =
    locations && floor && shown && locations.all.length > 0 ? (
      <PlanPanel
        locations={locations}
        at={at}
        floor={shown}
        hrefOf={(location) => hrefOf(location, instant)}
        side={<Side {...{ locations, at, past, floor, data }} />}
      >
        {/* The slider has the last 24 hours. */}
        {day && (past === undefined || day.step !== null) && <TimeSlider day={day} />}
      </PlanPanel>
    ) : (
      <Empty>
        <NothingSeen />
      </Empty>
    )
  return (
    <>
      <Header {...{ range, choose, isLive }} time={past?.time} />
      <TimeProblem problem={problem} since={instant} />
      {locations && floor && shown ? (
        isUnused && !past ? (
          <LazyFirstSteps otherwise={panel} />
        ) : (
          panel
        )
      ) : (
        <QueryState
          error={tree.error ?? error ?? then.error}
          onRetry={() => Promise.all([refetch(), tree.refetch(), ...(past ? [then.refetch()] : [])])}
          lines={8}
        />
      )}
    </>
  )
}

interface SideProps {
  readonly locations: Locations
  readonly at: TreeLocation | null
  readonly past: Past | undefined
  readonly floor: Floor
  readonly data: ReturnType<typeof useFloor>['data']
}

/** What is beside the plan, of the same time. */
function Side({ locations, at, past, floor, data }: SideProps) {
  if (past?.floor)
    return (
      <Crash scope="part">
        <Suspense fallback={<Loading lines={8} />}>
          <PastSide locations={locations} at={at} {...past} floor={past.floor} />
        </Suspense>
      </Crash>
    )
  const isAll = isEverything(locations, at)
  return (
    <PlanSide
      locations={locations}
      at={at}
      floor={floor}
      places={data?.locations ?? []}
      neverSeen={isAll ? data?.never_seen_count : undefined}
      listHref={at && !isAll ? `/?view=list&location=${at.key}` : '/?view=list'}
    />
  )
}

interface Past {
  /** Undefined while it is loading. */
  readonly floor: Floor | undefined
  readonly time: number
  readonly isPlaying: boolean
}

/** The past that the page shows: a step of the day while one is chosen or played, and otherwise the instant of the address. */
function pastOf(
  day: Day | undefined,
  instant: string | undefined,
  then: Floor | undefined,
): Past | undefined {
  const step = day?.floor && day.step !== null ? { floor: day.floor, time: day.timeOf(day.step) } : undefined
  if (step && day && !day.isSettled) return { ...step, isPlaying: day.isPlaying }
  if (instant === undefined) return undefined
  const time = Date.parse(instant)
  // A step also has the moves of its minutes.
  return { floor: step?.time === time ? step.floor : then, time, isPlaying: false }
}

interface HeaderProps extends Pick<ReturnType<typeof useTimeRange>, 'range' | 'choose'> {
  /** The time that the page shows, in milliseconds since 1970; undefined now. */
  readonly time: number | undefined
  readonly isLive: boolean
}

/** The past is never called live. */
function Header({ range, choose, time, isLive }: HeaderProps) {
  const view = useView()
  return (
    <PageHeader
      title={
        time === undefined
          ? t('Where everything is')
          : t('Where everything was · {time}', { time: pastTimeOf(time) })
      }
    >
      <ViewSwitch view="plan" onChange={view.choose} />
      {time === undefined && <Liveness isLive={isLive} />}
      <TimeChoice range={range} onChange={choose} />
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

/**
 * The address of a part of the plan, at the same instant. It names the view: without it, the page returns to the list when it was
 * opened by a link to a list.
 */
const hrefOf = (location: TreeLocation | null, at: string | undefined): string => {
  const params = {
    view: 'plan',
    ...(location && { location: location.key }),
    ...(at !== undefined && { at }),
  }
  return `/?${new URLSearchParams(params).toString()}`
}
