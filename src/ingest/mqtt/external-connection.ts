import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type IClientOptions, type IPublishPacket, type MqttClient, ReasonCodes } from 'mqtt'

/** A message of the external broker. */
export interface ExternalMessage {
  readonly topic: string
  readonly payload: Uint8Array
}

/** Why a connection ended, in words without secrets. */
export interface Loss {
  readonly reason: string
  /** Another client came with our client id. */
  readonly isTakenOver: boolean
  /** Where a message could not be stored: what was wrong. */
  readonly error?: unknown
}

/** Messages that may be in progress at once: enough to fill a group commit. */
const messagesMax = 1000
/** And their bytes, but for the message that exceeds them. They share a transaction, which others wait for. */
const bytesMax = 2 * 1024 * 1024

/**
 * How long the broker keeps our session, and with it our messages, while we are away: 30 days, so that it doesn't
 * gather them for ever for a service that never comes back.
 */
const sessionExpirySeconds = 30 * 86_400

const connectMilliseconds = 10_000
const keepAliveSeconds = 20
/** A SUBSCRIBE of so many filters stays well below the packets that brokers take. */
const filtersAtOnce = 50

/** A retained message is an old one, which came when it was new. */
const noRetained = 2

const sessionTakenOver = 0x8e
const failure = 0x80

/**
 * One connection to the external broker; a lost one is not revived.
 *
 * mqtt.js takes up the next message when `handleMessage` calls back, and acknowledges this one then: waiting for the
 * commit there would make it one message for each commit. When it is called back with an error, mqtt.js goes on and
 * acknowledges nothing. So each message is called back with an error at once, and acknowledged from here when it is
 * durable. Not calling back is what holds up the socket.
 */
export class ExternalConnection {
  readonly opened: Promise<{ isSessionPresent: boolean }>
  readonly lost: Promise<Loss>
  readonly #client: MqttClient
  readonly #accept: (message: ExternalMessage) => Promise<void>
  readonly #lost = Promise.withResolvers<Loss>()
  readonly #opening: NodeJS.Timeout
  readonly #pending = new Set<Promise<void>>()
  /** Settles when all messages so far may be acknowledged; rejects when one of them must not be. */
  #turn: Promise<unknown> = Promise.resolve()
  #bytes = 0
  #next: (() => void) | undefined
  #isLost = false
  #isFinishing = false

  /** `accept` resolves once a message is durable, or known to hold nothing; it rejects where it could not be stored. */
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
      // The other one is ours, which doesn't depend on the socket to say that it is closed.
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

  get isLost(): boolean {
    return this.#isLost
  }

  /** Resolves when all that came in is acknowledged, or never will be. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending)
  }

  /** Takes in nothing more, lets what is in progress be acknowledged, and says goodbye; the broker keeps the session. */
  async finish(milliseconds: number): Promise<void> {
    this.#isFinishing = true
    await Promise.race([this.#sayGoodbye(), this.lost, sleep(milliseconds, undefined, { ref: false })])
    this.#lose('the service stops')
  }

  async #sayGoodbye(): Promise<void> {
    await this.settled()
    if (!this.#isLost) await this.#client.endAsync()
  }

  /** Answers the filters that the broker refused, with its reasons. */
  async subscribe(filters: readonly string[]): Promise<Map<string, string>> {
    const refused = new Map<string, string>()
    for (let start = 0; start < filters.length && !this.#isLost; start += filtersAtOnce) {
      const some = filters.slice(start, start + filtersAtOnce)
      const granted = await this.#untilLost(this.#subscribe(some))
      for (const [index, code] of (granted ?? []).entries()) {
        const filter = some[index]
        if (code >= failure && filter !== undefined)
          refused.set(filter, ReasonCodes[code as keyof typeof ReasonCodes] ?? String(code))
      }
    }
    return refused
  }

  async unsubscribe(filters: readonly string[]): Promise<void> {
    for (let start = 0; start < filters.length && !this.#isLost; start += filtersAtOnce)
      await this.#untilLost(this.#client.unsubscribeAsync(filters.slice(start, start + filtersAtOnce)))
  }

  /** Gives the connection up, for a reason of ours. */
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

  /** mqtt.js may leave a call unanswered when its connection is lost. */
  async #untilLost<T>(answer: Promise<T>): Promise<T | undefined> {
    try {
      return await Promise.race([answer, this.lost.then(() => undefined)])
    } catch (error) {
      if (!this.#isLost) throw error
      return undefined
    }
  }

  #receive({ topic, payload, qos, messageId }: IPublishPacket, next: () => void): void {
    if (this.#isLost) return
    // Read and left to come again: a socket that is closed with bytes unread is reset, and our last words are lost.
    if (this.#isFinishing) return next()
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
    this.#bytes += bytes.length
    // [MQTT-4.6.0-2] Acknowledged in the order of arrival, whichever is durable first; after a failure none is.
    const turn = Promise.all([this.#turn, this.#accept({ topic, payload: bytes })])
    this.#turn = turn
    const settled = turn.then(
      () => {
        if (qos > 0 && !this.#isLost) this.#client['_sendPacket']({ cmd: 'puback', messageId, reasonCode: 0 })
      },
      // Only a new connection makes the broker send it again.
      (error: unknown) => this.drop('a message could not be stored', error),
    )
    this.#pending.add(settled)
    void settled.finally(() => {
      this.#pending.delete(settled)
      this.#bytes -= bytes.length
      this.#goOn()
    })
    this.#next = next
    this.#goOn()
  }

  /** Lets mqtt.js take up the next message, if there is room for it. */
  #goOn(): void {
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
    this.#lost.resolve({ reason, isTakenOver: false, ...detail })
  }
}

const unacknowledged = new Error('acknowledged later')

/** Some errors of sockets have a code and no message. */
const reasonOf = (error: Error & { code?: string | number }): string =>
  error.message || String(error.code ?? 'unknown')
