import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { api, dataOf, queryClient, type Schemas } from '../api/client'

export type Reader = Schemas['Reader']

export const pathOf = ({ id }: Pick<Reader, 'id'>) => ({ path: { reader: id } })

/** Fetches a reader. With `pollMs`, fetches it again at that interval, in milliseconds. */
export const useReaderOf = (id: number, pollMs?: number) =>
  useQuery({
    queryKey: ['reader', id],
    queryFn: async () =>
      (await dataOf(api.GET('/internal/v1/readers/{reader}', { params: { path: { reader: id } } }))).data,
    ...(pollMs !== undefined && { refetchInterval: pollMs }),
  })

/** Fetches the reader whose id is in the URL. */
export const useReader = (pollMs?: number) => useReaderOf(Number(useParams()['id']), pollMs)

/** Fetches the reader again in every place that shows it. To be called after it was changed. */
export const readerChanged = async (id: number): Promise<void> => {
  await Promise.all(
    [['reader', id], ['readers']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  )
}

/** Replaces the device token of a reader. Returns the new one, which is shown only once. */
export async function createToken(id: number): Promise<string> {
  const params = pathOf({ id })
  const { data } = await dataOf(api.POST('/internal/v1/readers/{reader}/token', { params }))
  await readerChanged(id)
  return data.device_token
}
