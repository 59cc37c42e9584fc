import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from './client'
import { open } from './session'

/** The settings of the installation, which change only when the service starts, and the state of its database; for admins. */
export const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: async () => (await dataOf(api.GET('/internal/v1/installation'))).data,
  staleTime: 300_000,
})

/** The fingerprint of the installation's certificate authority; null when it has none. */
export const caQuery = queryOptions({
  queryKey: ['authority'],
  queryFn: async () => (await dataOf(open.GET('/internal/v1/authority'))).data.fingerprint,
  enabled: location.protocol === 'https:',
  staleTime: Infinity,
})
