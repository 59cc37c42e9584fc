import { and, desc, eq, gte, lte, ne, sql } from 'drizzle-orm'
import type { Instant } from '../../../base/time'
import { auditCounts } from '../../sql/count-tables'
import { arg, type Db } from '../../sql/database'
import { memoize } from '../../sql/list'
import type { AuditFilter } from './audit-filter'

/**
 * The audit log in stretches of time, each with the number of entries that a filter selects. Triggers count the entries
 * of each block of 16,384 ids (migrations/0016_more_kept_counts.sql). The stretches determine the total, and where a page begins.
 */

/** Number of ids in a block. */
const blockSize = 16_384

/** Entries between two times and two ids, all inclusive. */
export interface Bounds {
  readonly from: Instant
  readonly to: Instant
  readonly firstId: number
  readonly lastId: number
}

export interface Stretch extends Bounds {
  /** The number of entries that the filter selects, or more if the filter cuts the stretch. */
  readonly count: number
}

const equalities = [
  ['actorId', auditCounts.actorId],
  ['action', auditCounts.action],
  ['subjectKind', auditCounts.subjectKind],
  ['actorKind', auditCounts.actorKind],
] as const

/** The filters that the counts distinguish. */
type CountedFilter = Omit<AuditFilter, 'subjectId' | 'importId'>

export function auditStretches(db: Db) {
  const blocksOf = memoize((shape: string) => {
    const given = new Set(shape.split(','))
    const lastAt = sql<Instant>`max(${auditCounts.lastAt})`
    return db
      .select({
        block: auditCounts.block,
        count: sql<number>`sum(${auditCounts.count})`,
        from: sql<Instant>`min(${auditCounts.firstAt})`,
        to: lastAt,
      })
      .from(auditCounts)
      .where(
        and(
          eq(auditCounts.organizationId, arg('organizationId')),
          ...equalities.filter(([name]) => given.has(name)).map(([name, column]) => eq(column, arg(name))),
          given.has('actorId') ? ne(auditCounts.actorId, '') : undefined,
          given.has('isGrouped') ? eq(auditCounts.isFolded, 0) : undefined,
          given.has('from') ? gte(auditCounts.lastAt, arg('from')) : undefined,
          given.has('to') ? lte(auditCounts.firstAt, arg('to')) : undefined,
        ),
      )
      .groupBy(auditCounts.block)
      .orderBy(desc(auditCounts.block))
      .prepare()
  })

  return {
    /** Returns the stretches with entries that the filter may select, the newest first. They do not overlap. */
    async of(organizationId: number, filter: CountedFilter): Promise<Stretch[]> {
      const given = Object.entries(filter).filter(([, value]) => value !== undefined)
      const shape = given.map(([name]) => name).join(',')
      const blocks = await blocksOf(shape).execute({ organizationId, ...filter })
      return separated(
        blocks.map(({ block, ...others }) => ({
          ...others,
          firstId: block * blockSize,
          lastId: (block + 1) * blockSize - 1,
        })),
      )
    },
  }
}

/**
 * Joins the blocks whose times overlap, as after the clock was set back.
 *
 * @param blocks the highest ids first
 */
function separated(blocks: readonly Stretch[]): Stretch[] {
  const stretches: Stretch[] = []
  for (const block of blocks) {
    let joined = block
    // Entries of one time are in the order of their ids, so two blocks may share a time.
    for (let last = stretches.at(-1); last && last.from < joined.to; last = stretches.at(-1)) {
      joined = join(last, joined)
      stretches.pop()
    }
    stretches.push(joined)
  }
  return stretches
}

const join = (later: Stretch, earlier: Stretch): Stretch => ({
  count: later.count + earlier.count,
  from: later.from < earlier.from ? later.from : earlier.from,
  to: later.to > earlier.to ? later.to : earlier.to,
  firstId: earlier.firstId,
  lastId: later.lastId,
})
