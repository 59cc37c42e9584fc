import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, dataOf, queryClient, type Schemas } from '../api/client'

export type AssetField = Schemas['AssetField']

const queryKey = ['asset fields']

export const fieldsQuery = queryOptions({
  queryKey,
  queryFn: async () => (await dataOf(api.GET('/internal/v1/asset-fields'))).data,
  staleTime: 60_000,
})

/** Fetches the fields of assets that the organization has defined, in their order. */
export const useFields = () => useQuery(fieldsQuery)

export const fieldsChanged = () => queryClient.invalidateQueries({ queryKey })
