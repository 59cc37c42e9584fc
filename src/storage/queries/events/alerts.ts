import { and, asc, count, eq, gte, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { AlertKind, AlertSubjectKind, Severity } from '../../../base/alert-kinds'
import type { Micros } from '../../../base/time'
import { alertActs, alerts } from '../../sql/alert-tables'
import { arg, type Db, eqWithoutIndex, inJsonList } from '../../sql/database'
import { by, createList, type OrderedSlice } from '../../sql/list'

export type AlertRow = typeof alerts.$inferSelect
export type AlertActRow = typeof alertActs.$inferSelect

/** Filters of a list of alerts. Undefined: all. */
export interface AlertFilter {
  readonly isOpen: boolean | undefined
  readonly kinds: readonly AlertKind[]
  readonly severities: readonly Severity[]
  readonly ruleIds: readonly number[]
  readonly assetIds: readonly number[]
  readonly locationIds: readonly number[] | undefined
  readonly from: Micros | undefined
  readonly to: Micros | undefined
  readonly closedFrom: Micros | undefined
}

export interface AlertCounts {
  readonly open: number
  readonly unacknowledged: number
}

const list = (values: readonly unknown[]) => (values.length > 0 ? JSON.stringify(values) : undefined)

export function alertReads(db: Db) {
  const ofOrganization = eq(alerts.organizationId, arg('organizationId'))
  const pages = createList({
    rows: (where, order) =>
      db
        .select()
        .from(alerts)
        .where(where)
        .orderBy(...order)
        .limit(arg('limit'))
        .offset(arg('offset'))
        .prepare(),
    count: (selection, where) => db.select(selection).from(alerts).where(where).prepare(),
    where: (given) =>
      and(
        // The few that were closed lately are found by that time.
        given.has('closedFrom') ? eqWithoutIndex(alerts.organizationId, 'organizationId') : ofOrganization,
        given.has('closedFrom') ? gte(alerts.closedAt, arg('closedFrom')) : undefined,
        given.has('onlyOpen') ? isNull(alerts.closedAt) : undefined,
        given.has('onlyClosed') ? isNotNull(alerts.closedAt) : undefined,
        given.has('kinds') ? inJsonList(alerts.kind, 'kinds') : undefined,
        given.has('severities') ? inJsonList(alerts.severity, 'severities') : undefined,
        given.has('ruleIds') ? inJsonList(alerts.ruleId, 'ruleIds') : undefined,
        given.has('assetIds')
          ? and(eq(alerts.subjectKind, 'asset'), inJsonList(alerts.subjectId, 'assetIds'))
          : undefined,
        given.has('locationIds') ? inJsonList(alerts.locationId, 'locationIds') : undefined,
        given.has('from') ? gte(alerts.openedAt, arg('from')) : undefined,
        given.has('to') ? lte(alerts.openedAt, arg('to')) : undefined,
      ),
    order: { opened_at: by(alerts.openedAt) },
    tieBreak: alerts.id,
  })
  const counts = db
    .select({
      open: count(),
      unacknowledged: sql<number>`count(*) filter (where ${alerts.acknowledgedAt} is null)`,
    })
    .from(alerts)
    .where(and(ofOrganization, isNull(alerts.closedAt)))
    .prepare()
  const byIds = db
    .select()
    .from(alerts)
    .where(and(eqWithoutIndex(alerts.organizationId, 'organizationId'), inJsonList(alerts.id, 'ids')))
    .orderBy(asc(alerts.id))
    .prepare()
  const ofSubjects = db
    .select()
    .from(alerts)
    .where(
      and(
        ofOrganization,
        eq(alerts.subjectKind, arg('kind')),
        inJsonList(alerts.subjectId, 'ids'),
        or(isNull(alerts.closedAt), gte(alerts.closedAt, arg('since')), eq(alerts.closeReason, 'person')),
      ),
    )
    // The few rows are sorted: otherwise SQLite goes through all alerts of the organization in this order.
    .orderBy(sql`+${alerts.openedAt}`, asc(alerts.id))
    .prepare()
  const openOfRule = db
    .select()
    .from(alerts)
    .where(
      and(
        eq(alerts.ruleId, arg('ruleId')),
        ofOrganization,
        isNull(alerts.closedAt),
        sql`${alerts.id} > ${arg('after')}`,
      ),
    )
    .orderBy(asc(alerts.id))
    .limit(arg('limit'))
    .prepare()
  const byRule = db
    .select({
      id: alerts.ruleId,
      count: sql`count(*)`.mapWith(Number),
      newestId: sql`max(${alerts.id})`.mapWith(Number),
    })
    .from(alerts)
    .where(and(ofOrganization, gte(alerts.openedAt, arg('from')), lt(alerts.openedAt, arg('to'))))
    .groupBy(alerts.ruleId)
    .prepare()
  const acts = db
    .select()
    .from(alertActs)
    .where(eq(alertActs.alertId, arg('alertId')))
    .orderBy(asc(alertActs.id))
    .prepare()

  return {
    async list(
      organizationId: number,
      { isOpen, kinds, severities, ruleIds, assetIds, locationIds, from, to, closedFrom }: AlertFilter,
      { order, ...slice }: OrderedSlice<'opened_at'>,
    ): Promise<{ rows: AlertRow[]; total: number }> {
      const values = {
        organizationId,
        onlyOpen: isOpen === true ? 1 : undefined,
        onlyClosed: isOpen === false ? 1 : undefined,
        kinds: list(kinds),
        severities: list(severities),
        ruleIds: list(ruleIds),
        assetIds: list(assetIds),
        locationIds: locationIds && JSON.stringify(locationIds),
        from,
        to,
        closedFrom,
      }
      return pages(values, order, slice)
    },
    async counts(organizationId: number): Promise<AlertCounts> {
      return (await counts.execute({ organizationId }))[0] ?? { open: 0, unacknowledged: 0 }
    },
    ofIds: async (organizationId: number, ids: readonly number[]): Promise<AlertRow[]> =>
      byIds.execute({ organizationId, ids: JSON.stringify(ids) }),
    async find(organizationId: number, id: number): Promise<AlertRow | undefined> {
      return (await byIds.execute({ organizationId, ids: JSON.stringify([id]) }))[0]
    },
    /** Returns the alerts about these subjects that are open, were closed since a time, or were closed by a person. */
    ofSubjects: async (
      organizationId: number,
      kind: AlertSubjectKind,
      ids: readonly number[],
      since: Micros,
    ): Promise<AlertRow[]> => ofSubjects.execute({ organizationId, kind, ids: JSON.stringify(ids), since }),
    /** Returns open alerts of a rule with an id above `after`, by id. */
    openOfRule: async (
      organizationId: number,
      ruleId: number,
      after: number,
      limit: number,
    ): Promise<AlertRow[]> => openOfRule.execute({ organizationId, ruleId, after, limit }),
    /** Returns the number of alerts of each rule that opened in [from, to), with the newest of them. */
    byRule: async (
      organizationId: number,
      from: Micros,
      to: Micros,
    ): Promise<{ id: number; count: number; newestId: number }[]> =>
      byRule.execute({ organizationId, from, to }),
    acts: async (alertId: number): Promise<AlertActRow[]> => acts.execute({ alertId }),
  }
}
