import { Text } from '@mantine/core'
import { queryClient } from '../api/client'
import { subtreeOf, locationTreeOf } from '../api/location-tree'
import { treeQuery } from '../api/use-locations'

/** The service takes so many places at once. */
export const locationsMax = 200

/** What a place stands for where a list is filtered by it. */
export interface LocationScope {
  /** Of the place, and of those in it unless they are too many; none where there is no such place. */
  readonly ids: readonly number[]
  readonly name: string
  /** How many places are in it. */
  readonly below: number
}

const freshMs = 60_000

export async function scopeOf(key: string): Promise<LocationScope> {
  const places = locationTreeOf(await queryClient.fetchQuery({ ...treeQuery, staleTime: freshMs }))
  const place = places.all.find((other) => other.key === key)
  if (!place) return { ids: [], name: key, below: 0 }
  const subtree = subtreeOf(place)
  const among = subtree.length > locationsMax ? [place] : subtree
  return { ids: among.map(({ id }) => id), name: place.name, below: subtree.length - 1 }
}

/** Says whether what is at the places in it is shown, too. */
export function ScopeNote({ scope }: { readonly scope: LocationScope | undefined }) {
  if (!scope || scope.below === 0) return null
  return (
    <Text size="sm" c="dimmed" mb="xs" data-scope>
      {scope.ids.length > 1
        ? `${scope.name}, with the ${scope.below === 1 ? 'place' : `${scope.below} places`} in it.`
        : `${scope.name}, without the ${scope.below} places in it: these are too many to list together.`}
    </Text>
  )
}
