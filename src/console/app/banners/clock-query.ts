import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client'

export const clockQuery = queryOptions({
  queryKey: ['clock'],
  queryFn: async () => (await dataOf(api.GET('/internal/v1/clock'))).data,
  refetchInterval: 30_000,
})
