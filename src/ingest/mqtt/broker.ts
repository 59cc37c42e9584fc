import type { Server, Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { Aedes, type Client, type ConnectPacket, type Connection, type PublishPacket } from 'aedes'
import type { KeyPair } from '../../key-pair'
import { Allowance } from './allowance'
import { listen, plainListener, secureListener } from './listeners'
import { noBus, noStore } from './no-store'
import { LimitedConnection, oversizeTopic, PacketTooLarge } from './packet-limit'
import { createConnectionLimit } from './connection-limit'

/** A device that may publish. Its token identifies it, because two organizations may use the same external_key. */
export interface Device {
  readonly organizationId: number
  readonly readerId: number
  readonly externalKey: string
  /** The hash of the token that the connection was opened with. */
  readonly tokenHash: string
}

/** The sender of a message. Fields are missing while they are unknown. */
export interface Sender {
  readonly device?: Device
  readonly address?: string
}

export interface IncomingMessage {
  readonly device: Device
  readonly topic: string
  readonly payload: Uint8Array
}

export interface BuiltInBrokerOptions {
  readonly host: string
  /** 0 selects a free port. Null opens no port without TLS. */
  readonly port: number | null
  /** The port with TLS. 0 selects a free port. */
  readonly secure?: { readonly port: number; readonly pair: KeyPair } | undefined
  /** Maximum size of a packet in bytes. A larger message is acknowledged and dropped, and never held in memory. */
  readonly packetBytesMax: number
  /** `address` is that of the client. Returns undefined to refuse the connection. */
  authenticate(
    username: string | undefined,
    password: string | undefined,
    address: string | undefined,
  ): Promise<Device | undefined>
  /** Called when a device has signed in. The function that it returns is called when the connection is closed. */
  signedIn(device: Device, address: string | undefined): () => void
  /**
   * Resolves when the reads of the message are durable, or when it was counted and dropped. Only then is it
   * acknowledged. Rejects when it could not be stored. The connection is then closed without an acknowledgement, so
   * that the reader sends the message again. It may be called twice with one message of QoS 2, and concurrently.
   */
  accept(message: IncomingMessage): Promise<void>
  /** Called for a message that never reaches `accept` and for a refused connection, to count and log it. */
  refused(reason: 'unauthorized' | 'oversize', sender: Sender): void
  /** Called with a protocol or socket error of one client, to log it. */
  clientError(error: Error, device: Device | undefined): void
}

export interface BuiltInBroker {
  readonly port: number | null
  readonly securePort: number | null
  /** Replaces the certificate for new connections. */
  renew(pair: KeyPair): void
  /** Stops accepting, waits up to 5 s until the messages in progress are acknowledged, and closes all connections. */
  close(): Promise<void>
}

/** Limited because each connection takes memory and a file descriptor. */
const connectionsMax = 1000

const connectMilliseconds = 10_000
const closeMilliseconds = 5000

/** The state of a connection. */
interface Session {
  readonly connection: LimitedConnection
  readonly socket: Socket
  readonly address: string | undefined
  device?: Device
  keepAliveSeconds: number
  /** The client requests a persistent session without a client id, which MQTT forbids. */
  isUnnamed: boolean
  /** Resolves when all messages so far may be acknowledged. Rejects when one of them must not be acknowledged. */
  turn: Promise<void>
}

/** Ends the handshake with this return code of the CONNACK [MQTT-3.2.2.3]. */
class ConnectionRefused extends Error {
  constructor(readonly returnCode: 2 | 3 | 4) {
    super(`connection refused with return code ${returnCode}`)
  }
}

/** Opens the built-in MQTT 3.1.1 broker. Devices publish to it. It refuses every subscription. */
export async function openBuiltInBroker(options: BuiltInBrokerOptions): Promise<BuiltInBroker> {
  const listener = new Listener(options)
  const ports = await listener.open()
  return { ...ports, renew: (pair) => listener.renew(pair), close: () => listener.close() }
}

class Listener {
  readonly #options: BuiltInBrokerOptions
  readonly #broker: Aedes
  readonly #plain: Server | null
  readonly #secure: ReturnType<typeof secureListener> | null
  readonly #sessions = new WeakMap<Connection, Session>()
  readonly #connections = new Set<LimitedConnection>()
  /** The sockets of both ports, including those in the TLS handshake. */
  readonly #limit = createConnectionLimit<Socket>(connectionsMax)
  /** The allowances by reader id. */
  readonly #allowances = new Map<number, Allowance>()
  /** Messages that are being stored and not yet acknowledged. */
  readonly #pending = new Set<Promise<void>>()
  #closed: Promise<void> | undefined

  constructor(options: BuiltInBrokerOptions) {
    this.#options = options
    this.#broker = this.#createBroker()
    const { port, secure } = options
    const admit = (socket: Socket) => this.#limit.admit(socket)
    const connect = (socket: Socket) => this.#connect(socket)
    const onError = (error: Error) => options.clientError(error, undefined)
    this.#plain = port === null ? null : plainListener(admit, connect)
    this.#secure = secure ? secureListener(secure.pair, admit, connect, onError) : null
  }

  async open(): Promise<Pick<BuiltInBroker, 'port' | 'securePort'>> {
    const { port, secure } = this.#options
    await this.#broker.listen()
    try {
      return {
        port: await this.#listen(this.#plain, port),
        securePort: await this.#listen(this.#secure, secure?.port ?? null),
      }
    } catch (error) {
      this.#plain?.close()
      this.#broker.close()
      throw error
    }
  }

  async #listen(server: Server | null, port: number | null): Promise<number | null> {
    if (!server || port === null) return null
    const taken = await listen(server, this.#options.host, port)
    server.on('error', (error) => this.#options.clientError(error, undefined))
    return taken
  }

  renew({ cert, key }: KeyPair): void {
    this.#secure?.setSecureContext({ cert, key })
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    const closed = Promise.all([this.#plain, this.#secure].map(closing))
    const timeout = new AbortController()
    await Promise.race([this.#finish(), sleep(closeMilliseconds, undefined, { signal: timeout.signal })])
    timeout.abort()
    await new Promise<void>((resolve) => this.#broker.close(resolve))
    this.#limit.clear()
    await closed
  }

  async #finish(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending)
    // aedes writes a PUBREC a few microtasks later.
    await nextTurn()
    await Promise.all([...this.#connections].map((connection) => connection.flush()))
  }

  #createBroker(): Aedes {
    const broker = new Aedes({
      persistence: noStore,
      mq: noBus,
      connectTimeout: connectMilliseconds,
      maxClientsIdLength: Infinity,
      // Turned off, because aedes would close the connection. The packet ids of a connection are limited anyway.
      maxInflightInbound: 0,
      preConnect: (client, packet, done) => {
        this.#prepare(client, packet)
        done(null, true)
      },
      authenticate: (client, username, password, done) => {
        this.#authenticate(client, username, password?.toString()).then(
          () => done(null, true),
          (error) => done(error, null),
        )
      },
      authorizePublish: (client, packet, done) => this.#publish(client, packet, done),
      // Null makes aedes send a SUBACK with the failure code.
      authorizeSubscribe: (_client, _subscription, done) => done(null, null),
    })
    broker.on('clientReady', ({ conn }) => {
      const session = this.#sessions.get(conn)
      if (session?.device)
        session.connection.open(session.keepAliveSeconds, this.#allowanceOf(session.device))
    })
    broker.on('clientError', ({ conn }, error) => this.#report(conn, error))
    broker.on('connectionError', ({ conn }, error) => this.#report(conn, error))
    return broker
  }

  #connect(socket: Socket): void {
    const connection = new LimitedConnection(socket, this.#options.packetBytesMax)
    this.#connections.add(connection)
    connection.on('close', () => this.#connections.delete(connection))
    this.#sessions.set(connection, {
      connection,
      socket,
      address: socket.remoteAddress,
      keepAliveSeconds: 0,
      isUnnamed: false,
      turn: Promise.resolve(),
    })
    this.#broker.handle(connection)
  }

  /** Removes from a CONNECT what aedes would store: a will and a persistent session. */
  #prepare({ conn }: Client, packet: ConnectPacket): void {
    const session = this.#sessions.get(conn)
    if (!session) return
    session.isUnnamed = !packet.clean && packet.clientId === ''
    // LimitedConnection enforces the keep-alive, because it sees bytes. aedes sees only whole packets.
    session.keepAliveSeconds = packet.keepalive ?? 0
    packet.keepalive = 0
    packet.clean = true
    delete packet.will
  }

  async #authenticate(
    client: Client,
    username: string | undefined,
    password: string | undefined,
  ): Promise<void> {
    const session = this.#sessions.get(client.conn)
    const options = this.#options
    const attempt = options.authenticate(username, password, session?.address)
    const device = await attempt.catch((error: unknown) => {
      options.clientError(asError(error), undefined)
      throw new ConnectionRefused(3)
    })
    if (!session || !device) {
      this.#options.refused('unauthorized', senderOf(session))
      throw new ConnectionRefused(4)
    }
    if (session.isUnnamed) throw new ConnectionRefused(2) // [MQTT-3.1.3-8]
    session.device = device
    this.#limit.register(session.socket, device.readerId)
    if (!session.socket.destroyed) session.socket.once('close', options.signedIn(device, session.address))
    // A client id replaces the connection with the same id of the same reader only.
    client.id = `${device.readerId}:${client.id}`
  }

  #allowanceOf({ readerId }: Device): Allowance {
    return this.#allowances.getOrInsertComputed(readerId, () => new Allowance(this.#options.packetBytesMax))
  }

  /** aedes acknowledges a message when `done` is called. */
  #publish(client: Client | null, packet: PublishPacket, done: (error?: Error) => void): void {
    const session = client && this.#sessions.get(client.conn)
    // A message that arrives during `close` is not acknowledged, so the reader sends it again.
    if (!session || this.#closed) return
    const end = session.connection.begin()
    // [MQTT-4.6.0-2] Messages are acknowledged in the order of arrival; after a failure, none is.
    // The promise resolves to undefined. Otherwise each would retain the results of all before it.
    const turn = Promise.all([session.turn, this.#accept(session, packet)]).then(() => {})
    session.turn = turn
    const settled = turn.then(
      () => {
        if (!client.closed) done()
        end()
      },
      (error: unknown) => {
        if (!client.closed) done(asError(error))
        end()
      },
    )
    this.#pending.add(settled)
    void settled.finally(() => this.#pending.delete(settled))
  }

  async #accept(session: Session, { topic, payload }: PublishPacket): Promise<void> {
    if (topic === oversizeTopic) return this.#options.refused('oversize', senderOf(session))
    if (!session.device) throw new Error('A message arrived before its connection was accepted.')
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
    await this.#options.accept({ device: session.device, topic, payload: bytes })
  }

  #report(connection: Connection, error: Error): void {
    const session = this.#sessions.get(connection)
    if (error instanceof ConnectionRefused) return
    if (error instanceof PacketTooLarge) this.#options.refused('oversize', senderOf(session))
    else this.#options.clientError(error, session?.device)
  }
}

const senderOf = (session: Session | undefined): Sender => ({
  ...(session?.device && { device: session.device }),
  ...(session?.address !== undefined && { address: session.address }),
})

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

const closing = (server: Server | null): Promise<void> =>
  new Promise((resolve) => (server ? server.close(() => resolve()) : resolve()))
