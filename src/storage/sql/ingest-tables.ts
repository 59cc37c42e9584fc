import { blob, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { id, instant, organizationId } from './columns'

/** The tables of ingest, of telemetry and of MQTT subscribers (docs/decisions/0006-repeats.md, docs/decisions/0029-mqtt-out.md). */

export const readKeys = sqliteTable('read_keys', {
  day: integer('day').notNull(),
  minute: integer('minute').notNull(),
  source: text('source').notNull(),
  tag: integer('tag').notNull(),
  times: blob('times').$type<Uint8Array>().notNull(),
})

export const readKeyDays = sqliteTable('read_key_days', {
  day: integer('day').primaryKey(),
  rows: integer('rows').notNull(),
})

/** The row has a number that no other state of the tags has (migrations/0015_ingest_speed.sql). */
export const tagsVersion = sqliteTable('tags_version', { version: integer('version').notNull() })

export const mqttSessions = sqliteTable('mqtt_sessions', {
  apiKeyId: text('api_key_id').notNull(),
  clientId: text('client_id').notNull(),
  organizationId: organizationId(),
  subscriptions: text('subscriptions').notNull(),
  cursor: integer('cursor').notNull(),
  expiresAt: instant('expires_at').notNull(),
  connection: text('connection'),
})

export const mqttPublications = sqliteTable('mqtt_publications', {
  organizationId: integer('organization_id').primaryKey(),
  cursor: integer('cursor').notNull(),
})

/** What tags say about themselves, by hour (docs/decisions/0052-telemetry.md). */
export const telemetryHours = sqliteTable('telemetry_hours', {
  assetId: integer('asset_id').notNull(),
  hour: integer('hour').notNull(),
  metric: integer('metric').notNull(),
  organizationId: organizationId(),
  valueCount: integer('value_count').notNull(),
  valueSum: real('value_sum').notNull(),
  valueMin: real('value_min').notNull(),
  valueMax: real('value_max').notNull(),
  lastValue: real('last_value').notNull(),
  lastAt: integer('last_at').notNull(),
})

export const telemetryHourCounts = sqliteTable('telemetry_hour_counts', {
  hour: integer('hour').primaryKey(),
  rows: integer('rows').notNull(),
})

export const telemetryValues = sqliteTable('telemetry_values', {
  assetId: integer('asset_id').notNull(),
  metric: integer('metric').notNull(),
  organizationId: organizationId(),
  tagId: integer('tag_id').notNull(),
  value: real('value').notNull(),
  observedAt: integer('observed_at').notNull(),
})

/** When a value was beyond the threshold of an alert rule. */
export const telemetrySpans = sqliteTable('telemetry_spans', {
  id: id(),
  organizationId: organizationId(),
  ruleId: integer('rule_id').notNull(),
  assetId: integer('asset_id').notNull(),
  startedAt: integer('started_at').notNull(),
  endedAt: integer('ended_at'),
})

/** Presses of the buttons of tags. */
export const tagPresses = sqliteTable('tag_presses', {
  id: id(),
  organizationId: organizationId(),
  assetId: integer('asset_id').notNull(),
  tagId: integer('tag_id').notNull(),
  press: integer('press').notNull(),
  packet: integer('packet'),
  firstAt: integer('first_at').notNull(),
  lastAt: integer('last_at').notNull(),
})
