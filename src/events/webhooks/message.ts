import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { EventView } from '../event-log/schema'

/** What an endpoint receives (Standard Webhooks 1.0.0). */
export interface Message {
  /** The same for each attempt of an event. */
  readonly id: string
  readonly type: string
  readonly body: string
  /** Headers besides those of all messages. */
  readonly headers?: Readonly<Record<string, string>>
}

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

export const messageOf = (organizationId: number, event: EventView): Message => ({
  id: `evt_${organizationId}_${event.sequence}`,
  type: event.type,
  body: JSON.stringify({ type: event.type, timestamp: event.occurred_at, data: event }),
})

/** A message for the capture interface of EPCIS 2.0. */
export const epcisMessageOf = (organizationId: number, event: EventView, document: object): Message => ({
  id: `evt_${organizationId}_${event.sequence}`,
  type: event.type,
  body: JSON.stringify(document),
  headers: { 'gs1-epcis-version': '2.0', 'gs1-cbv-version': '2.0' },
})

/** A message that shows that an endpoint works. */
export const testMessageOf = (requestId: number, timestamp: string): Message => ({
  id: `test_${requestId}`,
  type: 'webhook.test',
  body: JSON.stringify({ type: 'webhook.test', timestamp, data: {} }),
})

/** Returns the headers of an attempt. Each secret signs. */
export function headersOf(
  { id, body, headers }: Message,
  secrets: readonly string[],
  at: Date,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Whereabouts',
    ...headers,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}
