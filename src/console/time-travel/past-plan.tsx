import { useSearch } from 'wouter'
import type { TreeLocation } from '../api/location-tree'
import { useLocationTree } from '../api/use-locations'
import { usePastFloor } from '../plans/floor'
import { PlanPanel } from '../plans/plan-panel'
import { QueryState } from '../ui/pages/query-states'

interface PastPlanProps {
  readonly at: string
  readonly locationKey: string | undefined
}

/** Shows the floor at an instant. */
export function PastPlan({ at, locationKey }: PastPlanProps) {
  const tree = useLocationTree()
  const { floor, error, refetch } = usePastFloor(tree.data, at)
  const search = useSearch()
  const locations = tree.data
  if (!locations || !floor)
    return (
      <QueryState
        error={tree.error ?? error}
        onRetry={() => Promise.all([refetch(), tree.refetch()])}
        lines={8}
      />
    )
  const [only] = locations.roots
  const asked = locations.all.find(({ key }) => key === locationKey)
  const shown = asked ?? (locations.roots.length === 1 ? only : undefined)

  function hrefOf(location: TreeLocation | null): string {
    const params = new URLSearchParams(search)
    if (location) params.set('location', location.key)
    else params.delete('location')
    return `/time-travel?${params.toString()}`
  }
  return <PlanPanel locations={locations} at={shown ?? null} floor={floor} hrefOf={hrefOf} />
}
