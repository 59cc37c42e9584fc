import { storedOf } from '../../base/messages'
import type { EpcisService } from '../epcis/service'
import type { EventView } from '../event-log/schema'
import type { EventLogService } from '../event-log/service'
import type { SecretBox } from '../../base/secret-box'
import type { Store, WebhookRow } from '../../storage/core/store'
import { type Clock, type Micros, toMicros } from '../../base/time'
import { epcisMessageOf, headersOf, type Message, messageOf } from './message'
import { unsigned } from './outcomes'
import type { Post } from './post'

export interface ExchangeParts {
  readonly store: Pick<Store, 'read'>
  readonly events: Pick<EventLogService, 'page'>
  readonly epcis: Pick<EpcisService, 'captureDocument'>
  readonly secretBox: SecretBox
  readonly post: Post
}

/** Creates the messages of webhooks and sends them. */
export function createExchange(
  { store, events, epcis, secretBox, post }: ExchangeParts,
  now: Clock,
  stopping: AbortSignal,
) {
  /** Returns an event in the format of a webhook; undefined when the format does not include it. */
  async function messageFor(
    { organizationId, format }: WebhookRow,
    event: EventView,
  ): Promise<Message | undefined> {
    if (format === 'event') return messageOf(organizationId, event)
    const document = await epcis.captureDocument(organizationId, event.sequence)
    return document && epcisMessageOf(organizationId, event, document)
  }

  /** Returns an event of the log; undefined when it has been deleted. */
  async function loggedMessage(row: WebhookRow, sequence: number): Promise<Message | undefined> {
    const { oldest } = await store.read.eventLog.ends(row.organizationId)
    if (sequence < oldest) return undefined
    const query = { types: [], assetId: undefined, locationId: undefined, after: sequence - 1, limit: 1 }
    const { rows } = await events.page(row.organizationId, query, 'after')
    return rows[0] && (await messageFor(row, rows[0]))
  }

  /** Sends a message once. */
  async function send(row: WebhookRow, message: Message, sequence: number | null) {
    const attemptedAt = toMicros(now())
    const startedAt = performance.now()
    const secrets = secretsOf(row, attemptedAt)
    const headers = headersOf(message, secrets, new Date(attemptedAt / 1000))
    const outcome = secrets.length === 0 ? unsigned : await post(row.url, headers, message.body, stopping)
    const { status, error, response } = outcome
    const durationMs = Math.round(performance.now() - startedAt)
    const delivery = { webhookId: row.id, sequence, type: message.type, attemptedAt, durationMs }
    return { outcome, delivery: { ...delivery, status, error: error && storedOf(error), response } }
  }

  /** Returns the secrets that sign at a time, the newest first. */
  function secretsOf(row: WebhookRow, at: Micros): string[] {
    const isOverlap = (row.previousExpiresAt ?? 0) > at
    const sealed = [row.secret, isOverlap ? row.previousSecret : null].filter((text) => text !== null)
    return sealed.map((text) => secretBox.open(text)).filter((text) => text !== undefined)
  }

  return { messageFor, loggedMessage, send }
}
