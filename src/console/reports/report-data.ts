import { useQuery } from '@tanstack/react-query'
import { api, dataOf, type Schemas } from '../api/client'
import type { Locations, TreeLocation } from '../api/location-tree'

/** What the reports of a span of time have, for the places of an organization. */

export type DwellRow = Schemas['DwellItem']
export type FlowRow = Schemas['FlowItem']

interface Period {
  readonly from: string
  readonly to: string
}

interface Page<T> {
  readonly data: readonly T[]
  readonly total_count: number
  readonly is_current: boolean
}

/** The largest page of the service. */
const pageSize = 200
/** What is beyond is too small for a picture. The file has all rows. */
const rowsMax = 2000

async function allOf<T>(fetchPage: (offset: number) => Promise<unknown>) {
  const rows: T[] = []
  for (;;) {
    const page = (await fetchPage(rows.length)) as Page<T>
    rows.push(...page.data)
    if (page.data.length === 0 || rows.length >= Math.min(page.total_count, rowsMax))
      return { rows, isCurrent: page.is_current }
  }
}

const queryOf = ({ from, to }: Period, offset: number) => ({
  params: { query: { from, to, limit: pageSize, offset } },
})

const fetchDwell = (period: Period) =>
  allOf<DwellRow>((offset) => dataOf(api.GET('/api/v1/reports/dwell', queryOf(period, offset))))

export const fetchFlows = (period: Period) =>
  allOf<FlowRow>((offset) => dataOf(api.GET('/api/v1/reports/flows', queryOf(period, offset))))

const minuteMs = 60_000

export const useDwell = (period: Period) =>
  useQuery({
    queryKey: ['reports', 'dwell', period],
    queryFn: () => fetchDwell(period),
    staleTime: minuteMs,
  })

export const useFlows = (period: Period) =>
  useQuery({
    queryKey: ['reports', 'flows', period],
    queryFn: () => fetchFlows(period),
    staleTime: minuteMs,
  })

export const movesOf = (rows: readonly FlowRow[]): number => rows.reduce((sum, { moves }) => sum + moves, 0)

/** A way between two places, with the moves of all places below them. */
export interface Flow {
  readonly from: TreeLocation
  readonly to: TreeLocation
  readonly moves: number
}

/** Adds up the moves between places. `placeOf` returns the place that stands for a location; moves within one are not counted. */
export function flowsBetween(
  rows: readonly FlowRow[],
  { byId }: Locations,
  placeOf: (location: TreeLocation) => TreeLocation | undefined,
): Flow[] {
  const sums = new Map<string, Flow>()
  for (const { from_location_id: fromId, to_location_id: toId, moves } of rows) {
    const [source, target] = [byId.get(fromId), byId.get(toId)]
    const [from, to] = [source && placeOf(source), target && placeOf(target)]
    if (!from || !to || from === to) continue
    const key = `${from.id} ${to.id}`
    sums.set(key, { from, to, moves: moves + (sums.get(key)?.moves ?? 0) })
  }
  return [...sums.values()].toSorted((a, b) => b.moves - a.moves)
}

/** Flows under this share of all moves are only in the list. */
const shownShare = 0.02

export function shownFlows(flows: readonly Flow[], most: number) {
  const total = flows.reduce((sum, { moves }) => sum + moves, 0)
  const least = Math.max(1, Math.ceil(total * shownShare))
  const shown = flows.filter(({ moves }) => moves >= least).slice(0, most)
  return { shown, least: shown.at(-1)?.moves ?? least, others: flows.length - shown.length }
}

/** The stays at a place and all places below it. */
export interface Stay {
  readonly visits: number
  readonly seconds: number
}

/** Adds up the stays along the tree. The mean of several places can be added up, their medians cannot. */
export function staysOf(rows: readonly DwellRow[], { byId }: Locations): Map<number, Stay> {
  const stays = new Map<number, Stay>()
  for (const { location_id: id, visits, total_seconds: seconds } of rows)
    for (let place = byId.get(id); place; place = place.parent ?? undefined) {
      const before = stays.get(place.id)
      stays.set(place.id, {
        visits: visits + (before?.visits ?? 0),
        seconds: seconds + (before?.seconds ?? 0),
      })
    }
  return stays
}
