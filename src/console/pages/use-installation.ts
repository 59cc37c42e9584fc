import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../api/client'

/** How the installation is set; for admins. It changes only when the service starts. */
export const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: async () => (await dataOf(api.GET('/internal/v1/installation'))).data,
  staleTime: 300_000,
})
