import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type IClientOptions, type MqttClient, UniqueMessageIdProvider } from 'mqtt'

/** A message, and the time to send it. */
export interface Outgoing {
  readonly topic: string
  readonly payload: Buffer
  /** Number of reads in the payload. */
  readonly reads: number
  /** Time to send the message, in milliseconds after the start. */
  readonly due: number
}

/** Receives the progress of a publisher. */
interface Observer<M> {
  /** Receives a line to show to the user. */
  note(text: string): void
  /** Is called once for each message, with the milliseconds since it was first sent. */
  acknowledged?(message: M, milliseconds: number): void
}

/** The reason why messages were not acknowledged. The message is the end of a sentence. */
export class PublishError extends Error {}

/** Less than the 65,535 packet identifiers of a connection, and more than a broker accepts at once. */
const inFlightMax = 500
/** CONNACK return codes that are final. Code 3, server unavailable, is temporary. */
const refusals = new Set<unknown>([1, 2, 4, 5])
const longestTimer = 3_600_000
const firstRetry = 100
const longestRetry = 5000

/**
 * Publishes messages in order over one connection. After the connection is lost, it connects again and publishes the
 * unacknowledged messages again. Each connection has a new client, because mqtt.js resends messages one by one, and drops
 * queued messages if the connection is lost again. A message is taken from the iterator when it can be sent, and kept until
 * it is acknowledged.
 */
export class Publisher<M extends Outgoing> {
  sent = 0
  acknowledged = 0
  /** Number of reads in the sent messages, and in the acknowledged messages. */
  readsSent = 0
  reads = 0
  private client: MqttClient | undefined
  private messages: Iterator<M> | undefined
  /** The next message, which is not due yet. */
  private upcoming: M | undefined
  /** Time at which each message was first sent. */
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

  /** Takes no more messages. The promise of `publish` resolves when the messages in flight are acknowledged. */
  finish(): void {
    this.messages = undefined
    this.upcoming = undefined
    this.pump()
  }

  /** Number of messages that are sent and not acknowledged. */
  get inFlight(): number {
    return this.unacknowledged.size
  }

  async close(): Promise<void> {
    this.isClosing = true
    clearTimeout(this.pacing)
    clearTimeout(this.retrying)
    clearInterval(this.watching)
    const isForced = !this.isConnected || this.inFlight > 0
    // A broker that does not respond must not delay the exit.
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
    const client = username === undefined ? 'a client without credentials' : `the user ${username}`
    this.fail(`${this.broker} refused ${client} (${this.problem.replace(/^.*: /, '')})`)
  }

  private onClose(): void {
    this.isConnected = false
    if (this.isClosing) return
    if (this.retries === 0) {
      const seconds = this.giveUpAfter / 1000
      this.observer.note(`No connection to ${this.broker} (${this.reason}). Retrying for up to ${seconds} s.`)
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

  /** Returns the next message, or undefined before the start and after the last message. */
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
    if (this.isConnected) this.fail(`${this.broker} acknowledged no message for ${seconds} s`)
    else this.fail(`there was no connection to ${this.broker} for ${seconds} s (${this.reason})`)
  }

  private fail(reason: string): void {
    const failure = new PublishError(reason)
    this.opened.reject(failure)
    this.done.reject(failure)
  }

  private get broker(): string {
    return `${this.options.protocol}://${this.options.host}:${this.options.port}`
  }

  private get reason(): string {
    return this.problem || 'the connection was closed'
  }
}
