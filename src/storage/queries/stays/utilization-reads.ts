import { type SQL, sql } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { arg, type Db, inNumbers, numbersOf } from '../../sql/database'
import type { Slice } from '../../sql/list'
import { assetListReads } from '../history/asset-list'
import type { AssetListFilter, ListScope } from '../history/asset-list-filter'

/** The assets of a report of utilization, and the days on which they moved. */
export interface Utilization {
  readonly assetCount: number
  /** Number of assets that moved at least once. */
  readonly usedCount: number
  /** Number of assets that moved, for each day. */
  readonly usedByDay: readonly number[]
  /** False: not all assets could be compared with the conditions. */
  readonly isComplete: boolean
  /** The assets of the slice, in the order of the report. Arrays of numbers, because a file has a million of them. */
  readonly ids: Float64Array
  readonly moves: Uint32Array
  readonly usedDays: Uint16Array
  /** 0 for an asset that did not move. */
  readonly lastMovedAt: Float64Array
}

interface Counted {
  /** The instants between which the days are, both ends included. */
  readonly bounds: readonly Micros[]
  readonly isMostUsedFirst: boolean
  /** Maximum number of assets of the report. */
  readonly max: number
}

/** Up to this number of assets, the stays of each are read. Those of more are found in the stays of the organization. */
const usualFew = 10_000
/** Number of assets whose stays are read at once. */
const assetsAtOnce = 1_000

/** Counts the days on which assets moved (decision 0043). Each statement reads the range of one index, and no table. */
export function utilizationReads(db: Db, few = usualFew) {
  const listed = assetListReads(db)
  const list = (value: SQL) => sql<string>`json_group_array(${value})`
  const begun = (of: SQL) =>
    db
      .select({ assets: list(sql`one.asset_id`), begins: list(sql`one.begun_at`) })
      .from(sql`stays as one where ${of} and one.begun_at >= ${arg('from')} and one.begun_at < ${arg('to')}`)
      .prepare()
  const ofAssets = begun(inNumbers(sql`one.asset_id`, 'assets'))
  const ofOrganization = begun(
    sql`one.organization_id = ${arg('organizationId')} and one.asset_id is not null`,
  )
  // The first read of an asset begins its earliest stay, and is not a move. Only a stay of the period is looked up in the table.
  const firstReads = db
    .select({ assets: list(sql`one.asset_id`), begins: list(sql`one.begun_at`) })
    .from(
      sql`(${numbersOf('assets')}) as wanted cross join stays as one
        where one.asset_id = wanted.value
          and one.begun_at = (select min(begun_at) from stays where asset_id = wanted.value)
          and one.begun_at >= ${arg('from')} and one.begun_at < ${arg('to')} and one.previous_location_id is null`,
    )
    .prepare()

  /** Calls `found` with the asset and the beginning of each stay that a statement reads. */
  async function each(
    statement: typeof ofAssets,
    values: Record<string, unknown>,
    found: (assetId: number, at: Micros) => void,
  ): Promise<void> {
    const [lists] = await statement.execute(values)
    const begins = JSON.parse(lists?.begins ?? '[]') as Micros[]
    for (const [index, id] of (JSON.parse(lists?.assets ?? '[]') as number[]).entries())
      found(id, begins[index] as Micros)
  }

  /** Calls `found` for each move of the assets between the bounds, in the order of the days for each asset. */
  async function moves(
    organizationId: number,
    ids: Float64Array,
    bounds: readonly Micros[],
    found: (assetId: number, at: Micros) => void,
  ): Promise<void> {
    const [from, to] = [bounds[0] as Micros, bounds.at(-1) as Micros]
    const parts = Array.from({ length: Math.ceil(ids.length / assetsAtOnce) }, (_, part) =>
      JSON.stringify([...ids.subarray(part * assetsAtOnce, (part + 1) * assetsAtOnce)]),
    )
    const first = new Map<number, Micros>()
    for (const assets of parts) await each(firstReads, { assets, from, to }, (id, at) => first.set(id, at))
    const moved = (id: number, at: Micros) => {
      if (first.get(id) !== at) found(id, at)
    }
    if (ids.length <= few) for (const assets of parts) await each(ofAssets, { assets, from, to }, moved)
    else
      for (const [day, end] of bounds.slice(1).entries())
        await each(ofOrganization, { organizationId, from: bounds[day], to: end }, moved)
  }

  return {
    /** Returns the report of the assets that meet conditions; undefined when there are too many. */
    async of(
      scope: ListScope,
      filter: AssetListFilter,
      { bounds, isMostUsedFirst, max }: Counted,
      { limit, offset }: Slice,
    ): Promise<Utilization | undefined> {
      const found = await listed.allMatches(scope, filter, { field: 'external_key', descending: false }, max)
      if (!found) return undefined
      const ids = Float64Array.from(found.ids).sort()
      const days = daysUsed(ids, bounds)
      if (bounds.length > 1)
        await moves(scope.organizationId, ids, bounds, (id, begunAt) => days.add(id, begunAt))
      const { usedDays, moveCounts, lastMovedAt } = days
      const sign = isMostUsedFirst ? -1 : 1
      const order = Uint32Array.from(ids, (_, index) => index).sort(
        (one, other) =>
          sign * (at(usedDays, one) - at(usedDays, other)) ||
          sign * (at(moveCounts, one) - at(moveCounts, other)) ||
          one - other,
      )
      const shown = order.subarray(offset, offset + limit)
      return {
        assetCount: ids.length,
        usedCount: usedDays.reduce((sum, count) => sum + (count > 0 ? 1 : 0), 0),
        usedByDay: days.usedByDay,
        isComplete: found.isComplete,
        ids: Float64Array.from(shown, (index) => at(ids, index)),
        moves: Uint32Array.from(shown, (index) => at(moveCounts, index)),
        usedDays: Uint16Array.from(shown, (index) => at(usedDays, index)),
        lastMovedAt: Float64Array.from(shown, (index) => at(lastMovedAt, index)),
      }
    },
  }
}

const at = (values: Float64Array | Uint32Array | Uint16Array, index: number): number =>
  values[index] as number

/** Counts moves of assets, whose ids are ascending. */
function daysUsed(ids: Float64Array, bounds: readonly Micros[]) {
  const dayCount = Math.max(0, bounds.length - 1)
  const usedDays = new Uint16Array(ids.length)
  const moveCounts = new Uint32Array(ids.length)
  const lastMovedAt = new Float64Array(ids.length)
  const usedByDay = Array.from({ length: dayCount }, () => 0)
  /** A bit for each day of each asset. */
  const bytesOfAsset = Math.ceil(dayCount / 8)
  const isUsed = new Uint8Array(ids.length * bytesOfAsset)
  const indexOf = positions(ids)
  return {
    usedDays,
    moveCounts,
    lastMovedAt,
    usedByDay,
    add(assetId: number, begunAt: Micros): void {
      const index = indexOf(assetId)
      if (index === undefined) return
      const day = lastNotAfter(bounds, begunAt)
      const [byte, bit] = [index * bytesOfAsset + (day >> 3), 1 << (day & 7)]
      moveCounts[index] = at(moveCounts, index) + 1
      lastMovedAt[index] = Math.max(at(lastMovedAt, index), begunAt)
      if (((isUsed[byte] as number) & bit) !== 0) return
      isUsed[byte] = (isUsed[byte] as number) | bit
      usedDays[index] = at(usedDays, index) + 1
      usedByDay[day] = (usedByDay[day] ?? 0) + 1
    },
  }
}

/** Returns the place of each id; undefined for others. */
function positions(ids: Float64Array): (id: number) => number | undefined {
  const places = new Map<number, number>()
  for (const [index, id] of ids.entries()) places.set(id, index)
  return (id) => places.get(id)
}

/** Returns the index of the last bound that is not after an instant. */
function lastNotAfter(bounds: readonly Micros[], instant: Micros): number {
  let [low, high] = [0, bounds.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((bounds[middle] as Micros) <= instant) low = middle
    else high = middle
  }
  return low
}
