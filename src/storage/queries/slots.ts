import { and, asc, desc, eq, lte } from 'drizzle-orm'
import { arg, type Db } from '../sql/database'
import { freeSlots } from '../sql/tables'

export type SlotKind = (typeof freeSlots.$inferSelect)['kind']
type Range = typeof freeSlots.$inferSelect

/**
 * The numbers that minting may use, stored as free ranges. One seek finds the lowest number, however many rows there
 * are (docs/glossary.md, mint).
 */
export function slotWrites(db: Db) {
  const ofKind = and(eq(freeSlots.organizationId, arg('organizationId')), eq(freeSlots.kind, arg('kind')))
  const lowest = db.select().from(freeSlots).where(ofKind).orderBy(asc(freeSlots.first)).limit(1).prepare()
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

  return {
    /** Marks every number as free, for a new organization. */
    async open(organizationId: number, kind: SlotKind): Promise<void> {
      await insert.execute({ organizationId, kind, first: 1, last: Number.MAX_SAFE_INTEGER })
    },

    async lowestFree(organizationId: number, kind: SlotKind): Promise<number> {
      const [range] = await lowest.execute({ organizationId, kind })
      if (!range) throw new Error(`No ${kind} number is free.`)
      return range.first
    },

    async take(organizationId: number, kind: SlotKind, slot: number): Promise<void> {
      const [range] = await around(organizationId, kind, slot, slot)
      if (!range) throw new Error(`The ${kind} number ${slot} is not free.`)
      await replace(
        [range],
        [
          { ...range, last: slot - 1 },
          { ...range, first: slot + 1 },
        ],
      )
    },

    async release(organizationId: number, kind: SlotKind, slot: number): Promise<void> {
      const neighbours = await around(organizationId, kind, slot - 1, slot + 1)
      const first = Math.min(slot, ...neighbours.map((range) => range.first))
      const last = Math.max(slot, ...neighbours.map((range) => range.last))
      await replace(neighbours, [{ organizationId, kind, first, last }])
    },
  }
}
