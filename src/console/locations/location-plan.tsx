import type { Locations, TreeLocation } from '../api/location-tree'
import { useFloor } from '../plans/floor'
import { PlanPanel } from '../plans/plan-panel'
import { QueryState } from '../ui/pages/query-states'

interface LocationPlanProps {
  readonly location: TreeLocation
  readonly locations: Locations
}

/** The plan of a location, on its page. */
export function LocationPlan({ location, locations }: LocationPlanProps) {
  const { floor, error, refetch } = useFloor(locations)
  if (!floor) return <QueryState error={error} onRetry={() => refetch()} lines={8} />
  return <PlanPanel locations={locations} at={location} floor={floor} hrefOf={hrefOf} />
}

const hrefOf = (location: TreeLocation | null): string =>
  location ? `/locations/${location.id}?view=plan` : '/'
