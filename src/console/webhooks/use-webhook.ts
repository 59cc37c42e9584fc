import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { api, dataOf, queryClient, type Schemas } from '../api/client'

export type Webhook = Schemas['Webhook']

export const pathOf = ({ id }: Pick<Webhook, 'id'>) => ({ path: { webhook: id } })

/** Fetches the webhook whose id is in the URL. With `pollMs`, fetches it again at that interval. */
export function useWebhook(pollMs?: number) {
  const id = Number(useParams()['id'])
  return useQuery({
    queryKey: ['webhooks', id],
    queryFn: async () =>
      (await dataOf(api.GET('/internal/v1/webhooks/{webhook}', { params: pathOf({ id }) }))).data,
    ...(pollMs !== undefined && { refetchInterval: pollMs }),
  })
}

/** Fetches the webhooks and their deliveries again. To be called after a change. */
export const webhooksChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['webhooks'] })
