import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { api, dataOf, queryClient, type Schemas } from '../api/client'

export type Reader = Schemas['Reader']

export const pathOf = ({ id }: Pick<Reader, 'id'>) => ({ path: { reader: id } })

/** Fetches the reader whose id is in the URL. With `pollMs`, fetches it again at that interval, in milliseconds. */
export function useReader(pollMs?: number) {
  const id = Number(useParams()['id'])
  return useQuery({
    queryKey: ['reader', id],
    queryFn: async () =>
      (await dataOf(api.GET('/internal/v1/readers/{reader}', { params: { path: { reader: id } } }))).data,
    ...(pollMs !== undefined && { refetchInterval: pollMs }),
  })
}

/** Fetches the reader again in every place that shows it. To be called after it was changed. */
export const readerChanged = async (id: number): Promise<void> => {
  await Promise.all(
    [['reader', id], ['readers']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  )
}
