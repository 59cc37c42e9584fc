import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { Acknowledgements } from './acknowledgements'
import type { Allowance } from './allowance'
import { Connection, type PacketHandler } from './connection'
import type { BrokerHandlers, Device, Rejection, Sender } from './handlers'
import {
  acknowledgement,
  type Connect,
  decode,
  disconnect,
  encode,
  isPing,
  type Packet,
  pingResponse,
  refusal,
  UnknownVersion,
  type Version,
} from './packets'
import { decodePublish, type Publish } from './publish'
import { ConnectionFault, type Reason, reasons } from './reasons'

const connectMilliseconds = 10_000

/**
 * Messages with QoS 1 and 2 that a client of MQTT 5 may send without an acknowledgement. More than the allowance, so
 * that the next messages are already on their way.
 */
const receiveMaximum = 1000

const reasonCharactersMax = 300

/** The part of the broker that a session uses. */
export interface SessionHost {
  readonly packetBytesMax: number
  readonly handlers: BrokerHandlers
  /** Registers a session that has signed in, and ends another one of the same reader with the same client id. */
  admit(session: Session, device: Device, clientId: string): Allowance
  closed(session: Session): void
}

/** The conversation with one client, from its CONNECT until its connection is closed. Nothing of it is kept after that. */
export class Session implements PacketHandler {
  readonly socket: Socket
  readonly address: string | undefined
  readonly #host: SessionHost
  readonly #connection: Connection
  readonly #acknowledgements: Acknowledgements
  #connectTimer: NodeJS.Timeout | undefined
  #hasConnect = false
  #isAccepted = false
  #version: Version = 4
  #device: Device | undefined
  /** The limits that a client of MQTT 5 has set. */
  #packetBytesMax = Infinity
  #wantsReasons = true
  /** Messages of a client of MQTT 5 with QoS 1 and 2 whose handshake is not complete. */
  #inFlight = 0

  constructor(socket: Socket, host: SessionHost) {
    this.socket = socket
    this.#host = host
    this.address = socket.remoteAddress
    this.#acknowledgements = new Acknowledgements((packet, bytes) => {
      if (packet) this.#connection.send(packet)
      this.#connection.finished(bytes)
    })
    this.#connectTimer = setTimeout(
      () => this.fault(new Error('no CONNECT arrived within 10 s')),
      connectMilliseconds,
    )
    this.#connection = new Connection(socket, host.packetBytesMax, this)
  }

  /** Reads no further packet. Resolves when all messages that have arrived are acknowledged. */
  async stop(): Promise<void> {
    this.#connection.stop()
    await this.#acknowledgements.whenEmpty()
  }

  /** Ends the connection and tells a client of MQTT 5 why. Resolves when everything was sent, or when it is closed. */
  async end(reason: Reason, reasonString?: string): Promise<void> {
    const isTold = this.#version === 5 && this.#isAccepted
    await this.#connection.end(isTold ? this.#encode(disconnect(reason), reasonString) : undefined)
  }

  closed(): void {
    clearTimeout(this.#connectTimer)
    this.#host.closed(this)
  }

  fault(error: Error): void {
    if (this.#connection.isClosed) return
    const { handlers } = this.#host
    const reason = error instanceof ConnectionFault ? error.reason : reasons.unspecified
    if (reason === reasons.packetTooLarge) handlers.refused('oversize', this.#sender)
    else handlers.clientError(error, this.#device)
    if (this.#version < 5) this.#connection.destroy()
    else if (this.#isAccepted)
      void this.end(reason, error instanceof ConnectionFault ? error.message : undefined)
    else this.#refuse(1, reason)
  }

  packet(bytes: Buffer): void {
    if (!this.#hasConnect) return this.#first(bytes)
    if (isPing(bytes)) return this.#connection.send(pingResponse)
    const packet = decode(bytes, this.#version)
    switch (packet.cmd) {
      case 'pubrel':
        this.#inFlight = Math.max(0, this.#inFlight - 1)
        return this.#connection.send(acknowledgement('pubcomp', packet.messageId ?? 0))
      case 'subscribe':
      case 'unsubscribe':
        return this.#refuseSubscriptions(packet)
      case 'disconnect':
        return void this.#connection.end()
      default:
        throw new ConnectionFault(reasons.protocolError, `a packet of type ${packet.cmd} is not expected`)
    }
  }

  message(bytes: Buffer, headerBytes: number): void {
    const publish = decodePublish(bytes, headerBytes, this.#version)
    const device = this.#device
    if (!device) throw new Error('A message arrived before its connection was accepted.')
    this.#countInFlight(publish.qos)
    const done = this.#acknowledgements.begin(bytes.length)
    void this.#store(publish, device).then(done)
  }

  /** Returns the acknowledgement of a message when it is stored or dropped; null when it has none. */
  async #store(publish: Publish, device: Device): Promise<Buffer | null> {
    const { topic, payload } = publish
    try {
      const rejection = await this.#host.handlers.accept({ device, topic, payload })
      return this.#acknowledgementOf(publish, rejection && reasonOf(rejection))
    } catch (error) {
      this.fault(asError(error))
      return null
    }
  }

  skipped(qos: Publish['qos'], messageId: number): void {
    this.#countInFlight(qos)
    this.#host.handlers.refused('oversize', this.#sender)
    const reason = { code: reasons.quotaExceeded, text: 'the message is too large' }
    this.#acknowledgements.begin(0)(this.#acknowledgementOf({ qos, messageId }, reason))
  }

  get #sender(): Sender {
    return {
      ...(this.#device && { device: this.#device }),
      ...(this.address !== undefined && { address: this.address }),
    }
  }

  #first(bytes: Buffer): void {
    this.#hasConnect = true
    clearTimeout(this.#connectTimer)
    const packet = this.#decodeFirst(bytes)
    if (!packet) return
    if (packet.cmd !== 'connect')
      throw new ConnectionFault(reasons.protocolError, 'the first packet is no CONNECT')
    this.#version = packet.protocolVersion ?? 4
    const { properties } = packet
    this.#packetBytesMax = properties?.maximumPacketSize ?? Infinity
    this.#wantsReasons = properties?.requestProblemInformation !== false
    if (properties?.receiveMaximum === 0 || properties?.maximumPacketSize === 0)
      throw new ConnectionFault(reasons.protocolError, 'a maximum in the CONNECT is 0')
    if (properties?.authenticationMethod !== undefined)
      throw new ConnectionFault(reasons.badAuthenticationMethod, 'enhanced authentication is not supported')
    this.#signIn(packet).catch((error: unknown) => this.fault(asError(error)))
  }

  #decodeFirst(bytes: Buffer): Packet | undefined {
    try {
      return decode(bytes, this.#version)
    } catch (error) {
      if (!(error instanceof UnknownVersion)) throw error
      this.#refuse(1, error.reason)
      return undefined
    }
  }

  async #signIn(connect: Connect): Promise<void> {
    const { handlers } = this.#host
    let device: Device | undefined
    try {
      device = await handlers.authenticate(connect.username, connect.password?.toString(), this.address)
    } catch (error) {
      handlers.clientError(asError(error), undefined)
      return this.#refuse(3, reasons.unavailable)
    }
    if (!device) {
      handlers.refused('unauthorized', this.#sender)
      return this.#refuse(4, reasons.badCredentials)
    }
    // [MQTT-3.1.3-8] Version 5 assigns an id instead.
    if (this.#version < 5 && connect.clientId === '' && !connect.clean)
      return this.#refuse(2, reasons.unspecified)
    if (this.#connection.isClosed) return
    this.#device = device
    this.#accept(connect, device)
  }

  #accept(connect: Connect, device: Device): void {
    const clientId = connect.clientId || randomUUID()
    const allowance = this.#host.admit(this, device, clientId)
    this.#isAccepted = true
    if (this.#version < 5) this.#send({ cmd: 'connack', sessionPresent: false, returnCode: 0 })
    else {
      const properties = {
        receiveMaximum,
        maximumPacketSize: this.#host.packetBytesMax,
        retainAvailable: false,
        wildcardSubscriptionAvailable: false,
        subscriptionIdentifiersAvailable: false,
        sharedSubscriptionAvailable: false,
        ...(connect.clientId === '' && { assignedClientIdentifier: clientId }),
        // The session ends with the connection, whatever the client requested.
        ...(connect.properties?.sessionExpiryInterval && { sessionExpiryInterval: 0 }),
      }
      this.#send({ cmd: 'connack', sessionPresent: false, reasonCode: reasons.success, properties })
    }
    this.#connection.open(connect.keepalive ?? 0, allowance)
  }

  #refuse(returnCode: number, reason: Reason): void {
    void this.#connection.end(this.#encode(refusal(this.#version, returnCode, reason)))
  }

  /** Readers only publish. */
  #refuseSubscriptions(packet: Extract<Packet, { cmd: 'subscribe' | 'unsubscribe' }>): void {
    const { messageId = 0 } = packet
    if (packet.cmd === 'subscribe') {
      const code = this.#version === 5 ? reasons.notAuthorized : 0x80
      this.#send({ cmd: 'suback', messageId, granted: packet.subscriptions.map(() => code) })
    } else {
      const granted = packet.unsubscriptions.map(() => reasons.noSubscription)
      this.#send({ cmd: 'unsuback', messageId, granted })
    }
  }

  #countInFlight(qos: number): void {
    if (this.#version < 5 || qos === 0) return
    if (++this.#inFlight > receiveMaximum) {
      const message = `more than ${receiveMaximum} messages are not acknowledged`
      throw new ConnectionFault(reasons.receiveMaximumExceeded, message)
    }
  }

  /** Returns the acknowledgement of a message, which contains the reason of a rejection in version 5. */
  #acknowledgementOf(
    { qos, messageId }: Pick<Publish, 'qos' | 'messageId'>,
    rejected?: Rejected,
  ): Buffer | null {
    if (qos === 0) return null
    const cmd = qos === 1 ? 'puback' : 'pubrec'
    // A rejected message of QoS 2 has no PUBREL.
    const isLast = qos === 1 || rejected !== undefined
    if (isLast && this.#inFlight > 0) this.#inFlight--
    if (this.#version < 5 || !rejected) return acknowledgement(cmd, messageId)
    return this.#encode({ cmd, messageId, reasonCode: rejected.code }, rejected.text) ?? null
  }

  #send(packet: Packet): void {
    const bytes = this.#encode(packet)
    if (bytes) this.#connection.send(bytes)
  }

  /**
   * Encodes a packet for the client, with the reason string when the client wants it and has room for it. Returns
   * undefined for a packet that is larger than the client accepts, which must not be sent [MQTT-3.1.2-24].
   */
  #encode(packet: Packet, reasonString?: string): Buffer | undefined {
    if (reasonString !== undefined && this.#wantsReasons) {
      const properties = { reasonString: shortened(reasonString) }
      const bytes = encode({ ...packet, properties } as Packet, this.#version)
      if (bytes.length <= this.#packetBytesMax) return bytes
    }
    const bytes = encode(packet, this.#version)
    return bytes.length <= this.#packetBytesMax ? bytes : undefined
  }
}

interface Rejected {
  readonly code: Reason
  readonly text: string
}

const reasonOf = ({ result, reason }: Rejection): Rejected => ({
  code: result === 'unauthorized' ? reasons.notAuthorized : reasons.notAccepted,
  text: reason,
})

/** A reason may contain a topic, whose length and characters the client has chosen. A string contains no U+0000. */
const shortened = (text: string): string =>
  text.slice(0, reasonCharactersMax).toWellFormed().replaceAll('\0', ' ')

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
