import { integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { AlertAction, AlertKind, AlertSubjectKind, CloseReason, Severity } from '../../base/alert-kinds'
import type {
  MessageChannel,
  MessagePurpose,
  MessageState,
  OutputKind,
  OutputState,
  ScheduledKind,
  ScheduledMailState,
} from '../../base/recipients'
import type { Instant, Micros } from '../../base/time'
import { flag, id, organizationId } from './columns'

/** The tables of alerts (docs/decisions/0039-alerts.md). */

export const alertRules = sqliteTable('alert_rules', {
  id: id(),
  organizationId: organizationId(),
  name: text('name').notNull(),
  kind: text('kind').$type<AlertKind>().notNull(),
  scope: text('scope').notNull(),
  locationId: integer('location_id'),
  fromLocationId: integer('from_location_id'),
  minutes: integer('minutes'),
  minCount: integer('min_count'),
  maxCount: integer('max_count'),
  holdSeconds: integer('hold_seconds').notNull(),
  clearSeconds: integer('clear_seconds').notNull(),
  hours: text('hours'),
  severity: text('severity').$type<Severity>().notNull(),
  isEnabled: flag('is_enabled').notNull(),
  pausedReason: text('paused_reason'),
  enabledAt: integer('enabled_at').$type<Micros>(),
  watchedUpTo: integer('watched_up_to').$type<Micros>().notNull().default(0),
  createdAt: text('created_at').$type<Instant>().notNull(),
  updatedAt: text('updated_at').$type<Instant>().notNull(),
  recipients: text('recipients').notNull().default('[]'),
  renotifyMinutes: integer('renotify_minutes'),
  threshold: real('threshold'),
})

export const alerts = sqliteTable('alerts', {
  id: id(),
  organizationId: organizationId(),
  ruleId: integer('rule_id').notNull(),
  ruleName: text('rule_name').notNull(),
  kind: text('kind').$type<AlertKind>().notNull(),
  severity: text('severity').$type<Severity>().notNull(),
  subjectKind: text('subject_kind').$type<AlertSubjectKind>().notNull(),
  subjectId: integer('subject_id').notNull(),
  subjectKey: text('subject_key').notNull(),
  subjectName: text('subject_name').notNull(),
  locationId: integer('location_id'),
  locationKey: text('location_key'),
  openedAt: integer('opened_at').$type<Micros>().notNull(),
  recordedAt: integer('recorded_at').$type<Micros>().notNull(),
  isLate: flag('is_late').notNull(),
  occurrences: integer('occurrences').notNull(),
  evidenceAt: integer('evidence_at').$type<Micros>().notNull(),
  evidenceSequence: integer('evidence_sequence'),
  evidenceEventId: integer('evidence_event_id'),
  evidenceReason: text('evidence_reason'),
  acknowledgedAt: integer('acknowledged_at').$type<Micros>(),
  acknowledgedBy: text('acknowledged_by'),
  acknowledgedName: text('acknowledged_name'),
  note: text('note'),
  snoozedUntil: integer('snoozed_until').$type<Micros>(),
  closedAt: integer('closed_at').$type<Micros>(),
  closeReason: text('close_reason').$type<CloseReason>(),
  remindAt: integer('remind_at').$type<Micros>(),
})

export const alertActs = sqliteTable('alert_acts', {
  id: id(),
  alertId: integer('alert_id').notNull(),
  at: integer('at').$type<Micros>().notNull(),
  action: text('action').$type<AlertAction>().notNull(),
  userId: text('user_id'),
  userName: text('user_name'),
  note: text('note'),
})

export const alertTimers = sqliteTable('alert_timers', {
  ruleId: integer('rule_id').notNull(),
  subjectId: integer('subject_id').notNull(),
  organizationId: organizationId(),
  dueAt: integer('due_at').$type<Micros>().notNull(),
  waitedFrom: integer('waited_from').$type<Micros>(),
  notBefore: integer('not_before').$type<Micros>(),
})

export const alertScans = sqliteTable('alert_scans', {
  id: id(),
  organizationId: organizationId(),
  ruleId: integer('rule_id'),
  locationId: integer('location_id'),
  afterId: integer('after_id').notNull(),
})

export const alertCursors = sqliteTable('alert_cursors', {
  organizationId: integer('organization_id').primaryKey(),
  sequence: integer('sequence').notNull(),
  pass: integer('pass').notNull(),
  rules: integer('rules').notNull(),
  validityUpTo: integer('validity_up_to').$type<Micros>().notNull().default(0),
})

export const alertWatch = sqliteTable('alert_watch', {
  id: integer('id').primaryKey(),
  aliveAt: integer('alive_at').$type<Micros>().notNull(),
})

export const alertGaps = sqliteTable('alert_gaps', {
  startedAt: integer('started_at').$type<Micros>().primaryKey(),
  endedAt: integer('ended_at').$type<Micros>().notNull(),
})

/** What alerts send. */
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

/** Reports that are sent by mail on a schedule. */
export const mailSchedules = sqliteTable('mail_schedules', {
  id: id(),
  organizationId: organizationId(),
  ownerId: text('owner_id').notNull(),
  ownerName: text('owner_name').notNull(),
  name: text('name').notNull(),
  kind: text('kind').$type<ScheduledKind>().notNull(),
  viewId: integer('view_id'),
  weekday: integer('weekday'),
  hour: integer('hour').notNull(),
  recipients: text('recipients').notNull(),
  isEnabled: flag('is_enabled').notNull(),
  nextAt: integer('next_at').$type<Micros>(),
  createdAt: text('created_at').$type<Instant>().notNull(),
  updatedAt: text('updated_at').$type<Instant>().notNull(),
})

export const scheduledMails = sqliteTable('scheduled_mails', {
  id: id(),
  organizationId: organizationId(),
  scheduleId: integer('schedule_id').notNull(),
  dueAt: integer('due_at').$type<Micros>().notNull(),
  isExtra: flag('is_extra').notNull(),
  userId: text('user_id'),
  address: text('address').notNull(),
  state: text('state').$type<ScheduledMailState>().notNull(),
  queuedAt: integer('queued_at').$type<Micros>().notNull(),
  attemptAt: integer('attempt_at').$type<Micros>().notNull(),
  attempts: integer('attempts').notNull(),
  claimedBy: text('claimed_by'),
  claimedAt: integer('claimed_at').$type<Micros>(),
  endedAt: integer('ended_at').$type<Micros>(),
  error: text('error'),
})
