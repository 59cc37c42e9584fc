import { connect, connectAsync, ErrorWithReasonCode, type IClientOptions, type MqttClient } from 'mqtt'
import { type Log, oncePerMinute } from '../../../base/log'
import { randomHex } from '../../../base/secrets'
import { reasons } from './reasons'
import { RejectableWaits } from '../../../base/turns/rejectable-waits'

/** Why a broker refuses a message. */
interface Refusal {
  readonly reason: string
  /** Whether the broker may accept the message later. */
  readonly isTemporary: boolean
}

/** The connection to an external broker that messages are published over, with QoS 1. */
export interface Publishing {
  /**
   * Resolves when the broker has acknowledged the message, with the reason when it refuses the message. Rejects when the
   * connection is closed.
   */
  publish(
    message: { readonly topic: string; readonly payload: string },
    retain: boolean,
  ): Promise<{ readonly refusal: Refusal | null }>
  close(): Promise<void>
}

/** Interval of attempts to connect, in milliseconds. */
const pauseMillis = 1_000

/** Connects to a broker to publish. It reconnects; messages that are not acknowledged are sent again. */
export function openPublishing(options: IClientOptions, log: Log): Publishing {
  const client: MqttClient = connect({
    ...options,
    protocolVersion: 5,
    clean: true,
    reconnectPeriod: pauseMillis,
    reconnectOnConnackError: true,
  })
  const unacknowledged = new RejectableWaits()
  const warn = oncePerMinute((detail, kind) => log.warn(detail, `mqtt: ${kind}`))
  client.on('error', ({ message }) => warn('not connected to publish events', { reason: message }))
  return {
    async publish({ topic, payload }, retain) {
      try {
        await unacknowledged.wait(client.publishAsync(topic, payload, { qos: 1, retain }))
        return { refusal: null }
      } catch (error) {
        if (!(error instanceof ErrorWithReasonCode)) throw error
        return { refusal: { reason: error.message, isTemporary: error.code === reasons.quotaExceeded } }
      }
    },
    // Messages that are not acknowledged are published at the next start.
    async close() {
      unacknowledged.reject(new Error('The service stops.'))
      await client.endAsync(true)
    },
  }
}

/** Maximum time of the connection, and of the acknowledgement, in milliseconds. */
const brokerMillis = 10_000
const reasonMax = 200

/** Publishes a message with QoS 1. Returns why that has failed; null: the broker has acknowledged it. */
export type PublishOnce = (topic: string, payload: string) => Promise<string | null>

/**
 * Returns a function that connects for each message, so that no message waits in a client until a later one has overtaken
 * it.
 */
export const createPublishOnce =
  (options: IClientOptions): PublishOnce =>
  async (topic, payload) => {
    try {
      const client = await connectAsync({
        ...options,
        // Two connections with one name would end each other.
        clientId: `${options.clientId ?? ''}-${randomHex(8)}`,
        protocolVersion: 5,
        clean: true,
        reconnectPeriod: 0,
        connectTimeout: brokerMillis,
      })
      const late = Promise.withResolvers<never>()
      const timer = setTimeout(() => late.reject(new Error('no acknowledgement')), brokerMillis)
      try {
        await Promise.race([client.publishAsync(topic, payload, { qos: 1 }), late.promise])
        return null
      } finally {
        clearTimeout(timer)
        client.end(true)
      }
    } catch (error) {
      const { message, code } = error as Error & { code?: string }
      return (message || String(code ?? error)).slice(0, reasonMax)
    }
  }
