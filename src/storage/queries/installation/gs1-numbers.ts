import { statSync } from 'node:fs'
import { and, asc, count, desc, eq, gt, gte, isNull, lt, or, sql } from 'drizzle-orm'
import { arg, type Db, inJsonList, isPostgres } from '../../sql/database'
import { gs1Counters, gs1Origin, gs1Prefixes } from '../../sql/tag-tables'
import type { Slice } from '../../sql/list'
import { tags } from '../../sql/tables'

export type Gs1PrefixRow = typeof gs1Prefixes.$inferSelect
export type Gs1CounterRow = typeof gs1Counters.$inferSelect
/** The kind of a counter. */
export type Gs1Kind = Pick<Gs1CounterRow, 'prefix' | 'scheme' | 'reference'>

/** Lengths of a GS1 company prefix. */
const lengths = [6, 7, 8, 9, 10, 11, 12]
/** Number of identities that are looked at for the highest serial. Those with letters have none. */
const candidates = 50

/**
 * The database that this connection uses: another one after a restore, a copy, or when a standby has taken over, which may lack
 * the last transactions.
 */
const postgresPlace = sql<string>`'postgres:' || (select system_identifier from pg_control_system()) || ':' ||
  case when pg_is_in_recovery()
    then upper(lpad(to_hex((select timeline_id from pg_control_checkpoint())), 8, '0'))
    else substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end || ':' ||
  (select oid from pg_database where datname = current_database()) || ':' || 'gs1_counters'::regclass::oid`
const sqliteFile = sql<string>`(select file from pragma_database_list where name = 'main')`

/** A file that was copied has another number. Backups that the service makes have no place. */
const placeOfFile = (file: string): string =>
  `sqlite:${file === '' ? '' : statSync(file, { bigint: true }).ino}`

export function gs1NumberReads(db: Db) {
  const own = eq(gs1Prefixes.organizationId, arg('organizationId'))
  const page = db
    .select()
    .from(gs1Prefixes)
    .where(own)
    .orderBy(asc(gs1Prefixes.id))
    .limit(arg('limit'))
    .offset(arg('offset'))
    .prepare()
  const counted = db.select({ total: count() }).from(gs1Prefixes).where(own).prepare()
  const byId = db
    .select()
    .from(gs1Prefixes)
    .where(and(eq(gs1Prefixes.id, arg('id')), own))
    .prepare()
  const counters = db
    .select()
    .from(gs1Counters)
    .where(inJsonList(gs1Counters.prefix, 'prefixes'))
    .orderBy(asc(gs1Counters.prefix), asc(gs1Counters.scheme), asc(gs1Counters.reference))
    .prepare()
  const holders = db
    .select({ organizationId: gs1Prefixes.organizationId })
    .from(gs1Prefixes)
    .where(eq(gs1Prefixes.prefix, arg('prefix')))
    .prepare()
  const place = db
    .select({ value: isPostgres(db) ? postgresPlace : sqliteFile })
    .from(sql`(select 1) as one`)
    .prepare()
  const origin = db.select({ place: gs1Origin.place }).from(gs1Origin).prepare()
  const longest = db
    .select({ identity: tags.identity })
    .from(tags)
    .where(
      and(
        inJsonList(tags.organizationId, 'organizationIds'),
        isNull(tags.deletedAt),
        sql`${tags.identity} <> ''`,
        gte(tags.identity, arg('from')),
        lt(tags.identity, arg('to')),
      ),
    )
    .orderBy(desc(sql`length(${tags.identity})`), desc(tags.identity))
    .limit(candidates)
    .prepare()

  return {
    /** Lists the prefixes of an organization, the first one first. */
    async list(organizationId: number, slice: Slice): Promise<{ rows: Gs1PrefixRow[]; total: number }> {
      const [total] = await counted.execute({ organizationId })
      return { rows: await page.execute({ organizationId, ...slice }), total: total?.total ?? 0 }
    },
    async find(organizationId: number, id: number): Promise<Gs1PrefixRow | undefined> {
      return (await byId.execute({ organizationId, id }))[0]
    },
    /** Returns the counters of prefixes, which must be prefixes of the caller's organization. */
    counters: async (prefixes: readonly string[]): Promise<Gs1CounterRow[]> =>
      counters.execute({ prefixes: JSON.stringify(prefixes) }),
    /** Returns the organizations that have this prefix. */
    async organizationsOf(prefix: string): Promise<number[]> {
      return (await holders.execute({ prefix })).map((row) => row.organizationId)
    },
    /** Returns the database that is in use, and the one in which the first number could be minted. */
    async places(): Promise<{ readonly current: string; readonly first: string | undefined }> {
      const [row] = await place.execute()
      const value = String(row?.value ?? '')
      const [first] = await origin.execute()
      return { current: isPostgres(db) ? value : placeOfFile(value), first: first?.place }
    },
    /** Returns the longest identities of tags in a range, in which the highest serial is. */
    async longestIdentities(
      organizationIds: readonly number[],
      range: { readonly from: string; readonly to: string },
    ): Promise<string[]> {
      const rows = await longest.execute({ organizationIds: JSON.stringify(organizationIds), ...range })
      return rows.map(({ identity }) => identity ?? '')
    },
  }
}

export function gs1NumberWrites(db: Db) {
  const isKind = and(
    eq(gs1Counters.prefix, arg('prefix')),
    eq(gs1Counters.scheme, arg('scheme')),
    eq(gs1Counters.reference, arg('reference')),
  )
  const taking = db
    .update(gs1Counters)
    .set({ nextSerial: sql`next_serial + ${arg('count')}` })
    .where(
      and(
        isKind,
        eq(gs1Counters.place, arg('place')),
        sql`${gs1Counters.nextSerial} + ${arg('count')} - 1 <= ${arg('last')}`,
      ),
    )
    .returning({ next: gs1Counters.nextSerial })
    .prepare()
  const overlapping = (column: typeof gs1Prefixes.prefix | typeof gs1Counters.prefix, prefix: string) =>
    or(inJsonList(sql`${column}`, 'beginnings'), and(gt(column, prefix), lt(column, `${prefix}:`)))
  const used = db
    .select({ identity: tags.identity })
    .from(tags)
    .where(
      and(
        inJsonList(tags.organizationId, 'organizationIds'),
        isNull(tags.deletedAt),
        sql`${tags.identity} <> ''`,
        inJsonList(tags.identity, 'identities'),
      ),
    )
    .prepare()

  return {
    ...gs1NumberReads(db),

    /** Stores the database in which the first number can be minted, unless there is one. */
    async keepOrigin(place: string): Promise<void> {
      await db.insert(gs1Origin).values({ id: 1, place }).onConflictDoNothing()
    },
    /**
     * Returns the prefixes of all organizations with which this one could mint equal numbers, the first one first, and those of which
     * numbers were minted.
     */
    async overlapping(prefix: string): Promise<{ prefixes: Gs1PrefixRow[]; minted: string[] }> {
      const beginnings = JSON.stringify(lengths.map((length) => prefix.slice(0, length)))
      const prefixes = await db
        .select()
        .from(gs1Prefixes)
        .where(overlapping(gs1Prefixes.prefix, prefix))
        .orderBy(asc(gs1Prefixes.id))
        .prepare()
        .execute({ beginnings })
      const rows = await db
        .select({ prefix: gs1Counters.prefix })
        .from(gs1Counters)
        .where(overlapping(gs1Counters.prefix, prefix))
        .prepare()
        .execute({ beginnings })
      return { prefixes, minted: rows.map((row) => row.prefix) }
    },
    async insert(row: Omit<Gs1PrefixRow, 'id'>): Promise<number> {
      const [inserted] = await db.insert(gs1Prefixes).values(row).returning({ id: gs1Prefixes.id })
      return (inserted as { id: number }).id
    },
    async share(organizationId: number, id: number): Promise<void> {
      await db
        .update(gs1Prefixes)
        .set({ isShared: true })
        .where(and(eq(gs1Prefixes.id, id), eq(gs1Prefixes.organizationId, organizationId)))
    },
    async delete(organizationId: number, id: number): Promise<void> {
      await db
        .delete(gs1Prefixes)
        .where(and(eq(gs1Prefixes.id, id), eq(gs1Prefixes.organizationId, organizationId)))
    },
    /** Creates the counter of a kind, unless there is one. */
    async open(row: Gs1CounterRow): Promise<void> {
      await db.insert(gs1Counters).values(row).onConflictDoNothing()
    },
    /** Raises the next serial to this one, as of this place. Returns false when it is higher already. */
    async raise({ prefix, scheme, reference, nextSerial, place }: Gs1CounterRow): Promise<boolean> {
      const raised = await db
        .update(gs1Counters)
        .set({ nextSerial, place })
        .where(
          and(
            eq(gs1Counters.prefix, prefix),
            eq(gs1Counters.scheme, scheme),
            eq(gs1Counters.reference, reference),
            sql`${gs1Counters.nextSerial} <= ${nextSerial}`,
          ),
        )
        .returning({ nextSerial: gs1Counters.nextSerial })
      return raised.length > 0
    },
    /**
     * Takes serials in one statement, so that concurrent writes take different ones. Returns the first; undefined when so many are
     * not left up to `last`, or when the counter was not confirmed at this place.
     */
    async take(
      kind: Gs1Kind,
      wanted: { readonly count: number; readonly last: number; readonly place: string },
    ): Promise<number | undefined> {
      const [row] = await taking.execute({ ...kind, ...wanted })
      return row && Number(row.next) - wanted.count
    },
    /** Returns which of these identities tags of the organizations have. */
    async usedIdentities(
      organizationIds: readonly number[],
      identities: readonly string[],
    ): Promise<Set<string>> {
      const rows = await used.execute({
        organizationIds: JSON.stringify(organizationIds),
        identities: JSON.stringify(identities),
      })
      return new Set(rows.flatMap(({ identity }) => identity ?? []))
    },
  }
}
