import { setTimeout as sleep } from 'node:timers/promises'
import type { IClientOptions } from 'mqtt'
import { type Log, oncePerMinute } from '../../log'
import type { BrokerUrl } from '../../settings/broker-url'
import { type Loss, ExternalConnection, type ExternalMessage } from './external-connection'

export interface ExternalBrokerOptions {
  readonly url: BrokerUrl
  /** PEM certificates that its own is verified with. */
  readonly ca: readonly string[]
  /** Ours alone: the session at the broker goes by it. */
  readonly clientId: string
  /** Clients that subscribe as one group share its messages. Undefined: this one gets all. */
  readonly group: string | undefined
  readonly payloadBytesMax: number
  /** The topic filters to subscribe to, as they are now. */
  readonly filters: () => Promise<readonly string[]>
  /**
   * Resolves once what the message holds is durable, or it was counted and dropped; only then is it acknowledged.
   * Rejects when it could not be stored: it will come again over a new connection.
   */
  readonly accept: (message: ExternalMessage) => Promise<void>
  readonly log: Log
}

/** Waits before the next attempt to connect; returns early when aborted. Tests replace it. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>

const sleepUnlessAborted: Pause = (milliseconds, signal) =>
  sleep(milliseconds, undefined, { signal }).catch(() => {})

/** Beyond the payload a PUBLISH has a topic and properties. */
const overheadBytes = 65_536
const finishMilliseconds = 5000

const firstDelay = 1000
const longestDelay = 60_000
/** When two installations take the session from each other, each costs the other its messages in progress. */
const takenOverDelay = 300_000
/** A connection that lasted so long was a good one: the next waits begin short again. */
const stableMilliseconds = 60_000

/** A broker of others (MQTT 5), to which we stay connected. */
export class ExternalBroker {
  readonly #options: ExternalBrokerOptions
  readonly #pause: Pause
  readonly #name: string
  readonly #log: Log
  readonly #warn: (reason: string, detail: object) => void
  readonly #closing = new AbortController()
  #connection: ExternalConnection | undefined
  #problem: string | null = 'not connected yet'
  #failures = 0
  #change = Promise.withResolvers<void>()
  /** Filters that the broker may hold for us. */
  readonly #held = new Set<string>()

  constructor(options: ExternalBrokerOptions, pause: Pause = sleepUnlessAborted) {
    this.#options = options
    this.#pause = pause
    this.#name = nameOf(options.url)
    this.#log = options.log
    this.#warn = oncePerMinute(
      (reason, suppressed, detail) =>
        this.#log.warn({ broker: this.#name, ...detail, suppressed }, `mqtt: not connected: ${reason}`),
      () => performance.now(),
    )
  }

  /** Connects, and again for ever. It never fails and nobody needs to wait for it. */
  open(): void {
    this.#log.info({ broker: this.#name, clientId: this.#options.clientId }, 'mqtt: connecting')
    void this.#stayConnected()
  }

  async #stayConnected(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      const delay = await this.#connectOnce().catch((err: unknown) => {
        this.#log.error({ broker: this.#name, err }, 'mqtt: connecting failed')
        return longestDelay
      })
      // Services that lost the broker together shouldn't come back together.
      await this.#pause(delay * (0.5 + Math.random() / 2), signal)
    }
  }

  /** Why no messages come from there; null while it is connected. */
  problem(): string | null {
    return this.#problem && `The external MQTT broker ${this.#name} is not connected (${this.#problem})`
  }

  /** To be called when `filters` may answer something else than before. */
  filtersChanged(): void {
    this.#change.resolve()
  }

  /** Lets messages in progress be acknowledged (up to 5 s) and disconnects; the broker keeps what comes later. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#connection?.finish(finishMilliseconds)
  }

  /** One connection from its beginning to its end; answers how long to wait for the next. */
  async #connectOnce(): Promise<number> {
    const { clientId, payloadBytesMax, accept } = this.#options
    const connection = new ExternalConnection(
      { ...clientOptions(this.#options), clientId, maximumPacketSize: payloadBytesMax + overheadBytes },
      accept,
    )
    this.#connection = connection
    const opened = await Promise.race([connection.opened, connection.lost.then(() => null)])
    const since = performance.now()
    if (opened) {
      this.#problem = null
      this.#log.info({ broker: this.#name, ...opened }, 'mqtt: connected')
      await this.#keepSubscribed(connection)
    }
    const loss = await connection.lost
    if (!this.#closing.signal.aborted) this.#tell(loss)
    if (opened && performance.now() - since >= stableMilliseconds) this.#failures = 0
    // What was in progress comes again; two copies at once would double what is held in memory.
    await connection.settled()
    if (loss.isTakenOver) return takenOverDelay
    return Math.min(longestDelay, firstDelay * 2 ** this.#failures++)
  }

  #tell({ reason, error, isTakenOver }: Loss): void {
    this.#problem = reason
    if (isTakenOver) {
      const detail = { broker: this.#name, clientId: this.#options.clientId }
      this.#log.error(
        detail,
        'mqtt: another installation uses the same client id, probably with a copy of this database',
      )
    } else this.#warn(reason, { ...(error !== undefined && { err: error }) })
  }

  /** Until the connection is lost. A broker that was restored from an older state may lack what it once had. */
  async #keepSubscribed(connection: ExternalConnection): Promise<void> {
    for (let isFirst = true; !connection.isLost; isFirst = false) {
      this.#change = Promise.withResolvers()
      try {
        await this.#subscribe(connection, isFirst)
      } catch (error) {
        connection.drop('the subscriptions failed', error)
      }
      await Promise.race([this.#change.promise, connection.lost])
    }
  }

  async #subscribe(connection: ExternalConnection, isFirst: boolean): Promise<void> {
    const { group, filters } = this.#options
    const prefix = group === undefined ? '' : `$share/${group}/`
    const wanted = new Set((await filters()).map((filter) => prefix + filter))
    const stale = this.#held.difference(wanted)
    await connection.unsubscribe([...stale])
    if (connection.isLost) return
    for (const filter of stale) this.#held.delete(filter)

    const missing = isFirst ? wanted : wanted.difference(this.#held)
    for (const filter of missing) this.#held.add(filter)
    for (const [filter, reason] of await connection.subscribe([...missing])) {
      this.#held.delete(filter)
      this.#log.error({ broker: this.#name, filter, reason }, 'mqtt: the broker refused a subscription')
    }
  }
}

function clientOptions({ url, ca }: ExternalBrokerOptions): IClientOptions {
  return {
    protocol: url.protocol,
    host: url.host,
    port: url.port,
    ...(url.username !== undefined && { username: url.username }),
    ...(url.password !== undefined && { password: url.password }),
    ...(url.protocol === 'mqtts' && { ca: [...ca] }),
  }
}

/** Without its credentials. */
const nameOf = ({ protocol, host, port }: BrokerUrl): string =>
  `${protocol}://${host.includes(':') ? `[${host}]` : host}:${port}`
