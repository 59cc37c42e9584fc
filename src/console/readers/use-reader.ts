import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { api, dataOf, queryClient, type Schemas } from '../api/client'

export type Reader = Schemas['Reader']

export const pathOf = ({ id }: Pick<Reader, 'id'>) => ({ path: { reader: id } })

/** The reader that the address names, asked for again every so often where `pollMs` says so. */
export function useReader(pollMs?: number) {
  const id = Number(useParams()['id'])
  return useQuery({
    queryKey: ['reader', id],
    queryFn: async () =>
      (await dataOf(api.GET('/internal/v1/readers/{reader}', { params: { path: { reader: id } } }))).data,
    ...(pollMs !== undefined && { refetchInterval: pollMs }),
  })
}

/** After a change of it: wherever it is shown, it is read again. */
export const readerChanged = async (id: number): Promise<void> => {
  await Promise.all(
    [['reader', id], ['readers']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  )
}
