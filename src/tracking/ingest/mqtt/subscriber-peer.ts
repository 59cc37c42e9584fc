import type { SubscriberSession } from './handlers'
import type { Packet, Version } from './packets'
import { ConnectionFault, reasons } from './reasons'

/** Maximum number of packets of a connection in progress: a subscription waits until it is stored. */
const packetsMax = 1_000

/** The exchange with a subscriber after its CONNECT. */
export class SubscriberPeer {
  readonly #session: SubscriberSession
  readonly #version: Version
  readonly #send: (packet: Packet) => void
  #closed: Promise<void> | undefined
  #inProgress = 0

  constructor(session: SubscriberSession, version: Version, send: (packet: Packet) => void) {
    this.#session = session
    this.#version = version
    this.#send = send
  }

  /** Handles a packet. Rejects when the connection must be ended. */
  async packet(packet: Packet): Promise<void> {
    if (this.#inProgress >= packetsMax)
      throw new ConnectionFault(reasons.quotaExceeded, `more than ${packetsMax} packets are in progress`)
    this.#inProgress++
    try {
      await this.#handle(packet)
    } finally {
      this.#inProgress--
    }
  }

  async #handle(packet: Packet): Promise<void> {
    switch (packet.cmd) {
      case 'subscribe':
        return this.#subscribe(packet)
      case 'unsubscribe':
        return this.#unsubscribe(packet)
      case 'puback':
        return this.#session.acknowledged(packet.messageId ?? 0)
      case 'pubrel':
        return this.#send({ cmd: 'pubcomp', messageId: packet.messageId ?? 0 })
      default:
        throw new ConnectionFault(reasons.protocolError, `a packet of type ${packet.cmd} is not expected`)
    }
  }

  async #subscribe({ messageId = 0, subscriptions, properties }: Extract<Packet, { cmd: 'subscribe' }>) {
    const hasIdentifier = properties?.subscriptionIdentifier !== undefined
    const granted = subscriptions.map(({ topic: filter, qos, rh = 0, rap = false }) => {
      const code = hasIdentifier
        ? reasons.noSubscriptionIdentifiers
        : this.#session.subscribe({ filter, qos, retainHandling: rh, retainAsPublished: rap })
      // Before version 5, every refusal is 0x80.
      return this.#version < 5 && code >= 0x80 ? 0x80 : code
    })
    // A subscription that was acknowledged continues after a restart of the service.
    await this.#session.saved()
    this.#send({ cmd: 'suback', messageId, granted })
  }

  async #unsubscribe({ messageId = 0, unsubscriptions }: Extract<Packet, { cmd: 'unsubscribe' }>) {
    const granted = unsubscriptions.map((filter) =>
      this.#session.unsubscribe(filter) ? reasons.success : reasons.noSubscription,
    )
    await this.#session.saved()
    this.#send({ cmd: 'unsuback', messageId, granted })
  }

  /** A DISCONNECT may change the lifetime of a session that outlives its connection [MQTT-3.14.2-2]. */
  leaves({ properties }: Extract<Packet, { cmd: 'disconnect' }>): void {
    const seconds = properties?.sessionExpiryInterval
    if (seconds === undefined) return
    if (this.#session.expirySeconds === 0 && seconds > 0)
      throw new ConnectionFault(reasons.protocolError, 'the session ends with the connection')
    this.#session.expireAfter(seconds)
  }

  /** Resolves when the progress of the session is stored. */
  closed(): Promise<void> {
    this.#closed ??= this.#session.closed()
    return this.#closed
  }
}
