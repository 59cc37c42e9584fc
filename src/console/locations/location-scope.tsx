import { Text } from '@mantine/core'
import { queryClient } from '../api/client'
import { subtreeOf, locationTreeOf } from '../api/location-tree'
import { treeQuery } from '../api/use-locations'
import { t } from '../languages/messages'

/** Maximum number of locations that a request may name. */
export const locationsMax = 200

/** The locations that a list shows when it is filtered by a location. */
export interface LocationScope {
  /** The location and its sub-locations, unless there are too many. Empty when the location does not exist. */
  readonly ids: readonly number[]
  readonly name: string
  /** Number of sub-locations. */
  readonly below: number
}

const freshMs = 60_000

export async function scopeOf(key: string): Promise<LocationScope> {
  const locations = locationTreeOf(await queryClient.fetchQuery({ ...treeQuery, staleTime: freshMs }))
  const location = locations.all.find((other) => other.key === key)
  if (!location) return { ids: [], name: key, below: 0 }
  const subtree = subtreeOf(location)
  const among = subtree.length > locationsMax ? [location] : subtree
  return { ids: among.map(({ id }) => id), name: location.name, below: subtree.length - 1 }
}

/** Shows whether the list includes the sub-locations. */
export function ScopeNote({ scope }: { readonly scope: LocationScope | undefined }) {
  if (!scope || scope.below === 0) return null
  return (
    <Text size="sm" c="dimmed" mb="xs" data-scope>
      {scope.ids.length > 1
        ? t('{name} and its {count, plural, one {sub-location} other {# sub-locations}}', {
            name: scope.name,
            count: scope.below,
          })
        : t('{name} only. Its {count} sub-locations are too many to list together.', {
            name: scope.name,
            count: scope.below,
          })}
    </Text>
  )
}
