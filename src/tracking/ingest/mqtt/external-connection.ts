import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type IClientOptions, type IPublishPacket, type MqttClient, ReasonCodes } from 'mqtt'
import { RejectableWaits } from '../../../base/turns/rejectable-waits'

/** A message of the external broker. */
export interface ExternalMessage {
  readonly topic: string
  readonly payload: Uint8Array
}

/** Why a connection ended. The reason contains no secrets. */
export interface Loss {
  readonly reason: string
  /** Another client connected with the client id of this service. */
  readonly isTakenOver: boolean
  /** The error, when a message could not be stored. */
  readonly error?: unknown
}

/** Maximum number of messages in progress. It is enough to fill a group commit. */
const messagesMax = 1000
/**
 * Number of bytes in progress at which no further message is read. The messages share a transaction, for which other
 * writes wait.
 */
const bytesMax = 2 * 1024 * 1024

/**
 * Time for which the broker keeps the session and its messages while the service is disconnected: 30 days. It is
 * limited so that the broker doesn't collect messages forever for a service that was removed.
 */
const sessionExpirySeconds = 30 * 86_400

const connectMilliseconds = 10_000
const keepAliveSeconds = 20
/** Maximum number of filters in an UNSUBSCRIBE, so that the packet stays well below the limits of brokers. */
const filtersAtOnce = 50

/** Retain handling 2: the broker sends no retained messages, because the service received them when they were new. */
const noRetained = 2

const sessionTakenOver = 0x8e
const failure = 0x80

/**
 * One connection to the external broker. It does not reconnect.
 *
 * mqtt.js acknowledges a message and reads the next one when `handleMessage` calls back. Waiting for the commit there
 * would limit a commit to one message. When the callback receives an error, mqtt.js reads the next message and
 * acknowledges nothing. So this class calls back with an error at once, and sends the acknowledgement when the message
 * is durable. To pause the socket, it does not call back.
 */
export class ExternalConnection {
  readonly opened: Promise<{ isSessionPresent: boolean }>
  readonly lost: Promise<Loss>
  readonly #client: MqttClient
  readonly #accept: (message: ExternalMessage) => Promise<void>
  readonly #lost = Promise.withResolvers<Loss>()
  readonly #opening: NodeJS.Timeout
  readonly #pending = new Set<Promise<void>>()
  /** The responses of the broker: the promises of mqtt.js may never settle when the connection is lost. */
  readonly #responses = new RejectableWaits()
  /** Resolves when all messages so far may be acknowledged. Rejects when one of them must not be acknowledged. */
  #turn: Promise<void> = Promise.resolve()
  #bytes = 0
  #next: (() => void) | undefined
  #hasAcknowledged = false
  #isLost = false
  #isFinishing = false

  /**
   * `accept` resolves when a message is durable or contains no reads. It rejects when the message could not be stored.
   */
  constructor(
    options: IClientOptions & { readonly clientId: string; readonly maximumPacketSize: number },
    accept: (message: ExternalMessage) => Promise<void>,
  ) {
    const { maximumPacketSize, ...rest } = options
    this.lost = this.#lost.promise
    this.#accept = accept
    this.#client = connect({
      ...rest,
      protocolVersion: 5,
      clean: false,
      keepalive: keepAliveSeconds,
      reconnectPeriod: 0,
      resubscribe: false,
      // Longer than the timeout of `#opening`, which works even when the socket emits no close event.
      connectTimeout: 2 * connectMilliseconds,
      properties: {
        sessionExpiryInterval: sessionExpirySeconds,
        receiveMaximum: messagesMax,
        maximumPacketSize,
      },
    })
    this.#opening = setTimeout(() => this.#lose('the broker did not respond in time'), connectMilliseconds)
    this.#client.handleMessage = (packet, next) => this.#receive(packet, () => next(unacknowledged))
    this.#client.on('error', (error) => this.#lose(reasonOf(error)))
    this.#client.on('close', () => this.#lose('the broker closed the connection'))
    this.#client.on('disconnect', ({ reasonCode = 0 }) =>
      this.#lose(
        `the broker closed the connection (${ReasonCodes[reasonCode as keyof typeof ReasonCodes] || reasonCode})`,
        {
          isTakenOver: reasonCode === sessionTakenOver,
        },
      ),
    )
    this.opened = new Promise((resolve) => {
      this.#client.once('connect', ({ sessionPresent }) => {
        clearTimeout(this.#opening)
        resolve({ isSessionPresent: sessionPresent })
      })
    })
  }

  /** Whether a message of this connection was acknowledged. */
  get hasAcknowledged(): boolean {
    return this.#hasAcknowledged
  }

  get isLost(): boolean {
    return this.#isLost
  }

  /** Resolves when no message is in progress. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending)
  }

  /**
   * Accepts no further message, waits until the messages in progress are acknowledged, at most for `milliseconds`, and
   * disconnects. The broker keeps the session.
   */
  async finish(milliseconds: number): Promise<void> {
    this.#isFinishing = true
    await Promise.race([this.#disconnect(), this.lost, sleep(milliseconds, undefined, { ref: false })])
    this.#lose('the service stops')
  }

  async #disconnect(): Promise<void> {
    await this.settled()
    if (!this.#isLost) await this.#client.endAsync()
  }

  /**
   * Subscribes to filters with one packet. Returns those that the broker refused, with its reasons; undefined when the connection is
   * lost.
   */
  async subscribe(filters: readonly string[]): Promise<Map<string, string> | undefined> {
    if (this.#isLost) return undefined
    const granted = await this.#untilLost(this.#subscribe([...filters]))
    if (!granted) return undefined
    const refused = new Map<string, string>()
    for (const [index, code] of granted.entries()) {
      const filter = filters[index]
      if (code >= failure && filter !== undefined)
        refused.set(filter, ReasonCodes[code as keyof typeof ReasonCodes] ?? String(code))
    }
    return refused
  }

  async unsubscribe(filters: readonly string[]): Promise<void> {
    for (let start = 0; start < filters.length && !this.#isLost; start += filtersAtOnce)
      await this.#untilLost(this.#client.unsubscribeAsync(filters.slice(start, start + filtersAtOnce)))
  }

  /** Closes the connection for a reason of the service. */
  drop(reason: string, error: unknown): void {
    this.#lose(reason, { error })
  }

  /** mqtt.js reports a refusal as an error that carries the SUBACK. */
  #subscribe(filters: string[]): Promise<readonly number[]> {
    return new Promise((resolve, reject) => {
      this.#client.subscribe(filters, { qos: 1, rh: noRetained }, (error, _granted, packet) => {
        const suback = packet ?? (error as { packet?: typeof packet } | null)?.packet
        if (suback) resolve(suback.granted.map(Number))
        else reject(error ?? new Error('The SUBACK is missing.'))
      })
    })
  }

  /** Returns undefined when the connection is lost. */
  async #untilLost<T>(response: Promise<T>): Promise<T | undefined> {
    try {
      return await this.#responses.wait(response)
    } catch (error) {
      if (!this.#isLost) throw error
      return undefined
    }
  }

  #receive({ topic, payload, qos, messageId }: IPublishPacket, next: () => void): void {
    if (this.#isLost) return
    // The message is read and not acknowledged, so the broker sends it again. Closing a socket with unread bytes would
    // reset it and lose the last acknowledgements.
    if (this.#isFinishing) return next()
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
    this.#bytes += bytes.length
    // [MQTT-4.6.0-2] Messages are acknowledged in the order of arrival; after a failure, none is.
    // Without a value: the values of all messages would be linked to each other.
    const turn = Promise.all([this.#turn, this.#accept({ topic, payload: bytes })]).then(() => {})
    this.#turn = turn
    const settled = turn.then(
      () => {
        if (qos === 0 || this.#isLost) return
        this.#client['_sendPacket']({ cmd: 'puback', messageId, reasonCode: 0 })
        this.#hasAcknowledged = true
      },
      // The broker sends the message again only over a new connection.
      (error: unknown) => this.drop('a message could not be stored', error),
    )
    this.#pending.add(settled)
    void settled.finally(() => {
      this.#pending.delete(settled)
      this.#bytes -= bytes.length
      this.#readNext()
    })
    this.#next = next
    this.#readNext()
  }

  /** Lets mqtt.js read the next message if the limits allow it. */
  #readNext(): void {
    if (this.#pending.size >= messagesMax || this.#bytes >= bytesMax) return
    const next = this.#next
    this.#next = undefined
    next?.()
  }

  #lose(reason: string, detail: { isTakenOver?: boolean; error?: unknown } = {}): void {
    if (this.#isLost) return
    this.#isLost = true
    clearTimeout(this.#opening)
    this.#next = undefined
    this.#client.end(true)
    this.#client.stream.destroy()
    this.#responses.reject(new Error(reason))
    this.#lost.resolve({ reason, isTakenOver: false, ...detail })
  }
}

const unacknowledged = new Error('acknowledged later')

/** Returns the message of an error, or its code: some socket errors have no message. */
const reasonOf = (error: Error & { code?: string | number }): string =>
  error.message || String(error.code ?? 'unknown')
