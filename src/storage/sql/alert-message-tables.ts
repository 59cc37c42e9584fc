import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type {
  MessageChannel,
  MessagePurpose,
  MessageState,
  OutputKind,
  OutputState,
} from '../../base/recipients'
import type { Instant, Micros } from '../../base/time'
import { flag, id, organizationId } from './columns'

/** The tables of what alerts send (docs/alerts.md). */

export const alertMessages = sqliteTable('alert_messages', {
  id: id(),
  organizationId: organizationId(),
  alertId: integer('alert_id').notNull(),
  channel: text('channel').$type<MessageChannel>().notNull(),
  purpose: text('purpose').$type<MessagePurpose>().notNull(),
  userId: text('user_id'),
  outputId: integer('output_id'),
  address: text('address').notNull(),
  state: text('state').$type<MessageState>().notNull(),
  queuedAt: integer('queued_at').$type<Micros>().notNull(),
  dueAt: integer('due_at').$type<Micros>().notNull(),
  attempts: integer('attempts').notNull(),
  batch: integer('batch'),
  isDigest: flag('is_digest').notNull(),
  claimedBy: text('claimed_by'),
  claimedAt: integer('claimed_at').$type<Micros>(),
  endedAt: integer('ended_at').$type<Micros>(),
  error: text('error'),
})

export const mailState = sqliteTable('mail_state', {
  id: integer('id').primaryKey(),
  failures: integer('failures').notNull(),
  failingSince: integer('failing_since').$type<Micros>(),
  nextAttemptAt: integer('next_attempt_at').$type<Micros>(),
  error: text('error'),
  slowSince: integer('slow_since').$type<Micros>(),
  lastSentAt: integer('last_sent_at').$type<Micros>(),
})

export const alertOutputs = sqliteTable('alert_outputs', {
  id: id(),
  organizationId: organizationId(),
  name: text('name').notNull(),
  kind: text('kind').$type<OutputKind>().notNull(),
  url: text('url'),
  topic: text('topic'),
  bodyOn: text('body_on').notNull(),
  bodyOff: text('body_off').notNull(),
  sentState: text('sent_state').$type<OutputState>(),
  sentAt: integer('sent_at').$type<Micros>(),
  failures: integer('failures').notNull(),
  failingSince: integer('failing_since').$type<Micros>(),
  nextAttemptAt: integer('next_attempt_at').$type<Micros>(),
  error: text('error'),
  createdAt: text('created_at').$type<Instant>().notNull(),
  updatedAt: text('updated_at').$type<Instant>().notNull(),
})

export const alertOutputHolds = sqliteTable('alert_output_holds', {
  outputId: integer('output_id').notNull(),
  alertId: integer('alert_id').notNull(),
})
