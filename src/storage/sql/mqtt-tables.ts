import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, organizationId } from './columns'

/** The tables of MQTT subscribers (docs/decisions/0029-mqtt-out.md). */

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
