import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { api, dataOf, queryClient, type Schemas } from '../api/client'

export type Reader = Schemas['Reader']

export const pathOf = ({ id }: Pick<Reader, 'id'>) => ({ path: { reader: id } })

export const readReader = async (id: number): Promise<Reader> =>
  (await dataOf(api.GET('/internal/v1/readers/{reader}', { params: pathOf({ id }) }))).data

/** Fetches a reader. With `pollMs`, fetches it again at that interval, in milliseconds. */
export const useReaderOf = (id: number, pollMs?: number, enabled = true) =>
  useQuery({
    queryKey: ['reader', id],
    queryFn: () => readReader(id),
    enabled,
    ...(pollMs !== undefined && { refetchInterval: pollMs }),
  })

/** Fetches the reader whose id is in the URL. */
export const useReader = (pollMs?: number) => useReaderOf(Number(useParams()['id']), pollMs)

/** Number of messages of a reader that the service keeps. */
export const keptMax = 50

/** Fetches the recent messages of a reader, newest first. Only admins may see them. */
export const useMessages = (id: number, { enabled = true, pollMs = 5000 } = {}) =>
  useQuery({
    queryKey: ['reader', id, 'messages'],
    queryFn: async () => {
      const params = { path: { reader: id }, query: { limit: keptMax } }
      return (await dataOf(api.GET('/internal/v1/readers/{reader}/messages', { params }))).data
    },
    enabled,
    refetchInterval: pollMs,
  })

/** Returns the number of the rejected messages that can be read again. */
export const readableOf = (messages: readonly Schemas['ReaderMessage'][] = []): number =>
  messages.filter(({ result, truncated, size }) => result === 'malformed' && !truncated && size > 0).length

/** Fetches the reader again in every place that shows it. To be called after it was changed. */
export const readerChanged = async (id: number): Promise<void> => {
  await Promise.all(
    [['reader', id], ['readers']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  )
}

export interface ReaderChanges {
  readonly is_active?: boolean
  readonly antennas?: Reader['antennas']
  readonly address?: string | null
  readonly llrp?: { readonly takes_over: boolean }
  /** The time of the reader that the antennas were taken from, so that the service rejects them when it has changed. */
  readonly updated_at?: string
}

export const patchReader = (reader: Pick<Reader, 'id'>, body: ReaderChanges) =>
  dataOf(api.PATCH('/internal/v1/readers/{reader}', { params: pathOf(reader), body }))

/** Replaces the device token of a reader. Returns the new one, which is shown only once. */
export async function createToken(id: number): Promise<string> {
  const params = pathOf({ id })
  const { data } = await dataOf(api.POST('/internal/v1/readers/{reader}/token', { params }))
  await readerChanged(id)
  return data.device_token
}
