import { and, eq, gte, type SQL, sql } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { arg, type Db, inNumbers, numbersOf } from '../../sql/database'
import type { Slice } from '../../sql/list'
import { placements } from '../../sql/tables'
import { assetListReads } from '../history/asset-list'
import type { AssetListFilter, ListScope } from '../history/asset-list-filter'
import { isLimited, isUnlimited } from '../history/begun-assets'

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
  /** Without a meaning for an asset that did not move. */
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

  // A stay never begins after the history of its asset, so the first reads of a period are those of these assets.
  const begunSince = [isUnlimited, isLimited].map((condition) =>
    db
      .select({ assets: list(sql`${placements.assetId}`) })
      .from(placements)
      .where(
        and(
          eq(placements.organizationId, arg('organizationId')),
          gte(placements.firstAt, arg('from')),
          condition,
        ),
      )
      .prepare(),
  )

  /** Returns the assets among which those of the first reads of a period are. */
  async function newAssets(organizationId: number, ids: Float64Array, from: Micros): Promise<number[]> {
    if (ids.length <= few) return [...ids]
    const found = await Promise.all(
      begunSince.map((statement) => statement.execute({ organizationId, from })),
    )
    return found.flatMap(([row]) => JSON.parse(row?.assets ?? '[]') as number[])
  }

  /** Calls `found` with the asset and the beginning of each stay that a statement reads, the earliest first if it matters. */
  async function each(
    statement: typeof ofAssets,
    values: Record<string, unknown>,
    found: (assetId: number, begunAt: Micros) => void,
    isInOrder = false,
  ): Promise<void> {
    const [lists] = await statement.execute(values)
    const ids = JSON.parse(lists?.assets ?? '[]') as number[]
    const begins = JSON.parse(lists?.begins ?? '[]') as Micros[]
    const begunAt = (index: number) => begins[index] as Micros
    const order = Uint32Array.from(begins, (_, index) => index)
    if (isInOrder) order.sort((one, other) => begunAt(one) - begunAt(other))
    for (const index of order) found(ids[index] as number, begunAt(index))
  }

  /** Adds the moves of the assets between the bounds to their days. */
  async function addMoves(
    organizationId: number,
    ids: Float64Array,
    bounds: readonly Micros[],
    days: ReturnType<typeof daysUsed>,
  ): Promise<void> {
    const [from, to] = [bounds[0] as Micros, bounds.at(-1) as Micros]
    const add = (id: number, begunAt: Micros) => days.add(id, begunAt)
    for (const assets of partsOf(await newAssets(organizationId, ids, from)))
      await each(firstReads, { assets, from, to }, (id, begunAt) => days.leaveOut(id, begunAt))
    if (ids.length <= few)
      for (const assets of partsOf([...ids])) await each(ofAssets, { assets, from, to }, add, true)
    else
      for (const [day, end] of bounds.slice(1).entries())
        await each(ofOrganization, { organizationId, from: bounds[day], to: end }, add)
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
      if (bounds.length > 1) await addMoves(scope.organizationId, ids, bounds, days)
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

/** Returns the ids in lists of JSON, whose rows are read at once. */
const partsOf = (ids: readonly number[]): string[] =>
  Array.from({ length: Math.ceil(ids.length / assetsAtOnce) }, (_, part) =>
    JSON.stringify(ids.slice(part * assetsAtOnce, (part + 1) * assetsAtOnce)),
  )

const at = (values: Float64Array | Uint32Array | Uint16Array, index: number): number =>
  values[index] as number

/** Counts moves of assets, whose ids are ascending. */
function daysUsed(ids: Float64Array, ends: readonly Micros[]) {
  const bounds = Float64Array.from(ends)
  const dayCount = Math.max(0, bounds.length - 1)
  const usedDays = new Uint16Array(ids.length)
  const moveCounts = new Uint32Array(ids.length)
  const lastMovedAt = new Float64Array(ids.length).fill(Number.NEGATIVE_INFINITY)
  const usedByDay = Array.from({ length: dayCount }, () => 0)
  /** The first read of an asset, which is not a move. */
  const firstRead = new Float64Array(ids.length).fill(Number.NaN)
  return {
    usedDays,
    moveCounts,
    lastMovedAt,
    usedByDay,
    leaveOut(assetId: number, begunAt: Micros): void {
      const index = lastNotAfter(ids, assetId)
      if (ids[index] === assetId) firstRead[index] = begunAt
    },
    /** The moves of an asset on a day are added after those of the days before. */
    add(assetId: number, begunAt: Micros): void {
      const index = lastNotAfter(ids, assetId)
      if (ids[index] !== assetId || firstRead[index] === begunAt) return
      const before = lastMovedAt[index] as Micros
      moveCounts[index] = (moveCounts[index] ?? 0) + 1
      lastMovedAt[index] = Math.max(before, begunAt)
      const day = lastNotAfter(bounds, begunAt)
      if (before >= (bounds[day] as Micros)) return
      usedDays[index] = (usedDays[index] ?? 0) + 1
      usedByDay[day] = (usedByDay[day] ?? 0) + 1
    },
  }
}

/** Returns the index of the last of ascending values that is not greater than a value; 0 when all are. */
function lastNotAfter(values: Float64Array, value: number): number {
  let [low, high] = [0, values.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((values[middle] as number) <= value) low = middle
    else high = middle
  }
  return low
}
