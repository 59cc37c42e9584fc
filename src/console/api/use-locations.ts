import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'wouter'
import { api, dataOf, queryClient } from './client'
import { locationTreeOf } from './location-tree'

const pollMs = 10_000

export const treeQuery = queryOptions({
  queryKey: ['locations', 'tree'],
  queryFn: async () => (await dataOf(api.GET('/internal/v1/location-tree'))).data,
})

/** Returns the tree of locations with the number of assets at each, and keeps it up to date. */
export function useLocationTree() {
  const { data: nodes, error, refetch } = useQuery({ ...treeQuery, refetchInterval: pollMs })
  // Not with `select`, which compares results in depth: the links to parents make the tree cyclic.
  const data = useMemo(() => nodes && locationTreeOf(nodes), [nodes])
  return { data, error, refetch }
}

/** Returns the location whose id is in the address. */
export function useNamedLocation() {
  const id = Number(useParams()['id'])
  const query = useQuery({
    queryKey: ['location', id],
    queryFn: async () => {
      const params = { path: { location_id: id } }
      return (await dataOf(api.GET('/api/v1/locations/{location_id}', { params }))).data
    },
  })
  return { id, ...query }
}

/** Reloads everything that shows locations, after a location has changed. */
export const locationsChanged = async (): Promise<void> => {
  await Promise.all(
    [['location'], ['locations'], ['report'], ['names', 'locations']].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
}
