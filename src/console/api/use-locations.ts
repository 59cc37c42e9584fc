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

/** The whole tree, with how many assets are where. */
export function useLocationTree() {
  const { data: nodes, error, refetch } = useQuery({ ...treeQuery, refetchInterval: pollMs })
  // Not by `select`: it compares results in depth, and a tree that knows its parents has no end.
  const data = useMemo(() => nodes && locationTreeOf(nodes), [nodes])
  return { data, error, refetch }
}

/** The location that the address names. */
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

/** After a change of locations: wherever they are shown, they are read again. */
export const locationsChanged = async (): Promise<void> => {
  await Promise.all(
    [['location'], ['locations'], ['report'], ['names', 'locations']].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
}
