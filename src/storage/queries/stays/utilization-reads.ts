import { and, eq, gte, lt, not, type SQL, sql } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { arg, type Db, inNumbers, numbersOf } from '../../sql/database'
import type { Slice } from '../../sql/list'
import { placements } from '../../sql/tables'
import { assetListReads } from '../history/asset-list'
import type { AssetListFilter, ListScope } from '../history/asset-list-filter'
import { isLimited, isUnlimited } from '../history/begun-assets'
import { daysUsed, inOrderOfUse, lastNotAfter } from './days-used'

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
}

interface Counted {
  /** The instants between which the days are, both ends included. */
  readonly bounds: readonly Micros[]
  readonly isMostUsedFirst: boolean
  /** Maximum number of assets of the report. */
  readonly max: number
}

type DaysUsed = ReturnType<typeof daysUsed>

/** Up to this number of assets, the stays of each are read. Those of more are found in the stays of the organization. */
const usualFew = 10_000
/** Number of assets whose stays are read at once. */
const assetsAtOnce = 1_000

/** Counts the days on which assets moved (decision 0043). Each statement reads the range of one index, and no table. */
export function utilizationReads(db: Db, few = usualFew) {
  const listed = assetListReads(db)
  const firstReads = firstReadsOf(db)
  const ofAssets = db
    .select({ assets: list(sql`one.asset_id`), begins: list(sql`one.begun_at`) })
    .from(
      sql`stays as one where ${inNumbers(sql`one.asset_id`, 'assets')}
        and one.begun_at >= ${arg('from')} and one.begun_at < ${arg('to')}`,
    )
    .prepare()
  // The assets of a day are enough to count it. A list of the instants as well would take twice the time.
  const ofOrganization = db
    .select({ assets: list(sql`one.asset_id`) })
    .from(
      sql`stays as one where one.organization_id = ${arg('organizationId')} and one.asset_id is not null
        and one.begun_at >= ${arg('from')} and one.begun_at < ${arg('to')}`,
    )
    .prepare()
  const newest = db
    .select({
      begins: list(
        sql`(select max(one.begun_at) from stays as one where one.asset_id = wanted.value and one.begun_at < ${arg('to')})`,
      ),
      assets: list(sql`wanted.value`),
    })
    .from(sql`(${numbersOf('assets')}) as wanted`)
    .prepare()

  /** Adds the moves of each asset. */
  async function addOfAssets(ids: Float64Array, bounds: Float64Array, days: DaysUsed): Promise<void> {
    const [from, to] = [bounds[0], bounds.at(-1)]
    for (const assets of partsOf([...ids])) {
      for (const [id, begunAt] of await firstReads.ofAssets(assets, from as Micros, to as Micros))
        days.leaveOut(id, lastNotAfter(bounds, begunAt))
      const found = pairsIn(await ofAssets.execute({ assets, from, to }))
      for (const [id, begunAt] of found.toSorted(([, one], [, other]) => one - other))
        days.add(lastNotAfter(bounds, begunAt), [id])
    }
  }

  /** Adds the moves of an organization that has these assets, a day at a time. */
  async function addOfOrganization(
    organizationId: number,
    bounds: Float64Array,
    days: DaysUsed,
  ): Promise<void> {
    const [from, to] = [bounds[0] as Micros, bounds.at(-1) as Micros]
    const others = await firstReads.othersSince(organizationId, to)
    const spans = [...bounds.subarray(1)].map((end, day) => ({ day, from: bounds[day] as Micros, to: end }))
    for (const span of spans) {
      const begun = await firstReads.ofOrganization(organizationId, span.from, span.to)
      for (const id of begun.firstRead) days.leaveOut(id, span.day)
      for (const id of begun.others) others.push(id)
    }
    for (const assets of partsOf(others))
      for (const [id, begunAt] of await firstReads.ofAssets(assets, from, to))
        days.leaveOut(id, lastNotAfter(bounds, begunAt))
    for (const span of spans) {
      const [found] = await ofOrganization.execute({ organizationId, from: span.from, to: span.to })
      days.add(span.day, numbersIn(found?.assets))
    }
  }

  return {
    /** Returns the report of the assets that meet conditions; undefined when there are too many. */
    async of(
      scope: ListScope,
      filter: AssetListFilter,
      { bounds: ends, isMostUsedFirst, max }: Counted,
      { limit, offset }: Slice,
    ): Promise<Utilization | undefined> {
      const found = await listed.allMatches(scope, filter, { field: 'created_at', descending: false }, max)
      if (!found) return undefined
      const ids = Float64Array.from(found.ids).sort()
      const bounds = Float64Array.from(ends)
      const days = daysUsed(ids, bounds)
      if (bounds.length > 1)
        if (ids.length <= few) await addOfAssets(ids, bounds, days)
        else await addOfOrganization(scope.organizationId, bounds, days)
      const shown = inOrderOfUse(days, isMostUsedFirst).subarray(offset, offset + limit)
      return {
        assetCount: ids.length,
        usedCount: days.usedCount(),
        usedByDay: days.usedByDay,
        isComplete: found.isComplete,
        ids: Float64Array.from(shown, (index) => ids[index] as number),
        moves: Uint32Array.from(shown, (index) => days.movesOf(index)),
        usedDays: Uint16Array.from(shown, (index) => days.usedDaysOf(index)),
      }
    },

    /** Returns when the newest stays of assets before an instant began. An asset without one is left out. */
    async newestBefore(ids: readonly number[], to: Micros): Promise<Map<number, Micros>> {
      return new Map(pairsIn(await newest.execute({ assets: JSON.stringify(ids), to })))
    },
  }
}

/** The first read of an asset begins its earliest stay, and is not a move. */
function firstReadsOf(db: Db) {
  // Only a stay of the period is looked up in the table.
  const ofAssets = db
    .select({ assets: list(sql`one.asset_id`), begins: list(sql`one.begun_at`) })
    .from(
      sql`(${numbersOf('assets')}) as wanted cross join stays as one
        where one.asset_id = wanted.value
          and one.begun_at = (select min(begun_at) from stays where asset_id = wanted.value)
          and one.begun_at >= ${arg('from')} and one.begun_at < ${arg('to')} and one.previous_location_id is null`,
    )
    .prepare()
  // The history of an asset begins with its first read. After the retention, it begins later than a stay, or with a stay that has
  // become the earliest one.
  const isStay = sql`exists (
    select 1 from stays as one where one.organization_id = ${placements.organizationId} and one.begun_at = ${placements.firstAt}
      and one.asset_id = ${placements.assetId})`
  const begun = (assets: SQL, ...conditions: SQL[]) =>
    [isUnlimited, isLimited].map((kind) =>
      db
        .select({ assets: list(assets) })
        .from(placements)
        .where(
          and(
            eq(placements.organizationId, arg('organizationId')),
            gte(placements.firstAt, arg('from')),
            kind,
            ...conditions,
          ),
        )
        .prepare(),
    )
  const between = begun(
    sql`case when ${isStay} then ${placements.assetId} else -${placements.assetId} end`,
    lt(placements.firstAt, arg('to')),
  )
  const later = begun(sql`${placements.assetId}`, not(isStay))
  const found = async (statements: typeof later, values: Record<string, number>): Promise<number[]> =>
    (await Promise.all(statements.map((statement) => statement.execute(values)))).flatMap(([row]) =>
      numbersIn(row?.assets),
    )

  return {
    /** Returns the first reads of these assets in a period. */
    ofAssets: async (assets: string, from: Micros, to: Micros): Promise<[number, Micros][]> =>
      pairsIn(await ofAssets.execute({ assets, from, to })),

    /**
     * Returns the assets whose history begins in a period with their first reads, and others whose history begins then: their stays may
     * begin earlier.
     */
    async ofOrganization(organizationId: number, from: Micros, to: Micros) {
      const ids = await found(between, { organizationId, from, to })
      return { firstRead: ids.filter((id) => id > 0), others: ids.filter((id) => id < 0).map((id) => -id) }
    },

    /** Returns the assets whose history begins at an instant or later, but whose stays may begin earlier. */
    othersSince: async (organizationId: number, from: Micros): Promise<number[]> =>
      found(later, { organizationId, from }),
  }
}

/** Lists are read as JSON text, because a million rows would be a million objects. */
const list = (value: SQL) => sql<string>`json_group_array(${value})`

const numbersIn = (text: string | undefined): number[] => JSON.parse(text ?? '[]') as number[]

/** Returns assets with instants, without those that have none. */
function pairsIn(rows: readonly { readonly assets: string; readonly begins: string }[]): [number, Micros][] {
  const begins = numbersIn(rows[0]?.begins) as (Micros | null)[]
  return numbersIn(rows[0]?.assets).flatMap((id, index): [number, Micros][] => {
    const begunAt = begins[index] ?? null
    return begunAt === null ? [] : [[id, begunAt]]
  })
}

/** Returns the ids in lists of JSON, whose rows are read at once. */
const partsOf = (ids: readonly number[]): string[] =>
  Array.from({ length: Math.ceil(ids.length / assetsAtOnce) }, (_, part) =>
    JSON.stringify(ids.slice(part * assetsAtOnce, (part + 1) * assetsAtOnce)),
  )
