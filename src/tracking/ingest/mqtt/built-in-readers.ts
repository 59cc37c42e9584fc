import type { Device as Reader } from '../../../base/caller'
import type { Connections } from '../connections'
import type { KeyPair } from '../../../base/key-pair'
import { type Log, oncePerMinute } from '../../../base/log'
import type { Metrics } from '../../../base/metrics'
import { portError } from '../../../base/ports'
import { isDeviceToken } from '../../../base/secrets'
import type { Settings } from '../../../settings/table'
import type { Instances } from '../../../storage/core/store'
import type { IngestService } from '../service'
import { type BuiltInBroker, openBuiltInBroker } from './broker'
import type { BrokerHandlers, Rejection, Subscriber } from './handlers'
import { ConnectionFault, reasons } from './reasons'
import { announcementOf, Takeovers } from './takeovers'

/** The part of the subscribers that the broker uses. */
export interface Subscribers extends Pick<BrokerHandlers, 'openSession'> {
  /** Returns the subscriber with these credentials. Throws ConnectionFault when it may not subscribe. */
  signIn(clientId: string, clientSecret: string, address: string): Promise<Subscriber | undefined>
}

/** Reports whether a user name has the form of an API key's client_id. */
const isClientId = (text: string | undefined): text is string =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text ?? '')

export interface BuiltInReadersParts {
  readonly settings: Pick<Settings, 'mqttHost' | 'mqttPort' | 'mqttsPort' | 'maxBodyBytes'>
  readonly ingest: Pick<IngestService, 'accept' | 'noteTooLarge'>
  /** Finds the reader with these credentials. Records a refused connection. */
  readonly signIn: (
    userName: string | undefined,
    token: string | undefined,
    address: string | undefined,
  ) => Promise<Reader | undefined>
  /** Signs API keys in, which subscribe. */
  readonly subscribers: Subscribers
  readonly connections: Pick<Connections, 'opened'>
  readonly metrics: Metrics
  readonly instances: Pick<Instances, 'isShared' | 'announce' | 'onAnnounced' | 'onReturned' | 'onMissed'>
  /** The certificate for MQTT over TLS; null without TLS. */
  readonly pair: KeyPair | null
  readonly log: Log
}

/**
 * Opens the built-in broker, to which readers publish with their device tokens; null when the settings turn it off.
 * Throws StartError when it can't listen.
 */
export async function openBuiltInReaders(parts: BuiltInReadersParts): Promise<BuiltInBroker | null> {
  const { mqttHost: host, mqttPort: port, mqttsPort, maxBodyBytes: packetBytesMax } = parts.settings
  const secure = parts.pair && mqttsPort !== null ? { port: mqttsPort, pair: parts.pair } : undefined
  if (port === null && !secure) return null
  try {
    // Nobody connects before the broker is open.
    const takeovers: Takeovers = new Takeovers(parts.instances, (name) => broker.end(name))
    const handlers = handlersOf(parts, takeovers)
    const broker = await openBuiltInBroker({ host, port, secure, packetBytesMax, ...handlers })
    return broker
  } catch (error) {
    const failed = (error as { port?: number }).port ?? port ?? mqttsPort ?? 0
    const flag = failed === secure?.port && failed !== port ? '--mqtts-port' : '--mqtt-port'
    throw portError(error, { what: 'MQTT', host, port: failed, flag })
  }
}

function handlersOf(
  { ingest, signIn, subscribers, connections, metrics, instances, log }: BuiltInReadersParts,
  takeovers: Takeovers,
): BrokerHandlers {
  const warn = oncePerMinute((detail, kind) => log.warn(detail, `mqtt: ${kind}`))
  return {
    async authenticate(username, password, address) {
      if (isClientId(username) && !isDeviceToken(password ?? ''))
        return subscribers.signIn(username, password ?? '', address ?? '')
      const reader = await signIn(username, password, address)
      if (!reader) return undefined
      const { id: readerId, organizationId, externalKey, tokenHash } = reader
      return { organizationId, readerId, externalKey, tokenHash }
    },
    openSession: (subscriber, connect, outlet) => subscribers.openSession(subscriber, connect, outlet),
    connected(connection, name) {
      takeovers.expect(connection, name)
      instances.announce('client', announcementOf(connection, name))
    },
    connecting: (connection, name) => takeovers.expect(connection, name),
    signedIn: ({ readerId }, address) => connections.opened(readerId, address),
    async accept({ device, topic, payload }): Promise<Rejection | undefined> {
      const { result, reason: why, isTokenStale } = await ingest.accept({ ...device, topic, payload })
      if (result !== 'malformed' && result !== 'unauthorized') return undefined
      const reason = why?.english ?? result
      warn(`${result} message`, { reader: device.externalKey, topic, reason })
      // Throwing prevents the acknowledgement. The reader keeps the message until it connects with its new token.
      if (isTokenStale)
        throw new ConnectionFault(reasons.notAuthorized, 'The device token is no longer valid.')
      return { result, reason }
    },
    refused(reason, { device, address }) {
      metrics.countMessage(reason === 'oversize' ? 'malformed' : 'unauthorized')
      const what = reason === 'oversize' ? 'message too large' : 'credentials refused'
      warn(what, { reader: device?.externalKey, address })
      if (reason !== 'oversize' || !device) return
      ingest
        .noteTooLarge(device.readerId)
        .catch((err: unknown) => warn('storing the problem of a message that is too large failed', { err }))
    },
    clientError: (error, device) =>
      warn('client error', { reader: device?.externalKey, reason: error.message }),
  }
}
