import type { Message } from '../../../base/messages'
import { brokerMessages } from './messages'
import { setTimeout as sleep } from 'node:timers/promises'
import type { IClientOptions } from 'mqtt'
import { type Log, oncePerMinute } from '../../../base/log'
import type { BrokerUrl } from '../../../settings/broker-url'
import { type Loss, ExternalConnection, type ExternalMessage } from './external-connection'
import { askAgainMillis, RefusedFilters } from '../refused-filters'

interface ExternalBrokerOptions {
  readonly url: BrokerUrl
  /** The CA certificates, as PEM, with which the certificate of the broker is verified. */
  readonly ca: readonly string[]
  /** Unique to this installation, because it identifies the session at the broker. */
  readonly clientId: string
  /** The clients of a group share its messages. Undefined: this client receives all messages. */
  readonly group: string | undefined
  /** Whether this instance receives messages. */
  readonly mayConnect: () => boolean
  readonly payloadBytesMax: number
  /** Loads the topic filters to subscribe to. */
  readonly filters: () => Promise<readonly string[]>
  /**
   * Resolves when the reads of the message are durable, or when it was counted and dropped. Only then is it
   * acknowledged. Rejects when it could not be stored. The broker then sends it again over a new connection.
   */
  readonly accept: (message: ExternalMessage) => Promise<void>
  readonly log: Log
}

/** Waits before the next attempt to connect, in milliseconds. Returns early when aborted. Tests replace it. */
type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>

const sleepUnlessAborted: Pause = (milliseconds, signal) =>
  sleep(milliseconds, undefined, { signal }).catch(() => {})

/** Maximum size of the topic and the properties of a PUBLISH, in bytes. */
const overheadBytes = 65_536
const finishMilliseconds = 5000

const firstDelay = 1000
const longestDelay = 60_000
/** Number of failures that the search for a refused filter counts as: its delay is up to 4 s. */
const searchFailures = 2
/** Long, because two installations with one client id disconnect each other and repeat their messages in progress. */
const takenOverDelay = 300_000
/** Duration after which a connection counts as stable, even without a message. The next delay is then the first one again. */
const stableMilliseconds = 60_000

/** Keeps a connection to an external broker (MQTT 5). */
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
  /** Filters to which the session at the broker may be subscribed. */
  readonly #held = new Set<string>()
  readonly #refused = new RefusedFilters()

  constructor(options: ExternalBrokerOptions, pause: Pause = sleepUnlessAborted) {
    this.#options = options
    this.#pause = pause
    this.#name = nameOf(options.url)
    this.#log = options.log
    this.#warn = oncePerMinute((detail, reason) =>
      this.#log.warn({ broker: this.#name, ...detail }, `mqtt: not connected: ${reason}`),
    )
  }

  /** Connects in the background, and reconnects until `close`. It never throws. */
  open(): void {
    this.#log.info({ broker: this.#name, clientId: this.#options.clientId }, 'mqtt: connecting')
    void this.#stayConnected()
  }

  async #stayConnected(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      if (!this.#options.mayConnect()) {
        await this.#pause(firstDelay, signal)
        continue
      }
      const delay = await this.#connectOnce().catch((err: unknown) => {
        this.#log.error({ broker: this.#name, err }, 'mqtt: connecting failed')
        return longestDelay
      })
      // The delay is random, so that services that lost the broker together don't reconnect together.
      await this.#pause(delay * (0.5 + Math.random() / 2), signal)
    }
  }

  /** Whether the broker is connected, or need not be. */
  get isConnected(): boolean {
    return !this.#options.mayConnect() || this.#problem === null
  }

  /** Returns why messages of the broker do not arrive; null when there is no reason. */
  problem(): Message | null {
    if (!this.#options.mayConnect()) return null
    const [broker, reason, count] = [this.#name, this.#problem, this.#refused.count]
    if (reason !== null) return brokerMessages('broker.not_connected', { broker, reason })
    return count === 0 ? null : brokerMessages('broker.refused_topics', { broker, count })
  }

  /** Must be called when the result of `filters` may have changed. */
  filtersChanged(): void {
    this.#change.resolve()
  }

  /**
   * Waits up to 5 s until the messages in progress are acknowledged, and disconnects. The broker keeps later messages.
   */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#connection?.finish(finishMilliseconds)
  }

  /**
   * Connects once and waits until the connection is lost. Returns the delay before the next attempt, in milliseconds.
   */
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
    if (!this.#closing.signal.aborted) this.#report(loss)
    const isStable = opened !== null && performance.now() - since >= stableMilliseconds
    if (isStable || connection.hasAcknowledged) this.#failures = 0
    // The broker sends the messages in progress again. Waiting here avoids holding two copies of them in memory.
    await connection.settled()
    if (loss.isTakenOver) return this.#options.mayConnect() ? takenOverDelay : firstDelay
    return Math.min(longestDelay, firstDelay * 2 ** this.#failures++)
  }

  #report({ reason, error, isTakenOver }: Loss): void {
    this.#problem = reason
    if (isTakenOver && this.#options.mayConnect()) {
      const detail = { broker: this.#name, clientId: this.#options.clientId }
      this.#log.error(
        detail,
        'mqtt: another installation uses the same client id, probably with a copy of this database',
      )
    } else this.#warn(reason, { ...(error !== undefined && { err: error }) })
  }

  /**
   * Keeps the subscriptions up to date until the connection is lost. It subscribes to all filters at first, because a
   * broker that was restored from an older state may lack some.
   */
  async #keepSubscribed(connection: ExternalConnection): Promise<void> {
    void connection.lost.then(() => this.filtersChanged())
    for (let isFirst = true; !connection.isLost; isFirst = false) {
      const change = (this.#change = Promise.withResolvers<void>())
      try {
        await this.#subscribe(connection, isFirst)
      } catch (error) {
        connection.drop('the subscriptions failed', error)
      }
      const asking = this.#refused.count > 0 ? setTimeout(() => change.resolve(), askAgainMillis) : undefined
      await change.promise
      clearTimeout(asking)
    }
  }

  async #subscribe(connection: ExternalConnection, isFirst: boolean): Promise<void> {
    const { group, filters } = this.#options
    const prefix = group === undefined ? '' : `$share/${group}/`
    const wanted = new Set((await filters()).map((filter) => prefix + filter))
    const stale = this.#held.difference(wanted)
    // A broker that closes the connection for a filter does so for its UNSUBSCRIBE, too.
    await connection.unsubscribe([...stale].filter((filter) => !this.#refused.isDoubtful(filter)))
    if (connection.isLost) return
    for (const filter of stale) this.#held.delete(filter)
    this.#refused.keep(wanted)

    const missing = isFirst ? wanted : wanted.difference(this.#held)
    for (const packet of this.#refused.packetsOf(missing)) await this.#subscribeTo(connection, packet)
  }

  async #subscribeTo(connection: ExternalConnection, filters: readonly string[]): Promise<void> {
    if (connection.isLost) return
    for (const filter of filters) this.#held.add(filter)
    const refused = await connection.subscribe(filters)
    if (refused) this.#refused.acknowledged(filters, refused.keys())
    // A connection that the service has closed says nothing about the filters.
    const isByBroker = !refused && (await connection.lost).error === undefined
    const ended = isByBroker ? this.#refused.lost(filters) : []
    // The search for the filter that the broker does not accept ends, so it need not take minutes.
    if (isByBroker && filters.length === 1) this.#failures = Math.min(this.#failures, searchFailures)
    const reasons = refused ?? new Map(ended.map((filter) => [filter, 'it closes the connection']))
    for (const [filter, reason] of reasons) {
      this.#held.delete(filter)
      this.#log.error({ broker: this.#name, filter, reason }, 'mqtt: the broker refused a subscription')
    }
  }
}

/** Returns the options with which a client connects to the broker. */
export function clientOptions({ url, ca }: Pick<ExternalBrokerOptions, 'url' | 'ca'>): IClientOptions {
  return {
    protocol: url.protocol,
    host: url.host,
    port: url.port,
    ...(url.username !== undefined && { username: url.username }),
    ...(url.password !== undefined && { password: url.password }),
    ...(url.protocol === 'mqtts' && { ca: [...ca] }),
  }
}

/** Returns the URL without user name and password. */
const nameOf = ({ protocol, host, port }: BrokerUrl): string =>
  `${protocol}://${host.includes(':') ? `[${host}]` : host}:${port}`
