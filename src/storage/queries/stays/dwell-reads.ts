import { sql } from 'drizzle-orm'
import type { Micros } from '../../../base/time'
import { arg, type Db, inNumbers } from '../../sql/database'

/** How long assets stayed at a location in a period. */
export interface DwellRow {
  readonly locationId: number
  readonly visits: number
  readonly total: Micros
  readonly p50: Micros
  readonly p90: Micros
}

interface Period {
  readonly from: Micros
  readonly to: Micros
}

/**
 * Reads how long assets stayed at a location. Lists are read as JSON text, because a million rows would be a million objects. Each
 * statement reads the range of one index, and no table: looking up the placement of each asset took most of the time.
 */
export function dwellReads(db: Db) {
  const list = (value: ReturnType<typeof sql>) => sql<string>`json_group_array(${value})`
  const ended = db
    .select({
      lengths: list(sql`cast(min(one.ended_at, ${arg('to')}) - max(one.begun_at, ${arg('from')}) as bigint)`),
    })
    .from(
      // A stay may end when it begins, at the beginning of the period.
      sql`stays as one where one.location_id = ${arg('locationId')} and one.ended_at >= ${arg('from')}
        and (one.ended_at > ${arg('from')} or one.begun_at >= ${arg('from')}) and one.begun_at < ${arg('to')}`,
    )
    .prepare()
  // The plus keeps SQLite from the index of all beginnings: few stays of a location have no end.
  const lasting = db
    .select({ assets: list(sql`one.asset_id`), begins: list(sql`one.begun_at`) })
    .from(
      sql`stays as one where one.location_id = ${arg('locationId')} and one.ended_at is null
        and +one.begun_at < ${arg('to')}`,
    )
    .prepare()
  const lastReads = (condition: ReturnType<typeof sql>) =>
    db
      .select({ assets: list(sql`placed.asset_id`), ends: list(sql`placed.last_seen_at`) })
      .from(sql`placements as placed where ${condition}`)
      .prepare()
  const here = lastReads(sql`placed.location_id = ${arg('locationId')}`)
  const ofAssets = lastReads(inNumbers(sql`placed.asset_id`, 'assets'))

  /** Returns the lengths of the stays without an end, each until the last read of its asset. */
  async function lastingAt(locationId: number, { from, to }: Period): Promise<number[]> {
    const [found] = await lasting.execute({ locationId, to })
    const assets = numbersIn(found?.assets)
    if (assets.length === 0) return []
    const begins = numbersIn(found?.begins)
    const ends = endsOf(await here.execute({ locationId }))
    // A move whose stays are not recorded yet.
    const elsewhere = assets.filter((id) => !ends.has(id))
    if (elsewhere.length > 0)
      for (const [id, end] of endsOf(await ofAssets.execute({ assets: JSON.stringify(elsewhere) })))
        ends.set(id, end)
    const lengths: number[] = []
    for (const [index, id] of assets.entries()) {
      const [begin, end] = [begins[index] as Micros, ends.get(id)]
      if (end !== undefined && (end > from || begin >= from))
        lengths.push(Math.min(end, to) - Math.max(begin, from))
    }
    return lengths
  }

  /** Returns how long assets stayed at a location in [from, to), in no order. */
  return async (locationId: number, period: Period): Promise<readonly (readonly number[])[]> => {
    const [found] = await ended.execute({ locationId, ...period })
    return [numbersIn(found?.lengths), await lastingAt(locationId, period)]
  }
}

const numbersIn = (list: string | undefined): number[] => JSON.parse(list ?? '[]') as number[]

/** Returns the last read of each asset. */
function endsOf(rows: readonly { readonly assets: string; readonly ends: string }[]): Map<number, Micros> {
  const ends = numbersIn(rows[0]?.ends)
  return new Map(numbersIn(rows[0]?.assets).map((id, index) => [id, ends[index] as Micros]))
}

/** Nearest rank: the smallest length that at least this part of the visits does not exceed. */
const rankOf = (sorted: Float64Array, part: number): Micros =>
  sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] as Micros

export function dwellOf(locationId: number, lists: readonly (readonly number[])[]): DwellRow | undefined {
  const sorted = Float64Array.from(lists.flat()).sort()
  if (sorted.length === 0) return undefined
  let total = 0
  for (const length of sorted) total += length
  return { locationId, visits: sorted.length, total, p50: rankOf(sorted, 0.5), p90: rankOf(sorted, 0.9) }
}
