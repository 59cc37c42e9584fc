import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm'
import { arg, type Db } from '../../sql/database'
import { freeSlots } from '../../sql/tables'

export type SlotKind = (typeof freeSlots.$inferSelect)['kind']
type Range = typeof freeSlots.$inferSelect

/**
 * The numbers that minting may use, stored as free ranges. One seek finds the lowest number, however many rows there
 * are (docs/glossary.md, mint).
 */
export function mintedNumberWrites(db: Db) {
  const ofKind = and(eq(freeSlots.organizationId, arg('organizationId')), eq(freeSlots.kind, arg('kind')))
  // A range that ends at the greatest safe integer takes several times longer to read with its end.
  const lowest = db
    .select({ first: freeSlots.first })
    .from(freeSlots)
    .where(ofKind)
    .orderBy(asc(freeSlots.first))
    .limit(1)
    .prepare()
  // One statement, so that concurrent writes take different numbers.
  const takeFirst = db
    .update(freeSlots)
    .set({ first: sql`first + 1` })
    .where(
      and(
        ofKind,
        gt(freeSlots.last, freeSlots.first),
        eq(
          freeSlots.first,
          sql`(select min(first) from free_slots as all_slots
            where organization_id = ${arg('organizationId')} and kind = ${arg('kind')})`,
        ),
      ),
    )
    .returning({ taken: sql<number>`first - 1` })
    .prepare()
  const lastUpTo = db
    .select()
    .from(freeSlots)
    .where(and(ofKind, lte(freeSlots.first, arg('slot'))))
    .orderBy(desc(freeSlots.first))
    .limit(2)
    .prepare()
  const remove = db
    .delete(freeSlots)
    .where(and(ofKind, eq(freeSlots.first, arg('first'))))
    .prepare()
  const insert = db
    .insert(freeSlots)
    .values({
      organizationId: arg('organizationId'),
      kind: arg('kind'),
      first: arg('first'),
      last: arg('last'),
    })
    .prepare()

  /** Returns the free ranges that contain a number from `first` to `last`. There are at most two when one is taken. */
  async function around(
    organizationId: number,
    kind: SlotKind,
    first: number,
    last: number,
  ): Promise<Range[]> {
    const ranges = await lastUpTo.execute({ organizationId, kind, slot: last })
    return ranges.filter((range) => range.last >= first)
  }

  async function replace(old: readonly Range[], ranges: readonly Range[]): Promise<void> {
    for (const range of old) await remove.execute(range)
    for (const range of ranges) if (range.first <= range.last) await insert.execute(range)
  }

  async function lowestFree(organizationId: number, kind: SlotKind): Promise<number> {
    const [range] = await lowest.execute({ organizationId, kind })
    if (!range) throw new Error(`No ${kind} number is free.`)
    return range.first
  }

  async function take(organizationId: number, kind: SlotKind, slot: number): Promise<void> {
    const [range] = await around(organizationId, kind, slot, slot)
    if (!range) throw new Error(`The ${kind} number ${slot} is not free.`)
    await replace(
      [range],
      [
        { ...range, last: slot - 1 },
        { ...range, first: slot + 1 },
      ],
    )
  }

  return {
    lowestFree,
    take,

    /** Marks every number as free, for a new organization. */
    async open(organizationId: number, kind: SlotKind): Promise<void> {
      await insert.execute({ organizationId, kind, first: 1, last: Number.MAX_SAFE_INTEGER })
    },

    /** Takes the lowest free number and returns it. */
    async takeLowest(organizationId: number, kind: SlotKind): Promise<number> {
      const [row] = await takeFirst.execute({ organizationId, kind })
      if (row) return row.taken
      // The range has only this number.
      const last = await lowestFree(organizationId, kind)
      await take(organizationId, kind, last)
      return last
    },

    async release(organizationId: number, kind: SlotKind, slot: number): Promise<void> {
      const neighbors = await around(organizationId, kind, slot - 1, slot + 1)
      const first = Math.min(slot, ...neighbors.map((range) => range.first))
      const last = Math.max(slot, ...neighbors.map((range) => range.last))
      await replace(neighbors, [{ organizationId, kind, first, last }])
    },
  }
}
