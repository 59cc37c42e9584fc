import { and, asc, desc, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Instant, Micros } from '../../../base/time'
import { organizations } from '../../sql/account-tables'
import { arg, type Db } from '../../sql/database'
import type { Slice } from '../../sql/list'
import { placements } from '../../sql/tables'

const begunAt = and(
  eq(placements.organizationId, arg('organizationId')),
  lte(placements.firstAt, arg('atMicros')),
)

/** The asset of a placement had a location at `at` and counted then. An index has all columns of this condition. */
export const hadBegun = and(
  begunAt,
  or(isNull(placements.assetValidFrom), lte(placements.assetValidFrom, arg('at'))),
  or(isNull(placements.assetEndsAt), gt(placements.assetEndsAt, arg('at'))),
  or(isNull(placements.assetDeletedAt), gt(placements.assetDeletedAt, arg('at'))),
)

/** The conditions of the two indexes that count the assets which had begun, without and with limits. */
export const isUnlimited = and(
  isNull(placements.assetValidFrom),
  isNull(placements.assetEndsAt),
  isNull(placements.assetDeletedAt),
)
export const isLimited = or(
  isNotNull(placements.assetValidFrom),
  isNotNull(placements.assetEndsAt),
  isNotNull(placements.assetDeletedAt),
)

/** An instant of an organization. `at` and `atMicros` are the same. */
interface Moment {
  readonly organizationId: number
  readonly at: Instant
  readonly atMicros: Micros
}

/** All assets that had a location at an instant, by their keys. */
export function begunReads(db: Db) {
  // Without a filter, an index has all that decides which assets are listed.
  const countOf = (condition: SQL | undefined) =>
    db
      .select({ count: sql`count(*)` })
      .from(placements)
      .where(condition)
  const countBegun = db
    .select({
      count: sql<number>`${countOf(and(begunAt, isUnlimited))} + ${countOf(and(hadBegun, isLimited))}`,
    })
    .from(organizations)
    .where(eq(organizations.id, arg('organizationId')))
    .prepare()
  const pageBegun = (direction: typeof asc) =>
    db
      .select({ id: placements.assetId })
      .from(placements)
      .where(hadBegun)
      .orderBy(direction(placements.assetKey), asc(placements.assetId))
      .limit(arg('limit'))
      .offset(arg('offset'))
      .prepare()
  const [ascending, descending] = [pageBegun(asc), pageBegun(desc)]
  // The query returns JSON text, because a million rows would be a million objects.
  const allBegun = (direction: typeof asc) => {
    const ordered = db
      .select({ id: placements.assetId })
      .from(placements)
      .where(hadBegun)
      .orderBy(direction(placements.assetKey), asc(placements.assetId))
      .as('ordered')
    return db
      .select({ ids: sql<string>`json_group_array(${ordered.id})` })
      .from(ordered)
      .prepare()
  }
  const [allAscending, allDescending] = [allBegun(asc), allBegun(desc)]

  return {
    async count(moment: Moment): Promise<number> {
      const [counted] = await countBegun.execute({ ...moment })
      return counted?.count ?? 0
    },
    /** Returns the ids of a page. */
    async page(moment: Moment, isDescending: boolean, slice: Slice): Promise<number[]> {
      const found = await (isDescending ? descending : ascending).execute({ ...moment, ...slice })
      return found.map(({ id }) => id)
    },
    /** Returns the ids of all. */
    async all(moment: Moment, isDescending: boolean): Promise<number[]> {
      const [begun] = await (isDescending ? allDescending : allAscending).execute({ ...moment })
      return JSON.parse(begun?.ids ?? '[]') as number[]
    },
  }
}
