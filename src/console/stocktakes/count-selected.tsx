import type { Schemas } from '../api/client'
import { type Locations, pathTo } from '../api/location-tree'
import { useLocationTree } from '../api/use-locations'
import { t } from '../languages/messages'
import { countedMax, newStocktakeHref } from './new-stocktake-address'
import { LinkButton } from '../ui/pages/link'
import { counted } from '../ui/values/format'

interface CountSelectedProps {
  readonly assets: readonly Pick<Schemas['ListedAsset'], 'id' | 'location_id'>[]
}

/** Leads to a new stocktake of the selected assets, up to the maximum, at the smallest location that contains them. */
export function CountSelected({ assets }: CountSelectedProps) {
  const { data: locations } = useLocationTree()
  const first = assets.slice(0, countedMax)
  const at =
    locations &&
    commonOf(
      locations,
      first.map(({ location_id: id }) => id),
    )
  return (
    <LinkButton
      href={newStocktakeHref(
        first.map(({ id }) => id),
        at,
      )}
      variant="default"
    >
      {first.length < assets.length
        ? t('Start a stocktake of the first {count}', { count: counted(first.length) })
        : t('Start a stocktake')}
    </LinkButton>
  )
}

/** Returns the smallest location that contains all of these; undefined without one. Assets without a location do not matter. */
function commonOf(locations: Locations, ids: readonly (number | null)[]): number | undefined {
  const paths = [...new Set(ids)].flatMap((id) => {
    const location = id === null ? undefined : locations.byId.get(id)
    return location ? [pathTo(location)] : []
  })
  const [path, ...others] = paths
  return path?.findLast((location, depth) => others.every((other) => other[depth] === location))?.id
}
