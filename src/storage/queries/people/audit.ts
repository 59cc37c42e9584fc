import { and, between, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Instant } from '../../../base/time'
import { arg, type Db, eqWithoutIndex, inJsonList } from '../../sql/database'
import { inOrderOf, memoize, type Slice } from '../../sql/list'
import { assets, auditEntries, auditImports, locations, readers } from '../../sql/tables'
import type { AuditFilter } from './audit-filter'
import { auditStretches, type Bounds, type Stretch } from './audit-stretches'
import { statement } from '../../sql/statement'
import { importEntries } from '../assets/import-entries'

type AuditRow = typeof auditEntries.$inferSelect

export interface AuditRecord extends AuditRow {
  /** Whether the subject is a live asset, location or reader, to which the console links. */
  readonly subjectIsLive: boolean
  /** The present name of a live subject of these kinds; otherwise null. */
  readonly recordName: string | null
  /** Number of entries of the import; null for an entry of no import. */
  readonly importEntries: number | null
}

/** The filters in the order of selectivity. The first one of a query uses its index, the others check the rows. */
const equalities = [
  ['subjectId', auditEntries.subjectId],
  ['importId', auditEntries.importId],
  ['actorId', auditEntries.actorId],
  ['action', auditEntries.action],
  ['subjectKind', auditEntries.subjectKind],
  ['actorKind', auditEntries.actorKind],
] as const

/** The whole log. Instants are texts of digits. */
const everything: Bounds = {
  from: '' as Instant,
  to: '~' as Instant,
  firstId: 0,
  lastId: Number.MAX_SAFE_INTEGER,
}

export function auditReads(db: Db) {
  const whereOf = (shape: string) => {
    const given = new Set(shape.split(','))
    const [first, ...others] = equalities.filter(([name]) => given.has(name))
    return and(
      eq(auditEntries.organizationId, arg('organizationId')),
      first && eq(first[1], arg(first[0])),
      ...others.map(([name, column]) => eqWithoutIndex(column, name)),
      given.has('isGrouped') ? eq(auditEntries.isFolded, 0) : undefined,
      between(auditEntries.changedAt, arg('from'), arg('to')),
      sql`+${auditEntries.id} between ${arg('firstId')} and ${arg('lastId')}`,
    )
  }
  const countOf = memoize((shape) =>
    db
      .select({ count: sql<number>`count(*)` })
      .from(auditEntries)
      .where(whereOf(shape))
      .prepare(),
  )
  const pageOf = memoize((shape) =>
    db
      .select({ id: auditEntries.id })
      .from(auditEntries)
      .where(whereOf(shape))
      .orderBy(desc(auditEntries.changedAt), desc(auditEntries.id))
      .limit(arg('limit'))
      .offset(arg('offset'))
      .prepare(),
  )
  const subjectIn = (kind: string, table: typeof assets | typeof locations | typeof readers) =>
    and(
      eq(auditEntries.subjectKind, kind),
      eq(
        table.id,
        sql`case when ${auditEntries.subjectKind} = ${sql.raw(`'${kind}'`)} then cast(${auditEntries.subjectId} as bigint) end`,
      ),
      eq(table.organizationId, auditEntries.organizationId),
      isNull(table.deletedAt),
    )
  const byIds = db
    .select({
      entry: auditEntries,
      importEntries: auditImports.entries,
      subjectIsLive: sql`coalesce(${assets.id}, ${locations.id}, ${readers.id}) is not null`.mapWith(Boolean),
      recordName: sql<string | null>`coalesce(${assets.name}, ${locations.name}, ${readers.name})`,
    })
    .from(auditEntries)
    .leftJoin(assets, subjectIn('asset', assets))
    .leftJoin(locations, subjectIn('location', locations))
    .leftJoin(readers, subjectIn('reader', readers))
    .leftJoin(
      auditImports,
      and(
        eq(auditImports.organizationId, auditEntries.organizationId),
        eq(auditImports.importId, auditEntries.importId),
      ),
    )
    .where(inJsonList(auditEntries.id, 'ids'))
    .prepare()
  const stretches = auditStretches(db)

  /** The stretches with the entries that the filter selects, each with their exact number, the newest first. */
  async function selected(
    organizationId: number,
    { subjectId, importId, ...filter }: AuditFilter,
  ): Promise<Stretch[]> {
    const { from = everything.from, to = everything.to, ...equal } = filter
    // One record has few entries, and those of an import are counted by its index.
    const isNarrow = subjectId !== undefined || importId !== undefined
    const parts = !isNarrow
      ? await stretches.of(organizationId, filter)
      : [{ ...everything, count: Number.POSITIVE_INFINITY }]
    const exact = parts.map(async (part): Promise<Stretch> => {
      if (!isNarrow && part.from >= from && part.to <= to) return part
      const cut = { ...part, from: part.from > from ? part.from : from, to: part.to < to ? part.to : to }
      const values = { organizationId, subjectId, importId, ...equal, ...cut }
      const [counted] = await countOf(shapeOf({ subjectId, importId, ...equal })).execute(values)
      return { ...cut, count: counted?.count ?? 0 }
    })
    return Promise.all(exact)
  }

  return {
    ...importEntries(db),

    /** Lists entries, newest first. */
    async list(
      organizationId: number,
      filter: AuditFilter,
      { limit, offset }: Slice,
    ): Promise<{ rows: AuditRecord[]; total: number }> {
      const page = pageOf(shapeOf(filter))
      const ids: number[] = []
      let position = 0
      for (const { count, ...bounds } of await selected(organizationId, filter)) {
        const within = Math.max(offset - position, 0)
        if (within < count && ids.length < limit) {
          const slice = { limit: limit - ids.length, offset: within }
          const found = await page.execute({ organizationId, ...filter, ...bounds, ...slice })
          ids.push(...found.map(({ id }) => id))
        }
        position += count
      }
      const rows = await byIds.execute({ ids: JSON.stringify(ids) })
      return {
        rows: inOrderOf(ids, rows, ({ entry }) => entry.id).map(({ entry, ...others }) => ({
          ...entry,
          ...others,
        })),
        total: position,
      }
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

/** The names of the filters that apply, which distinguish the statements. */
const shapeOf = (filter: Partial<AuditFilter>): string =>
  [...equalities.map(([name]) => name), 'isGrouped' as const]
    .filter((name) => filter[name] !== undefined)
    .join(',')

export function auditWrites(db: Db) {
  const insert = statement(
    db,
    db.insert(auditEntries).values({
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
      importId: arg('importId'),
      isFolded: arg('isFolded'),
    }),
  )
  const joinImport = db
    .insert(auditImports)
    .values({ organizationId: arg('organizationId'), importId: arg('importId'), entries: 1 })
    .onConflictDoUpdate({
      target: [auditImports.organizationId, auditImports.importId],
      set: { entries: sql`${auditImports.entries} + 1` },
    })
    .returning({ entries: auditImports.entries })
    .prepare()

  return {
    ...importEntries(db),

    async insert(entry: Omit<AuditRow, 'id' | 'isFolded'>): Promise<void> {
      const { organizationId, importId } = entry
      const [joined] = importId === null ? [] : await joinImport.execute({ organizationId, importId })
      insert({ ...entry, isFolded: Number((joined?.entries ?? 1) > 1) })
    },
    /** Deletes at most `most` entries up to and including `until`. Returns their number. */
    async prune(organizationId: number, until: Instant, most: number): Promise<number> {
      const spent = db
        .select({ id: auditEntries.id })
        .from(auditEntries)
        .where(and(eq(auditEntries.organizationId, organizationId), lte(auditEntries.changedAt, until)))
        .limit(most)
      const deleted = await db
        .delete(auditEntries)
        .where(inArray(auditEntries.id, spent))
        .returning({ id: auditEntries.id })
      return deleted.length
    },
  }
}
