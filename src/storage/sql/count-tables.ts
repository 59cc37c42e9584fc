import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Instant } from '../../base/time'
import { id, organizationId } from './columns'

/** The tables of kept counts (decision 0016). */

/** Numbers of rows by state (src/storage/sql/states.ts), which triggers keep. */
export const rowCounts = sqliteTable('row_counts', {
  organizationId: integer('organization_id').notNull(),
  counted: text('counted').$type<Counted>().notNull(),
  locationId: integer('location_id').notNull(),
  state: integer('state').notNull(),
  count: integer('count').notNull(),
})

/** Numbers of beginnings and ends of rows by time, which triggers keep. */
export const rowBoundaries = sqliteTable('row_boundaries', {
  organizationId: integer('organization_id').notNull(),
  counted: text('counted').$type<Counted>().notNull(),
  locationId: integer('location_id').notNull(),
  state: integer('state').notNull(),
  edge: text('edge').$type<'start' | 'end'>().notNull(),
  level: integer('level').notNull(),
  bucket: text('bucket').notNull(),
  count: integer('count').notNull(),
})

/** Numbers of audit entries by block of ids, which triggers keep. */
export const auditCounts = sqliteTable('audit_counts', {
  organizationId: integer('organization_id').notNull(),
  block: integer('block').notNull(),
  subjectKind: text('subject_kind').notNull(),
  action: text('action').notNull(),
  actorKind: text('actor_kind').notNull(),
  /** Empty for Whereabouts itself. */
  actorId: text('actor_id').notNull(),
  isFolded: integer('is_folded').notNull(),
  count: integer('count').notNull(),
  /** No entry is earlier or later than these times. */
  firstAt: text('first_at').$type<Instant>().notNull(),
  lastAt: text('last_at').$type<Instant>().notNull(),
})

/** Descendants are the locations below a location, at all levels. */
export type Counted = 'assets' | 'locations' | 'placements' | 'descendants'

/** The stays of assets, and what is counted from them (docs/decisions/0043-stays.md). */
export const stays = sqliteTable('stays', {
  id: id(),
  organizationId: organizationId(),
  assetId: integer('asset_id'),
  locationId: integer('location_id').notNull(),
  begunAt: integer('begun_at').notNull(),
  endedAt: integer('ended_at'),
  previousLocationId: integer('previous_location_id'),
  previousBegunAt: integer('previous_begun_at'),
  scanEventId: integer('scan_event_id').notNull(),
  readerId: integer('reader_id'),
})

export const stayChanges = sqliteTable('stay_changes', {
  id: id(),
  organizationId: organizationId(),
  assetId: integer('asset_id').notNull(),
  fromAt: integer('from_at').notNull(),
})

export const locationCounts = sqliteTable('location_counts', {
  organizationId: organizationId(),
  locationId: integer('location_id').notNull(),
  span: integer('span').notNull(),
  number: integer('number').notNull(),
  arrivals: integer('arrivals').notNull(),
  departures: integer('departures').notNull(),
})

export const flowCounts = sqliteTable('flow_counts', {
  organizationId: organizationId(),
  span: integer('span').notNull(),
  number: integer('number').notNull(),
  fromLocationId: integer('from_location_id').notNull(),
  toLocationId: integer('to_location_id').notNull(),
  moves: integer('moves').notNull(),
})
