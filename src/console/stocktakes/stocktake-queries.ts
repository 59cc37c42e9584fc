import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { listen } from '../api/live-events'

export type Stocktake = Schemas['Stocktake']
export type StocktakeDetails = Schemas['StocktakeDetails']
export type StocktakeLine = Schemas['StocktakeLine']
export type StocktakePlace = Schemas['StocktakePlace']

/** The stream reports changes; this covers what it missed. */
const pollMs = 15_000
/** While the service works on the close, and the stream says nothing. */
const workMs = 1000

const pageMax = 200

/** All keys begin with the same word, so that a change loads all of them again. */
const stocktakesQuery = queryOptions({
  queryKey: ['stocktakes', 'list'],
  queryFn: () => dataOf(api.GET('/internal/v1/stocktakes', { params: { query: { limit: pageMax } } })),
  refetchInterval: pollMs,
})

/** Those that are open or planned. */
const currentQuery = queryOptions({
  queryKey: ['stocktakes', 'current'],
  queryFn: () =>
    dataOf(
      api.GET('/internal/v1/stocktakes', {
        params: { query: { state: ['open', 'closing', 'draft'], limit: pageMax } },
      }),
    ),
  refetchInterval: pollMs,
})

const pathOf = (id: number) => ({ path: { stocktake: id } })

const stocktakeQuery = (id: number) =>
  queryOptions({
    queryKey: ['stocktakes', 'one', id],
    queryFn: async () =>
      (await dataOf(api.GET('/internal/v1/stocktakes/{stocktake}', { params: pathOf(id) }))).data,
    refetchInterval: ({ state: { data } }) => (data?.work ? workMs : pollMs),
  })

const placesQuery = (id: number) =>
  queryOptions({
    queryKey: ['stocktakes', 'places', id],
    queryFn: () => allPlaces(id),
    refetchInterval: pollMs,
    retry: false,
  })

async function allPlaces(id: number): Promise<StocktakePlace[]> {
  const found: StocktakePlace[] = []
  for (;;) {
    const params = { ...pathOf(id), query: { limit: pageMax, offset: found.length } }
    const page = await dataOf(api.GET('/internal/v1/stocktakes/{stocktake}/places', { params }))
    found.push(...page.data)
    if (page.data.length < pageMax) return found
  }
}

export const stocktakesChanged = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['stocktakes'] })

const throttleMs = 500

/** Loads stocktakes again when the service says that one has changed; at most twice a second. */
function useLive(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const changed = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void stocktakesChanged()
      }, throttleMs)
    }
    const stop = listen({ stocktake: changed, missed: changed })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
}

export function useStocktakes() {
  useLive()
  return useQuery(stocktakesQuery)
}

export function useCurrentStocktakes() {
  useLive()
  return useQuery(currentQuery)
}

export function useStocktake(id: number) {
  useLive()
  return useQuery(stocktakeQuery(id))
}

/** Returns the numbers of the places. Counters of an open blind stocktake may not see them. */
export const useStocktakePlaces = (id: number, isHidden: boolean) =>
  useQuery({ ...placesQuery(id), enabled: !isHidden })

export const linesOf = (
  id: number,
  query: { verdict?: Verdict[]; location_id?: number[]; q?: string; limit?: number; offset?: number },
) => dataOf(api.GET('/internal/v1/stocktakes/{stocktake}/lines', { params: { ...pathOf(id), query } }))

export type Verdict = 'to_count' | 'found' | 'missing' | 'elsewhere' | 'moved_meanwhile' | 'excused' | 'extra'

/** A line as a row that can be selected. */
export interface SelectableLine extends StocktakeLine {
  readonly id: number
  readonly name: string
}

/** Counted assets are there, so only the others can be excused. An excuse can be given again. */
export const isExcusable = ({ verdict }: StocktakeLine): boolean =>
  ['to_count', 'moved_meanwhile', 'excused'].includes(verdict)

export const excuse = (id: number, asset: number, note: string) =>
  dataOf(
    api.POST('/internal/v1/stocktakes/{stocktake}/lines/{asset}/excuse', {
      params: { path: { stocktake: id, asset } },
      body: { note },
    }),
  )

export const actions = {
  open: (id: number) => dataOf(api.POST('/internal/v1/stocktakes/{stocktake}/open', { params: pathOf(id) })),
  cancel: (id: number) =>
    dataOf(api.POST('/internal/v1/stocktakes/{stocktake}/cancel', { params: pathOf(id) })),
  finish: (id: number, location: number) =>
    dataOf(
      api.POST('/internal/v1/stocktakes/{stocktake}/places/{location}/finish', {
        params: { path: { stocktake: id, location } },
      }),
    ),
}
