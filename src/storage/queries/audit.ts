import { and, desc, eq, gte, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Instant } from '../../time'
import { arg, type Db, eqWithoutIndex } from '../sql/database'
import { by, createList } from '../sql/list'
import { assets, auditEntries, locations, readers } from '../sql/tables'

type AuditRow = typeof auditEntries.$inferSelect

export interface AuditRecord extends AuditRow {
  /** Whether the subject is a live asset, location or reader, to which the console links. */
  readonly subjectIsLive: boolean
}

export interface AuditFilter {
  readonly subjectId: string | undefined
  readonly actorId: string | undefined
  readonly action: string | undefined
  readonly subjectKind: string | undefined
  readonly actorKind: string | undefined
  /** Both ends are inclusive. */
  readonly from: Instant | undefined
  readonly to: Instant | undefined
}

/** The filters in the order of selectivity. The first one of a query uses its index, the others check the rows. */
const equalities = [
  ['subjectId', auditEntries.subjectId],
  ['actorId', auditEntries.actorId],
  ['action', auditEntries.action],
  ['subjectKind', auditEntries.subjectKind],
  ['actorKind', auditEntries.actorKind],
] as const

export function auditReads(db: Db) {
  const whereOf = (given: ReadonlySet<string>) => {
    const [first, ...others] = equalities.filter(([name]) => given.has(name))
    return and(
      eq(auditEntries.organizationId, arg('organizationId')),
      first && eq(first[1], arg(first[0])),
      ...others.map(([name, column]) => eqWithoutIndex(column, name)),
      given.has('from') ? gte(auditEntries.changedAt, arg('from')) : undefined,
      given.has('to') ? lte(auditEntries.changedAt, arg('to')) : undefined,
    )
  }
  const subjectIn = (kind: string, table: typeof assets | typeof locations | typeof readers) =>
    and(
      eq(auditEntries.subjectKind, kind),
      eq(table.id, sql`cast(${auditEntries.subjectId} as integer)`),
      eq(table.organizationId, auditEntries.organizationId),
      isNull(table.deletedAt),
    )
  const list = createList({
    rows: (where, order) =>
      db
        .select({
          entry: auditEntries,
          subjectIsLive: sql`coalesce(${assets.id}, ${locations.id}, ${readers.id}) is not null`.mapWith(
            Boolean,
          ),
        })
        .from(auditEntries)
        .leftJoin(assets, subjectIn('asset', assets))
        .leftJoin(locations, subjectIn('location', locations))
        .leftJoin(readers, subjectIn('reader', readers))
        .where(where)
        .orderBy(...order)
        .limit(arg('limit'))
        .offset(arg('offset'))
        .prepare(),
    count: (selection, where) => db.select(selection).from(auditEntries).where(where).prepare(),
    where: whereOf,
    order: { changed_at: by(auditEntries.changedAt), id: by(auditEntries.id) },
    tieBreak: auditEntries.id,
  })
  const newest = [
    { field: 'changed_at', descending: true },
    { field: 'id', descending: true },
  ] as const

  return {
    /** Lists entries, newest first. */
    async list(
      organizationId: number,
      filter: AuditFilter,
      slice: { limit: number; offset: number },
    ): Promise<{ rows: AuditRecord[]; total: number }> {
      const { rows, total } = await list({ organizationId, ...filter }, newest, slice)
      return { rows: rows.map(({ entry, subjectIsLive }) => ({ ...entry, subjectIsLive })), total }
    },

    /** Returns the time of the newest entry beyond the latest `max`; undefined when there are no more than `max`. */
    async surplusSince(organizationId: number, max: number): Promise<Instant | undefined> {
      const [row] = await db
        .select({ changedAt: auditEntries.changedAt })
        .from(auditEntries)
        .where(eq(auditEntries.organizationId, organizationId))
        .orderBy(desc(auditEntries.changedAt), desc(auditEntries.id))
        .limit(1)
        .offset(max)
      return row?.changedAt
    },
  }
}

export function auditWrites(db: Db) {
  const insert = db
    .insert(auditEntries)
    .values({
      organizationId: arg('organizationId'),
      changedAt: arg('changedAt'),
      actorKind: arg('actorKind'),
      actorId: arg('actorId'),
      actorName: arg('actorName'),
      action: arg('action'),
      subjectKind: arg('subjectKind'),
      subjectId: arg('subjectId'),
      subjectName: arg('subjectName'),
      before: arg('before'),
      after: arg('after'),
    })
    .prepare()

  return {
    async insert(entry: Omit<AuditRow, 'id'>): Promise<void> {
      await insert.execute(entry)
    },
    /** Deletes at most `most` entries up to and including `until`. Returns their number. */
    async forget(organizationId: number, until: Instant, most: number): Promise<number> {
      const spent = db
        .select({ id: auditEntries.id })
        .from(auditEntries)
        .where(and(eq(auditEntries.organizationId, organizationId), lte(auditEntries.changedAt, until)))
        .limit(most)
      const forgotten = await db
        .delete(auditEntries)
        .where(inArray(auditEntries.id, spent))
        .returning({ id: auditEntries.id })
      return forgotten.length
    },
  }
}
