import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { EventType } from '../../base/event-types'
import { organizationId } from './columns'

/** The tables of the event log (docs/decisions/0024-event-log.md). */

export const eventLog = sqliteTable('event_log', {
  id: integer('id').primaryKey(),
  organizationId: organizationId(),
  sequence: integer('sequence').notNull(),
  type: integer('type').notNull(),
  occurredAt: integer('occurred_at').notNull(),
  recordedAt: integer('recorded_at').notNull(),
  assetId: integer('asset_id'),
  scanEventId: integer('scan_event_id'),
  places: text('places').notNull(),
  data: text('data').notNull(),
  epc: text('epc'),
  readPoint: text('read_point'),
  bizLocation: text('biz_location'),
})

export const eventLogPlaces = sqliteTable('event_log_places', {
  organizationId: organizationId(),
  locationId: integer('location_id').notNull(),
  type: integer('type').notNull(),
  sequence: integer('sequence').notNull(),
})

export const eventLogEnds = sqliteTable('event_log_ends', {
  organizationId: integer('organization_id').primaryKey(),
  newest: integer('newest').notNull(),
  oldest: integer('oldest').notNull(),
})

export const locationSglns = sqliteTable('location_sglns', {
  locationId: integer('location_id').primaryKey(),
  sgln: text('sgln').notNull(),
})

export const silentReaders = sqliteTable('silent_readers', {
  readerId: integer('reader_id').primaryKey(),
  silentSince: integer('silent_since').notNull(),
})

/** The type of an event of a record, or what happened to a scan event or a history. */
export type QueuedChange = EventType | 'inserted' | 'updated' | 'deleted' | 'trimmed'

export const eventQueue = sqliteTable('event_queue', {
  id: integer('id').primaryKey(),
  organizationId: organizationId(),
  change: text('change').$type<QueuedChange>().notNull(),
  subjectId: integer('subject_id').notNull(),
  scanEventId: integer('scan_event_id'),
  previousFirstAt: integer('previous_first_at'),
  previousLocationId: integer('previous_location_id'),
  previousKey: text('previous_key'),
})
