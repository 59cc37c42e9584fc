import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { type Acceptance, readerAccepted, receiveMaximum, requestOf, subscriberAccepted } from './acceptance'
import { Acknowledgements } from './acknowledgements'
import type { Allowance } from './allowance'
import { Connection, type PacketHandler } from './connection'
import type { BrokerHandlers, Device, Outlet, Sender, Subscriber } from './handlers'
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
  requireWill,
  subscriptionsRefused,
  UnknownVersion,
  type Version,
} from './packets'
import { decodePublish, type Publish } from './publish'
import { ConnectionFault, type Reason, reasons } from './reasons'
import { asError, type Rejected, reasonOf, shortened } from './rejected'
import { SubscriberPeer } from './subscriber-peer'

const connectMilliseconds = 10_000

/** The part of the broker that a session uses. */
export interface SessionHost {
  readonly packetBytesMax: number
  readonly handlers: BrokerHandlers
  /** Registers a session that has signed in, and ends another one of the same reader with the same client id. */
  admit(session: Session, device: Device, clientId: string): Allowance
  /** Registers a session of an API key like `admit`, when an earlier one with the same client id has been stored. */
  admitSubscriber(session: Session, subscriber: Subscriber, clientId: string): Promise<Allowance>
  closed(session: Session): void
}

/** The exchange with one client, from its CONNECT until its connection is closed. Nothing is kept after that. */
export class Session implements PacketHandler {
  readonly id = randomUUID()
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
  #peer: SubscriberPeer | undefined
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

  /** Ends the connection, and sends the reason to a client of MQTT 5. Resolves when everything was sent, or when it is closed. */
  async end(reason: Reason, reasonString?: string): Promise<void> {
    const isTold = this.#version === 5 && this.#isAccepted
    await this.#connection.end(isTold ? this.#encode(disconnect(reason), reasonString) : undefined)
  }

  closed(): void {
    clearTimeout(this.#connectTimer)
    void this.saved()
    this.#host.closed(this)
  }

  /** Ends the session of a subscriber. Resolves when its progress is stored. */
  async saved(): Promise<void> {
    await this.#peer?.closed()
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
    if (packet.cmd === 'disconnect') {
      this.#peer?.leaves(packet)
      return void this.#connection.end()
    }
    if (this.#peer)
      return void this.#peer.packet(packet).catch((error: unknown) => this.fault(asError(error)))
    switch (packet.cmd) {
      case 'pubrel':
        this.#inFlight = Math.max(0, this.#inFlight - 1)
        return this.#connection.send(acknowledgement('pubcomp', packet.messageId ?? 0))
      case 'subscribe':
      case 'unsubscribe':
        // Readers only publish.
        return this.#send(subscriptionsRefused(packet, this.#version))
      default:
        throw new ConnectionFault(reasons.protocolError, `a packet of type ${packet.cmd} is not expected`)
    }
  }

  message(bytes: Buffer, headerBytes: number): void {
    const publish = decodePublish(bytes, headerBytes, this.#version)
    if (this.#peer) return this.#refusePublish(publish, bytes.length)
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
    requireWill(packet)
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
    let client: Device | Subscriber | undefined
    try {
      client = await handlers.authenticate(connect.username, connect.password?.toString(), this.address)
    } catch (error) {
      return this.#refuseClient(asError(error))
    }
    if (!client) {
      handlers.refused('unauthorized', this.#sender)
      return this.#refuse(4, reasons.badCredentials)
    }
    // [MQTT-3.1.3-8] Version 5 assigns an id instead.
    if (this.#version < 5 && connect.clientId === '' && !connect.clean)
      return this.#refuse(2, reasons.unspecified)
    if (this.#connection.isClosed) return
    if ('apiKeyId' in client) return this.#acceptSubscriber(connect, client)
    this.#device = client
    this.#accept(connect, client)
  }

  #accept(connect: Connect, device: Device): void {
    const clientId = connect.clientId || randomUUID()
    const allowance = this.#host.admit(this, device, clientId)
    this.#isAccepted = true
    this.#send(readerAccepted(this.#acceptanceOf(connect, clientId)))
    this.#connection.open(connect.keepalive ?? 0, allowance)
  }

  /** Refuses a client that has the right credentials, or whose credentials cannot be checked. */
  #refuseClient(error: Error): void {
    this.#host.handlers.clientError(error, undefined)
    if (!(error instanceof ConnectionFault)) return this.#refuse(3, reasons.unavailable)
    this.#refuse(error.reason === reasons.notAuthorized ? 5 : 3, error.reason)
  }

  async #acceptSubscriber(connect: Connect, subscriber: Subscriber): Promise<void> {
    const clientId = connect.clientId || randomUUID()
    const request = requestOf(connect, this.#version, { connection: this.id, clientId })
    try {
      const allowance = await this.#host.admitSubscriber(this, subscriber, clientId)
      const session = await this.#host.handlers.openSession(subscriber, request, this.#outlet())
      this.#peer = new SubscriberPeer(session, this.#version, (packet) => this.#send(packet))
      if (this.#connection.isClosed) return await this.saved()
      this.#isAccepted = true
      this.#send(subscriberAccepted(this.#acceptanceOf(connect, clientId), session))
      this.#connection.open(connect.keepalive ?? 0, allowance)
      await session.run()
    } catch (error) {
      if (this.#isAccepted) this.fault(asError(error))
      else this.#refuseClient(asError(error))
    }
  }

  #acceptanceOf(connect: Connect, clientId: string): Acceptance {
    const { packetBytesMax } = this.#host
    return { connect, version: this.#version, clientId, packetBytesMax }
  }

  #outlet(): Outlet {
    return {
      send: (message) => {
        const bytes = this.#encode({ cmd: 'publish', ...message })
        if (bytes) this.#connection.send(bytes)
        return bytes !== undefined
      },
      drained: () => this.#connection.drained(),
      isEnding: () => this.#connection.isClosed,
      end: (reason, reasonString) => void this.end(reason, reasonString),
    }
  }

  /** API keys only subscribe. Before version 5, a message cannot be refused, so the connection is ended. */
  #refusePublish({ qos, messageId }: Publish, bytes: number): void {
    const done = this.#acknowledgements.begin(bytes)
    const rejected = { code: reasons.notAuthorized, text: 'An API key cannot publish.' }
    if (this.#version < 5 || qos === 0) this.fault(new ConnectionFault(reasons.notAuthorized, rejected.text))
    done(qos === 0 ? null : this.#acknowledgementOf({ qos, messageId }, rejected))
  }

  #refuse(returnCode: number, reason: Reason): void {
    void this.#connection.end(this.#encode(refusal(this.#version, returnCode, reason)))
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
   * Encodes a packet for the client, with the reason string when the client has requested it and accepts its size. Returns
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
