import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, dataOf, type Schemas } from '../api/client'
import type { Locations, TreeLocation } from '../api/location-tree'
import { useMoves } from '../api/use-moves'

/** What is on the floor: the number of assets at each location, the latest reads, problems and moves. */

export type FloorMove = Schemas['FloorView']['moves'][number]
export type FloorPlace = Schemas['FloorView']['locations'][number]
export type SilentPlace = Schemas['FloorView']['silent'][number]

/** The assets at a location and all its sub-locations. */
export interface Total {
  readonly assets: number
  /** Milliseconds since 1970; null without a read, and in the past. */
  readonly lastReadAt: number | null
}

export interface Floor {
  readonly totals: ReadonlyMap<number, Total>
  /** The number of assets at the location itself. */
  readonly own: ReadonlyMap<number, number>
  readonly silent: ReadonlyMap<number, SilentPlace>
  readonly moves: readonly FloorMove[]
  /** The time of the service, in milliseconds since 1970, minus that of the browser. */
  readonly clockOffset: number
  /** The time of the browser when the floor arrived, in milliseconds since 1970. */
  readonly receivedAt: number
  readonly isPast: boolean
}

type Data = Pick<Schemas['FloorView'], 'at' | 'locations' | 'silent' | 'moves'>

const noAssets: Total = { assets: 0, lastReadAt: null }

export const totalOf = ({ totals }: Floor, { id }: TreeLocation): Total => totals.get(id) ?? noAssets

/** Adds the counts up along the tree. */
export function floorOf(data: Data, receivedAt: number, locations: Locations): Floor {
  return {
    totals: totalsOf(
      locations,
      data.locations.map(({ location_id, asset_count, last_read_at }) => [
        location_id,
        { assets: asset_count, lastReadAt: Date.parse(last_read_at) },
      ]),
    ),
    own: new Map(data.locations.map((row) => [row.location_id, row.asset_count])),
    silent: new Map(data.silent.map((place) => [place.location_id, place])),
    moves: data.moves,
    clockOffset: Date.parse(data.at) - receivedAt,
    receivedAt,
    isPast: false,
  }
}

function totalsOf(
  { byId }: Locations,
  counts: readonly (readonly [id: number, total: Total])[],
): Map<number, Total> {
  const totals = new Map<number, Total>()
  for (const [id, { assets, lastReadAt }] of counts)
    for (let place = byId.get(id); place; place = place.parent ?? undefined) {
      const known = totals.get(place.id) ?? noAssets
      const latest = Math.max(known.lastReadAt ?? 0, lastReadAt ?? 0)
      totals.set(place.id, { assets: known.assets + assets, lastReadAt: latest || null })
    }
  return totals
}

/** A floor at another time, which has counts only. */
export const pastFloor = (
  locations: Locations,
  counts: ReadonlyMap<number, number>,
  moves: readonly FloorMove[] = [],
): Floor => ({
  totals: totalsOf(
    locations,
    [...counts].map(([id, assets]) => [id, { assets, lastReadAt: null }]),
  ),
  own: counts,
  silent: new Map(),
  moves,
  clockOffset: 0,
  receivedAt: Date.now(),
  isPast: true,
})

const livePollMs = 10_000
const pollMs = 3000

/** Returns the floor now, and keeps it up to date: each move reloads it. */
export function useFloor(locations: Locations | undefined) {
  const { isLive } = useMoves('floor')
  const { data, dataUpdatedAt, error, refetch } = useQuery({
    queryKey: ['floor'],
    queryFn: async () => (await dataOf(api.GET('/internal/v1/floor'))).data,
    refetchInterval: isLive ? livePollMs : pollMs,
  })
  const floor = useMemo(
    () => (data && locations ? floorOf(data, dataUpdatedAt, locations) : undefined),
    [data, dataUpdatedAt, locations],
  )
  return { data, floor, isLive, error, refetch }
}

/** Returns the floor at an instant. */
export function usePastFloor(locations: Locations | undefined, at: string) {
  const { data, error, refetch } = useQuery({
    queryKey: ['past floor', at],
    queryFn: async () =>
      (await dataOf(api.GET('/internal/v1/floor/past', { params: { query: { at } } }))).data,
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
