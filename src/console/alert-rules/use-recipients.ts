import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client'
import { useSignedIn } from '../api/session'

interface Known {
  readonly label: string
  /** Whether mail can be sent to the user. */
  readonly isReachable: boolean
}

/** Returns the members and outputs that a rule can tell, by kind and id; undefined for those who may not change rules. */
export function useRecipients(): ReadonlyMap<string, Known> | undefined {
  const { may } = useSignedIn()
  const { data } = useQuery({
    queryKey: ['alert-recipients'],
    queryFn: async () => (await dataOf(api.GET('/internal/v1/alert-recipients'))).data,
    enabled: may('manager'),
    staleTime: 30_000,
  })
  return (
    data &&
    new Map([
      ...data.users.map(
        ({ user_id: id, name, has_address: isReachable }) =>
          [`user:${id}`, { label: name, isReachable }] as const,
      ),
      ...data.outputs.map(
        ({ output_id: id, name }) => [`output:${id}`, { label: name, isReachable: true }] as const,
      ),
    ])
  )
}
