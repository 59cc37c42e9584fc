import { useSearchParams } from 'wouter'
import type { Locations, TreeLocation } from '../api/location-tree'
import { useLocationTree } from '../api/use-locations'
import { t } from '../languages/messages'
import { useFloor } from '../plans/floor'
import { PlanPanel } from '../plans/plan-panel'
import { usePlan } from '../plans/plan-query'
import { PlanSide } from '../plans/plan-side'
import { TimeSlider } from '../plans/time-slider'
import { useDay } from '../plans/use-day'
import { useView, ViewSwitch } from '../plans/view-switch'
import { PageHeader } from '../ui/page-header'
import { Empty, QueryState } from '../ui/query-states'
import { LazyFirstSteps } from './lazy-first-steps'
import { Liveness } from './liveness'
import { NothingSeen } from './nothing-seen'
import { PastLink } from './past-link'

/** Shows the floor with its assets, and moves as they happen. */
export function WherePlan() {
  const { choose } = useView()
  const tree = useLocationTree()
  const { data, floor, isLive, error, refetch } = useFloor(tree.data)
  const day = useDay(tree.data, floor !== undefined)
  const [params] = useSearchParams()
  const locations = tree.data
  const retry = () => Promise.all([refetch(), tree.refetch()])
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
          <PlanSide
            locations={locations}
            at={at}
            floor={floor}
            places={data?.locations ?? []}
            assetCount={isEverything(locations, at) ? data?.asset_count : undefined}
            listHref={at ? `/?view=list&location=${at.key}` : '/?view=list'}
          />
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
      <PageHeader
        title={t('Where everything is')}
        secondary={
          <PastLink params={new URLSearchParams({ view: 'plan', ...(at && { location: at.key }) })} />
        }
      >
        <ViewSwitch view="plan" onChange={choose} />
        <Liveness isLive={isLive} />
      </PageHeader>
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
