import { type Message, readStored } from '../../base/messages'
import type { EventType } from '../../base/event-types'
import type { WebhookDeliveryRow, WebhookRow } from '../../storage/core/store'
import { toWire, wireOf } from '../../base/time'
import type { DeliveryView, WebhookView } from './schema'

const wireOrNull = (at: number | null): string | null => (at === null ? null : wireOf(at))

const messageOrNull = (stored: string | null): Message | null => (stored === null ? null : readStored(stored))

/** @param newest the newest sequence of the event log */
export const toView = (row: WebhookRow, newest: number): WebhookView => ({
  id: row.id,
  name: row.name,
  url: row.url,
  types: JSON.parse(row.types) as EventType[],
  location_id: row.locationId,
  format: row.format,
  is_enabled: row.isEnabled === 1,
  disabled_reason: row.disabledReason,
  cursor: row.cursor,
  behind: Math.max(0, newest - row.cursor),
  failures: row.failures,
  failing_since: wireOrNull(row.failingSince),
  next_attempt_at: wireOrNull(row.nextAttemptAt),
  last_error: messageOrNull(row.lastError)?.english ?? null,
  last_error_text: messageOrNull(row.lastError)?.text ?? null,
  lost_events: row.lostEvents,
  previous_secret_expires_at: wireOrNull(row.previousExpiresAt),
  created_at: toWire(row.createdAt),
  updated_at: toWire(row.updatedAt),
})

/** The fields that users change. */
export const toAudited = (row: WebhookRow) => ({
  name: row.name,
  url: row.url,
  types: JSON.parse(row.types) as EventType[],
  location_id: row.locationId,
  format: row.format,
  is_enabled: row.isEnabled === 1,
  cursor: row.cursor,
  previous_secret_expires_at: wireOrNull(row.previousExpiresAt),
})

export const toDeliveryView = (row: WebhookDeliveryRow): DeliveryView => ({
  id: row.id,
  sequence: row.sequence,
  type: row.type,
  attempted_at: wireOf(row.attemptedAt),
  duration_ms: row.durationMs,
  status: row.status,
  error: messageOrNull(row.error)?.english ?? null,
  text: messageOrNull(row.error)?.text ?? null,
  response: row.response,
})
