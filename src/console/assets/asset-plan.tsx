import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Locations, pathTo, type TreeLocation } from '../api/location-tree'
import { useLocationTree } from '../api/use-locations'
import { useFloor } from '../plans/floor'
import type { FoundAsset } from '../plans/found-dot'
import { planQuery, usePlan } from '../plans/plan-query'
import { PlanView } from '../plans/plan-view'

interface AssetPlanProps {
  readonly id: number
  readonly locationId: number | null
  readonly state: FoundAsset['state']
  /** The location where the asset may be instead; null without one. */
  readonly rivalId: number | null
}

/** The plan around an asset, which is a dot. The areas lead to their locations. */
export function AssetPlan({ id, locationId, state, rivalId }: AssetPlanProps) {
  const { data: locations } = useLocationTree()
  const location = locationId === null ? undefined : locations?.byId.get(locationId)
  if (locationId !== null && !locations) return <NoPlanYet />
  const rival = rivalId === null ? undefined : locations?.byId.get(rivalId)
  return locations && location ? <PlanAround {...{ id, locations, location, state, rival }} /> : null
}

/** Keeps the place of the plan, so that it moves nothing when it arrives. */
const NoPlanYet = () => <div className="hero-plan" aria-hidden />

interface PlanAroundProps {
  readonly id: number
  readonly locations: Locations
  readonly location: TreeLocation
  readonly state: FoundAsset['state']
  readonly rival: TreeLocation | undefined
}

function PlanAround({ id, locations, location, state, rival }: PlanAroundProps) {
  const { floor: whole } = useFloor(locations)
  // The moves of other assets would distract.
  const floor = useMemo(
    () => whole && { ...whole, moves: whole.moves.filter((move) => move.asset_id === id) },
    [whole, id],
  )
  const above = pathTo(location)
  const plans = useQueries({ queries: above.map(({ id }) => planQuery(id)) })
  const isKnown = plans.every(({ data }) => data)
  // The nearest plan that somebody has drawn, otherwise the areas beside the location.
  const at =
    above.findLast((_, index) => plans[index]?.data?.image || plans[index]?.data?.areas.length) ??
    location.parent
  const { plan, fetchImage } = usePlan(at?.id)
  if (!floor || !isKnown || (at && !plan)) return <NoPlanYet />
  return (
    <div className="hero-plan">
      <PlanView
        key={location.id}
        locations={locations}
        at={at}
        plan={plan}
        fetchImage={fetchImage}
        floor={floor}
        selected={location.id}
        hrefOf={hrefOf}
        found={{ location, state, rival }}
      />
    </div>
  )
}

const hrefOf = ({ id }: TreeLocation): string => `/locations/${id}`
