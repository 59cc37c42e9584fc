import type { SubscriberConnect, SubscriberSession } from './handlers'
import type { Connect, Packet, Version } from './packets'
import { reasons } from './reasons'

/** The CONNACK that accepts a client, and the options in a CONNECT. */

/** Messages with QoS 1 and 2 that a client of MQTT 5 may send without an acknowledgement: as many as the allowance. */
export const receiveMaximum = 1000

/** The CONNACK properties of MQTT 5 that describe the broker. */
export interface Acceptance {
  readonly connect: Connect
  readonly version: Version
  /** The id of the client, which the broker has chosen if the client sent none. */
  readonly clientId: string
  readonly packetBytesMax: number
}

/** Accepts a client that publishes. Its session ends with the connection, whatever the client requested. */
export function readerAccepted({ connect, version, clientId, packetBytesMax }: Acceptance): Packet {
  if (version < 5) return { cmd: 'connack', sessionPresent: false, returnCode: 0 }
  return {
    cmd: 'connack',
    sessionPresent: false,
    reasonCode: reasons.success,
    properties: {
      receiveMaximum,
      maximumPacketSize: packetBytesMax,
      retainAvailable: false,
      wildcardSubscriptionAvailable: false,
      subscriptionIdentifiersAvailable: false,
      sharedSubscriptionAvailable: false,
      ...(connect.clientId === '' && { assignedClientIdentifier: clientId }),
      ...(connect.properties?.sessionExpiryInterval && { sessionExpiryInterval: 0 }),
    },
  }
}

/** Returns the options in the CONNECT of a subscriber. Before version 5, a session that is not clean has no end. */
export function requestOf(
  connect: Connect,
  version: Version,
  { connection, clientId }: Pick<SubscriberConnect, 'connection' | 'clientId'>,
): SubscriberConnect {
  const isClean = connect.clean ?? false
  const { sessionExpiryInterval = 0, receiveMaximum: ofClient = Infinity } = connect.properties ?? {}
  const expirySeconds = version === 5 ? sessionExpiryInterval : isClean ? 0 : Infinity
  return { connection, clientId, isClean, expirySeconds, receiveMaximum: ofClient }
}

/** Accepts a client that subscribes. */
export function subscriberAccepted(
  { connect, version, clientId, packetBytesMax }: Acceptance,
  { isPresent: sessionPresent, expirySeconds }: SubscriberSession,
): Packet {
  if (version < 5) return { cmd: 'connack', sessionPresent, returnCode: 0 }
  const wanted = connect.properties?.sessionExpiryInterval ?? 0
  return {
    cmd: 'connack',
    sessionPresent,
    reasonCode: reasons.success,
    properties: {
      maximumPacketSize: packetBytesMax,
      subscriptionIdentifiersAvailable: false,
      sharedSubscriptionAvailable: false,
      ...(connect.clientId === '' && { assignedClientIdentifier: clientId }),
      ...(expirySeconds !== wanted && { sessionExpiryInterval: expirySeconds }),
    },
  }
}
