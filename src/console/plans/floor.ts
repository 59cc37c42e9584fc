import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, dataOf, type Schemas } from '../api/client'
import type { Locations, TreeLocation } from '../api/location-tree'
import { useMoves } from '../api/use-moves'
import { inServiceTime, serviceNow } from '../api/service-clock'

/** What is on the floor: the number of assets at each location, the latest reads, problems and moves. */

export type FloorMove = Schemas['FloorView']['moves'][number]
export type FloorPlace = Schemas['FloorView']['locations'][number]
export type SilentPlace = Schemas['FloorView']['silent'][number]

/** The assets at a location and all its sub-locations. */
export interface Total {
  readonly assets: number
  /** Milliseconds since 1970; null without a read, and in the past. */
  readonly lastReadAt: number | null
  /** Number of those seen in the last 24 hours; null when it is not known. */
  readonly recent: number | null
  /** Number of those not seen for a week; null when it is not known. */
  readonly old: number | null
}

export interface Floor {
  readonly totals: ReadonlyMap<number, Total>
  /** The assets at the location itself. */
  readonly own: ReadonlyMap<number, Total>
  readonly silent: ReadonlyMap<number, SilentPlace>
  readonly moves: readonly FloorMove[]
  /** The time of the service, in milliseconds since 1970, minus what the browser takes for it. */
  readonly clockOffset: number
  /** What the browser took for the time of the service when the floor arrived, in milliseconds since 1970. */
  readonly receivedAt: number
  readonly isPast: boolean
}

type Data = Pick<Schemas['FloorView'], 'at' | 'silent' | 'moves'> & {
  readonly locations: readonly (Pick<FloorPlace, 'location_id' | 'asset_count' | 'last_read_at'> &
    Partial<FloorPlace>)[]
}

const noAssets: Total = { assets: 0, lastReadAt: null, recent: 0, old: 0 }

export const totalOf = ({ totals }: Floor, { id }: TreeLocation): Total => totals.get(id) ?? noAssets

/**
 * Adds the counts up along the tree.
 *
 * @param arrivedAt the time of the browser when the data arrived, in milliseconds since 1970
 */
export function floorOf(data: Data, arrivedAt: number, locations: Locations): Floor {
  const receivedAt = inServiceTime(arrivedAt)
  const own = new Map(
    data.locations.map((row): [number, Total] => [
      row.location_id,
      {
        assets: row.asset_count,
        lastReadAt: Date.parse(row.last_read_at),
        recent: row.day_count ?? null,
        old: row.old_count ?? null,
      },
    ]),
  )
  return {
    totals: totalsOf(locations, own),
    own,
    silent: new Map(data.silent.map((place) => [place.location_id, place])),
    moves: data.moves,
    clockOffset: Date.parse(data.at) - receivedAt,
    receivedAt,
    isPast: false,
  }
}

function totalsOf({ byId }: Locations, own: ReadonlyMap<number, Total>): Map<number, Total> {
  const totals = new Map<number, Total>()
  for (const [id, total] of own)
    for (let place = byId.get(id); place; place = place.parent ?? undefined)
      totals.set(place.id, sumOf(totals.get(place.id) ?? noAssets, total))
  return totals
}

/** A number that is not known makes the sum unknown. */
const added = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b)

const sumOf = (a: Total, b: Total): Total => ({
  assets: a.assets + b.assets,
  lastReadAt: Math.max(a.lastReadAt ?? 0, b.lastReadAt ?? 0) || null,
  recent: added(a.recent, b.recent),
  old: added(a.old, b.old),
})

/** Returns the sum of all locations, including those that were deleted. */
export const everythingOf = ({ own }: Floor): Total => [...own.values()].reduce(sumOf, noAssets)

/** The share of the assets that were not seen in the last 24 hours, from 0 to 1. */
export const staleShareOf = ({ assets, recent }: Total): number =>
  assets === 0 || recent === null ? 0 : Math.max(0, assets - recent) / assets

/** A floor at another time, which has counts only. */
export const pastFloor = (
  locations: Locations,
  counts: ReadonlyMap<number, number>,
  moves: readonly FloorMove[] = [],
): Floor => {
  const own = new Map(
    [...counts].map(([id, assets]): [number, Total] => [
      id,
      { assets, lastReadAt: null, recent: null, old: null },
    ]),
  )
  return {
    totals: totalsOf(locations, own),
    own,
    silent: new Map(),
    moves,
    clockOffset: 0,
    receivedAt: serviceNow(),
    isPast: true,
  }
}

const livePollMs = 10_000
const pollMs = 3000

export const floorQuery = queryOptions({
  queryKey: ['floor'],
  queryFn: async () => (await dataOf(api.GET('/internal/v1/floor'))).data,
})

/** Returns the floor now, and keeps it up to date: each move reloads it. */
export function useFloor(locations: Locations | undefined) {
  const { isLive } = useMoves('floor')
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    ...floorQuery,
    refetchInterval: isLive ? livePollMs : pollMs,
  })
  const floor = useMemo(
    () => (data && locations ? floorOf(data, dataUpdatedAt, locations) : undefined),
    [data, dataUpdatedAt, locations],
  )
  return { data, floor, isLive, error, refetch }
}

/** Returns the floor at an instant; nothing without one. */
export function usePastFloor(locations: Locations | undefined, at: string | undefined) {
  const { data, error, refetch } = useQuery({
    queryKey: ['past floor', at],
    queryFn: async () =>
      (await dataOf(api.GET('/internal/v1/floor/past', { params: { query: { at: at as string } } }))).data,
    enabled: at !== undefined,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  })
  const floor = useMemo(
    () =>
      data && locations
        ? pastFloor(locations, new Map(data.locations.map((row) => [row.location_id, row.asset_count])))
        : undefined,
    [data, locations],
  )
  return { floor, error, refetch }
}
