import type { Server, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { KeyPair } from '../../../base/key-pair'
import { Allowance } from './allowance'
import { LargeMessages, largeBytesMax } from './large-messages'
import { createConnectionLimit } from './connection-limit'
import type { BrokerHandlers, Device, Subscriber } from './handlers'
import { listen, plainListener, secureListener } from './listeners'
import { reasons } from './reasons'
import { Session, type SessionHost } from './session'
import { clientName } from './takeovers'

export interface BuiltInBrokerOptions extends BrokerHandlers {
  readonly host: string
  /** 0 selects a free port. Null opens no port without TLS. */
  readonly port: number | null
  /** The port with TLS. 0 selects a free port. */
  readonly secure?: { readonly port: number; readonly pair: KeyPair } | undefined
  /** Maximum size of a packet in bytes. A larger message is acknowledged and dropped, and never held in memory. */
  readonly packetBytesMax: number
}

export interface BuiltInBroker {
  readonly port: number | null
  readonly securePort: number | null
  /** Replaces the certificate for new connections. */
  renew(pair: KeyPair): void
  /** Ends the session with this name, because its client has connected to another instance. */
  end(name: string): void
  /** Stops accepting, waits up to 5 s until the messages in progress are acknowledged, and closes all connections. */
  close(): Promise<void>
}

/** Limited because each connection takes memory and a file descriptor. */
const connectionsMax = 1000

const closeMilliseconds = 5000

/** Opens the built-in broker for MQTT 3.1, 3.1.1 and 5. Devices publish to it, and API keys subscribe. */
export async function openBuiltInBroker(options: BuiltInBrokerOptions): Promise<BuiltInBroker> {
  const listener = new Listener(options)
  const ports = await listener.open()
  return {
    ...ports,
    renew: (pair) => listener.renew(pair),
    end: (name) => void listener.end(name),
    close: () => listener.close(),
  }
}

interface SignedIn {
  /** The key of the session among those that replace each other. */
  readonly name: string
  /** To be called when the connection is closed. */
  readonly signedOut: () => void
}

class Listener implements SessionHost {
  readonly handlers: BrokerHandlers
  readonly packetBytesMax: number
  readonly #options: BuiltInBrokerOptions
  readonly #plain: Server | null
  readonly #secure: ReturnType<typeof secureListener> | null
  /** All sessions. The value is undefined until a session has signed in. */
  readonly #sessions = new Map<Session, SignedIn | undefined>()
  /** The sessions by reader and client id. Readers may use the same client id. */
  readonly #named = new Map<string, Session>()
  /** The sockets of both ports, including those in the TLS handshake. */
  readonly #limit = createConnectionLimit<Socket>(connectionsMax)
  readonly #large = new LargeMessages(largeBytesMax)
  /** The allowances by reader id. */
  readonly #allowances = new Map<number, Allowance>()
  /** The sessions of subscribers that are being stored. */
  readonly #saving = new Set<Promise<void>>()
  #closed: Promise<void> | undefined

  constructor(options: BuiltInBrokerOptions) {
    this.#options = options
    this.handlers = options
    this.packetBytesMax = options.packetBytesMax
    const { port, secure } = options
    const admit = (socket: Socket) => this.#limit.admit(socket)
    const connect = (socket: Socket) => void this.#sessions.set(new Session(socket, this), undefined)
    const onError = (error: Error) => options.clientError(error, undefined)
    this.#plain = port === null ? null : plainListener(admit, connect)
    this.#secure = secure ? secureListener(secure.pair, admit, connect, onError) : null
  }

  async open(): Promise<Pick<BuiltInBroker, 'port' | 'securePort'>> {
    const { port, secure } = this.#options
    try {
      return {
        port: await this.#listen(this.#plain, port),
        securePort: await this.#listen(this.#secure, secure?.port ?? null),
      }
    } catch (error) {
      this.#plain?.close()
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

  /** Ends the session of a client that has connected again, and returns it. */
  end(name: string): Session | undefined {
    const session = this.#named.get(name)
    if (session) void session.end(reasons.takenOver)
    return session
  }

  admit(session: Session, device: Device, clientId: string): Allowance {
    const { readerId } = device
    const name = clientName(readerId, clientId)
    this.end(name)
    this.#named.set(name, session)
    this.handlers.connected(session.id, name)
    this.#limit.register(session.socket, readerId)
    const signedOut = this.handlers.signedIn(device, session.address)
    this.#sessions.set(session, { name, signedOut })
    return this.#allowances.getOrInsertComputed(
      readerId,
      () => new Allowance(this.packetBytesMax, this.#large),
    )
  }

  async admitSubscriber(session: Session, { apiKeyId }: Subscriber, clientId: string): Promise<Allowance> {
    const name = clientName(apiKeyId, clientId)
    const other = this.end(name)
    this.#named.set(name, session)
    this.handlers.connecting(session.id, name)
    this.#limit.register(session.socket, apiKeyId)
    this.#sessions.set(session, { name, signedOut: () => {} })
    await other?.saved()
    return new Allowance(this.packetBytesMax, this.#large)
  }

  closed(session: Session): void {
    const saving = session.saved().finally(() => this.#saving.delete(saving))
    this.#saving.add(saving)
    const signedIn = this.#sessions.get(session)
    this.#sessions.delete(session)
    if (!signedIn) return
    signedIn.signedOut()
    if (this.#named.get(signedIn.name) === session) this.#named.delete(signedIn.name)
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
    this.#limit.clear()
    await closed
    // The end of a socket is reported later if its client has not closed it.
    const open = [...this.#sessions.keys()].map((session) => session.saved())
    await Promise.all([...this.#saving, ...open])
  }

  /** Acknowledges the messages that have arrived. Later ones are not read, so the readers send them again. */
  async #finish(): Promise<void> {
    await Promise.all(
      [...this.#sessions.keys()].map(async (session) => {
        await session.stop()
        await session.end(reasons.shuttingDown)
      }),
    )
  }
}

const closing = (server: Server | null): Promise<void> =>
  new Promise((resolve) => (server ? server.close(() => resolve()) : resolve()))
