import type { IClientOptions } from 'mqtt'
import { type Log, oncePerMinute } from '../../../base/log'
import type { Metrics } from '../../../base/metrics'
import type { TopicDirectory } from '../topic-directory'
import { brokerAuthorities } from '../../../settings/certificates'
import type { Settings } from '../../../settings/table'
import type { Instances } from '../../../storage/core/store'
import type { IngestService } from '../service'
import { clientOptions, ExternalBroker } from './external'
import type { ExternalMessage } from './external-connection'

interface ExternalParts {
  readonly settings: Settings
  readonly installationId: string
  readonly instances: Pick<Instances, 'isLeader' | 'name'>
  readonly topics: TopicDirectory
  readonly ingest: IngestService
  readonly metrics: Metrics
  readonly log: Log
}

/**
 * Creates the external broker of the settings; null when the settings have none. After `open`, the messages of the
 * readers are received from it. The external broker decides which device may publish to a topic, so a message belongs
 * to the reader with that topic. Throws StartError when the certificates can't be read.
 */
export function externalBrokerOf({
  settings: { mqttUrl: url, mqttCa, mqttGroup: group, maxBodyBytes },
  installationId,
  instances,
  topics,
  ingest,
  metrics,
  log,
}: ExternalParts): ExternalBroker | null {
  if (!url) return null
  const warn = oncePerMinute((detail, kind) => log.warn(detail, `mqtt: ${kind}`))

  async function accept({ topic, payload }: ExternalMessage): Promise<void> {
    const reader = await topics.readerOf(topic)
    if (reader === undefined) {
      metrics.countMessage('unauthorized')
      return warn('message without a matching reader', { topic })
    }
    if (payload.length > maxBodyBytes) {
      await ingest.noteTooLarge(reader.id)
      metrics.countMessage('malformed')
      return warn('message too large', { topic })
    }
    const { id: readerId, organizationId } = reader
    const { result, reason } = await ingest.accept({
      organizationId,
      readerId,
      tokenHash: null,
      topic,
      payload,
    })
    if (result === 'malformed' || result === 'unauthorized')
      warn(`${result} message`, { topic, reason: reason?.english })
  }

  const broker = new ExternalBroker({
    url,
    ca: brokerAuthorities(mqttCa),
    // The group is part of the id, because the session of another group would keep its subscriptions.
    clientId: ['whereabouts', installationId, ...(group === undefined ? [] : [group, instances.name])]
      .filter(Boolean)
      .join('-'),
    // The instances of an installation share the messages of a group. Without a group, the leader receives them.
    mayConnect: () => group !== undefined || instances.isLeader,
    group,
    payloadBytesMax: maxBodyBytes,
    filters: topics.filters,
    accept,
    log,
  })
  topics.onChange(() => broker.filtersChanged())
  metrics.watchExternalBroker(() => broker.isConnected)
  return broker
}

/** Returns the options for a further connection to the external broker; null when the settings have none. */
export function externalOptionsOf(
  { mqttUrl: url, mqttCa }: Settings,
  clientId: string,
): IClientOptions | null {
  if (!url) return null
  return { ...clientOptions({ url, ca: brokerAuthorities(mqttCa) }), clientId }
}
