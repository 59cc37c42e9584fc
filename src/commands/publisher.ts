import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type IClientOptions, type MqttClient, UniqueMessageIdProvider } from 'mqtt'

/** A message and when to send it. */
export interface Outgoing {
  readonly topic: string
  readonly payload: Buffer
  /** How many reads the payload holds. */
  readonly reads: number
  /** Milliseconds after the start. */
  readonly due: number
}

/** What goes on, for those who want to know. */
export interface Observer<M> {
  /** One line for the person who waits. */
  note(text: string): void
  /** Once for each message; `milliseconds` since it was first sent. */
  acknowledged?(message: M, milliseconds: number): void
}

/** Why messages were not acknowledged, in words that end a sentence. */
export class Failure extends Error {}

/** Far below the 65,535 packet identifiers that a connection has, far above what a broker takes at once. */
const inFlightMax = 200
/** CONNACK's return codes, but for 3: the server is unavailable, which may pass. */
const refusals = new Set<unknown>([1, 2, 4, 5])
const longestTimer = 3_600_000
const firstRetry = 100
const longestRetry = 5000

/**
 * One connection. It publishes messages in order, and once more what was not acknowledged when it was lost:
 * over a new client each time, since mqtt.js resends one by one, and drops what it holds back meanwhile if the
 * connection is lost again. A message is asked for when there is room to send it, and kept until it is acknowledged.
 */
export class Publisher<M extends Outgoing> {
  sent = 0
  acknowledged = 0
  /** Those that the sent and the acknowledged messages hold. */
  readsSent = 0
  reads = 0
  private client: MqttClient | undefined
  private messages: Iterator<M> | undefined
  /** Asked for, but not due yet. */
  private upcoming: M | undefined
  /** When each was first sent. */
  private readonly unacknowledged = new Map<M, number>()
  private readonly opened = Promise.withResolvers<void>()
  private readonly done = Promise.withResolvers<void>()
  private start = Infinity
  private isConnected = false
  private isClosing = false
  private retries = 0
  private lastProgress = performance.now()
  private problem = ''
  private pacing: NodeJS.Timeout | undefined
  private retrying: NodeJS.Timeout | undefined
  private watching: NodeJS.Timeout | undefined

  constructor(
    private readonly options: IClientOptions,
    private readonly giveUpAfter: number,
    private readonly observer: Observer<M>,
  ) {
    this.done.promise.catch(() => {})
  }

  /** Resolves once the broker has accepted the credentials. */
  open(): Promise<void> {
    this.watching = setInterval(() => this.checkProgress(), Math.min(250, this.giveUpAfter / 4))
    this.connect()
    return this.opened.promise
  }

  /** Resolves once every message is acknowledged. */
  publish(messages: Iterator<M>): Promise<void> {
    this.messages = messages
    this.start = performance.now()
    this.pump()
    return this.done.promise
  }

  /** Publishes no more than is on its way; what `publish` promised holds once that is acknowledged. */
  finish(): void {
    this.messages = undefined
    this.upcoming = undefined
    this.pump()
  }

  /** How many messages are sent and not acknowledged. */
  get inFlight(): number {
    return this.unacknowledged.size
  }

  async close(): Promise<void> {
    this.isClosing = true
    clearTimeout(this.pacing)
    clearTimeout(this.retrying)
    clearInterval(this.watching)
    const isForced = !this.isConnected || this.inFlight > 0
    // A broker that does not answer must not hold up the end.
    await Promise.race([this.client?.endAsync(isForced), sleep(1000, undefined, { ref: false })])
    this.client?.stream.destroy()
  }

  private connect(): void {
    const client = connect({
      ...this.options,
      clean: true,
      reconnectPeriod: 0,
      keepalive: 10,
      connectTimeout: Math.min(10_000, this.giveUpAfter),
      messageIdProvider: new UniqueMessageIdProvider(),
    })
    client.on('connect', () => {
      this.isConnected = true
      this.problem = ''
      this.opened.resolve()
      for (const message of this.unacknowledged.keys()) this.transmit(message)
      this.pump()
    })
    client.on('error', (error) => this.onError(error))
    client.once('close', () => this.onClose())
    this.client = client
  }

  private onError(error: Error & { code?: number | string }): void {
    this.problem = error.message || String(error.code)
    if (!refusals.has(error.code)) return
    const { username } = this.options
    const who = username === undefined ? 'a connection without credentials' : `user ${username}`
    this.fail(`${this.broker} refuses ${who} (${this.problem.replace(/^.*: /, '')})`)
  }

  private onClose(): void {
    this.isConnected = false
    if (this.isClosing) return
    if (this.retries === 0) {
      const seconds = this.giveUpAfter / 1000
      this.observer.note(`No connection to ${this.broker} (${this.reason}); trying for up to ${seconds} s.`)
    }
    const wait = Math.min(longestRetry, firstRetry * 2 ** this.retries++)
    this.retrying = setTimeout(() => this.connect(), wait)
  }

  private pump(): void {
    clearTimeout(this.pacing)
    while (this.isConnected && !this.isClosing && this.inFlight < inFlightMax) {
      this.upcoming ??= this.next()
      const message = this.upcoming
      if (!message) break
      const now = performance.now()
      const wait = this.start + message.due - now
      if (wait > 0) {
        this.pacing = setTimeout(() => this.pump(), Math.min(wait, longestTimer))
        break
      }
      this.upcoming = undefined
      this.sent++
      this.readsSent += message.reads
      this.unacknowledged.set(message, now)
      this.transmit(message)
    }
    const isStarted = this.start !== Infinity
    if (isStarted && !this.messages && !this.upcoming && this.inFlight === 0) this.done.resolve()
  }

  /** Undefined before the start and after the last. */
  private next(): M | undefined {
    const next = this.messages?.next()
    if (next?.done === false) return next.value
    this.messages = undefined
    return undefined
  }

  private transmit(message: M): void {
    this.client?.publish(message.topic, message.payload, { qos: 1 }, (error) => {
      const firstSent = this.unacknowledged.get(message)
      if (error || firstSent === undefined) return
      this.unacknowledged.delete(message)
      this.acknowledged++
      this.reads += message.reads
      this.retries = 0
      this.lastProgress = performance.now()
      this.observer.acknowledged?.(message, this.lastProgress - firstSent)
      this.pump()
    })
  }

  private checkProgress(): void {
    const now = performance.now()
    if (this.isConnected && this.inFlight === 0) {
      this.lastProgress = now
      this.retries = 0
    }
    if (now - this.lastProgress < this.giveUpAfter) return
    const seconds = this.giveUpAfter / 1000
    if (this.isConnected) this.fail(`${this.broker} acknowledged nothing for ${seconds} s`)
    else this.fail(`there was no connection to ${this.broker} for ${seconds} s (${this.reason})`)
  }

  private fail(reason: string): void {
    const failure = new Failure(reason)
    this.opened.reject(failure)
    this.done.reject(failure)
  }

  private get broker(): string {
    return `${this.options.protocol}://${this.options.host}:${this.options.port}`
  }

  private get reason(): string {
    return this.problem || 'it was closed'
  }
}
