import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Instant, Micros } from '../../base/time'
import { organizationId } from './columns'

/** The tables of webhooks (decision 0028). */

export const webhooks = sqliteTable('webhooks', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  organizationId: organizationId(),
  name: text('name').notNull(),
  url: text('url').notNull(),
  types: text('types').notNull(),
  locationId: integer('location_id'),
  cursor: integer('cursor').notNull(),
  secret: text('secret').notNull(),
  previousSecret: text('previous_secret'),
  previousExpiresAt: integer('previous_expires_at').$type<Micros>(),
  isEnabled: integer('is_enabled').notNull(),
  disabledReason: text('disabled_reason').$type<'gone' | 'failing'>(),
  failures: integer('failures').notNull(),
  failingSince: integer('failing_since').$type<Micros>(),
  nextAttemptAt: integer('next_attempt_at').$type<Micros>(),
  lastError: text('last_error'),
  lostEvents: integer('lost_events').notNull(),
  createdAt: text('created_at').$type<Instant>().notNull(),
  updatedAt: text('updated_at').$type<Instant>().notNull(),
  format: text('format').$type<'event' | 'epcis'>().notNull().default('event'),
})

export const webhookRequests = sqliteTable('webhook_requests', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  webhookId: integer('webhook_id').notNull(),
  sequence: integer('sequence'),
})

export const webhookDeliveries = sqliteTable('webhook_deliveries', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  webhookId: integer('webhook_id').notNull(),
  sequence: integer('sequence'),
  type: text('type').notNull(),
  attemptedAt: integer('attempted_at').$type<Micros>().notNull(),
  durationMs: integer('duration_ms').notNull(),
  status: integer('status'),
  error: text('error'),
  response: text('response').notNull(),
})
