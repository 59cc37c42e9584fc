import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from './client'
import { useSignedIn } from './session'

/** Returns the current organization with its settings. */
export function useOrganization() {
  const { id } = useSignedIn().organization
  return useQuery({
    queryKey: ['organization', id],
    queryFn: async () => {
      const params = { path: { organization: id } }
      return (await dataOf(api.GET('/internal/v1/organizations/{organization}', { params }))).data
    },
  })
}
