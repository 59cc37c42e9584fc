import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'
import { open } from './session'

/** How the installation is set; for admins. It changes only when the service starts. */
export const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: async () => (await dataOf(api.GET('/internal/v1/installation'))).data,
  staleTime: 300_000,
})

/** The fingerprint of the authority that the installation has of its own; null where it has none. */
export const authorityQuery = queryOptions({
  queryKey: ['authority'],
  queryFn: async () => (await dataOf(open.GET('/internal/v1/authority'))).data.fingerprint,
  enabled: location.protocol === 'https:',
  staleTime: Infinity,
})
