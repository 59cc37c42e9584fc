import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client'
import { ApiError, mayPass } from '../api/errors'

/** Returns the content of an image. */
export type FetchImage = () => Promise<Blob>

/** How often a plan or an image that failed to load is read again, in milliseconds. */
export const retryMs = 5000

export const planQuery = (locationId: number) =>
  queryOptions({
    queryKey: ['plan', locationId],
    queryFn: async () => {
      const params = { path: { location_id: locationId } }
      return (await dataOf(api.GET('/internal/v1/plans/{location_id}', { params }))).data
    },
    staleTime: 30_000,
    // Otherwise a plan is read only once. An error would stay after the service has recovered.
    refetchInterval: ({ state }) => (state.status === 'error' && mayPass(state.error) ? retryMs : false),
  })

/** Returns the plan of a location, and how its image is loaded. */
export function usePlan(locationId: number | undefined) {
  const { data, error, refetch } = useQuery({
    ...planQuery(locationId ?? 0),
    enabled: locationId !== undefined,
  })
  const fetchImage: FetchImage = async () => {
    const params = { path: { location_id: locationId ?? 0 } }
    const call = api.GET('/internal/v1/plans/{location_id}/image', { params, parseAs: 'blob' })
    try {
      return (await dataOf(call)) as Blob
    } catch (error) {
      // The plan has another image, or none, since it was read.
      if (error instanceof ApiError && error.status === 404) void refetch()
      throw error
    }
  }
  return { plan: data, error, refetch, fetchImage }
}
