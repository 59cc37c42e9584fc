import { useInfiniteQuery } from '@tanstack/react-query'
import { api, dataOf, type Schemas } from '../api/client'

/** Moves of assets in a span of time, a part at a time. */

export type Movement = Schemas['Movement']

export interface MovementQuery {
  readonly from: string
  readonly to: string
  readonly sort: '-at' | 'at'
  readonly location_id?: number
  readonly with_below?: boolean
  readonly direction?: 'arrived' | 'left'
  readonly reader_id?: number
  readonly view_id?: number
  readonly conditions?: string
}

const partSize = 100
const pollMs = 30_000

async function fetchPart(query: MovementQuery, cursor: string | null) {
  const params = { query: { ...query, limit: partSize, ...(cursor !== null && { cursor }) } }
  return dataOf(api.GET('/internal/v1/movements', { params }))
}

/** A part can have few rows, even none, when the service has looked at many. The rest is then read at once. */
async function fetchRows(query: MovementQuery, cursor: string | null) {
  let part = await fetchPart(query, cursor)
  const data = [...part.data]
  while (part.next_cursor !== null && data.length < partSize) {
    part = await fetchPart(query, part.next_cursor)
    data.push(...part.data)
  }
  return { ...part, data }
}

export function useMovements(query: MovementQuery) {
  const result = useInfiniteQuery({
    queryKey: ['movements', query],
    queryFn: ({ pageParam }) => fetchRows(query, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: next }) => next,
    refetchInterval: pollMs,
  })
  const pages = result.data?.pages ?? []
  return { ...result, rows: pages.flatMap(({ data }) => data), first: pages[0] }
}
