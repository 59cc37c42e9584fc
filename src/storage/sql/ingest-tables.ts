import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, organizationId } from './columns'

/** The tables of ingest and of MQTT subscribers (docs/decisions/0006-repeats.md, docs/decisions/0029-mqtt-out.md). */

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
