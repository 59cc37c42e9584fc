import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'wouter'
import { api, dataOf, queryClient } from './client'
import { type Locations, locationTreeOf, type TreeLocation } from './location-tree'

const pollMs = 10_000

export const treeQuery = queryOptions({
  queryKey: ['locations', 'tree'],
  queryFn: async () => (await dataOf(api.GET('/internal/v1/location-tree'))).data,
})

/** Returns the tree of locations with the number of assets at each, and keeps it up to date. */
export function useLocationTree() {
  const { data: nodes, error, refetch } = useQuery({ ...treeQuery, refetchInterval: pollMs })
  // Not with `select`, which compares results in depth: the links to parents make the tree cyclic.
  return { data: nodes && locationTreeOf(nodes), error, refetch }
}

const minuteMs = 60_000

/** Returns the tree for the paths of locations. Any number of rows share one request and one tree. */
export function usePlaces(): Locations | undefined {
  const { data: nodes } = useQuery({ ...treeQuery, staleTime: minuteMs })
  return nodes && locationTreeOf(nodes)
}

const newMs = 5000

/** Returns a location. Reads the tree again when it does not contain the location, which may be new. */
export function usePlace(id: number | null): TreeLocation | undefined {
  const places = usePlaces()
  const place = id === null ? undefined : places?.byId.get(id)
  const isMissing = id !== null && places !== undefined && !place
  useEffect(() => {
    // A failure needs no message: the tree is read again within a minute.
    if (isMissing) queryClient.fetchQuery({ ...treeQuery, staleTime: newMs }).catch(() => undefined)
  }, [isMissing, id])
  return place
}

/** Keeps the tree for `usePlaces` at most a minute old. */
export function useFreshPlaces(): void {
  useQuery({ ...treeQuery, staleTime: minuteMs, refetchInterval: minuteMs })
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
