/** What a message with QoS 1 is about: the nth message of an event, or the present place of an asset. */
export type Subject =
  | { readonly sequence: number; readonly part: number }
  | {
      readonly key: string
      readonly sequence?: undefined
      /** It was sent because of a change. Others are sent for a new subscription, as retained messages. */
      readonly isChange?: true
    }

export type Unacknowledged = Subject & { readonly messageId: number }

const messageIdMax = 65_535

/** The messages with QoS 1 of a session that are not acknowledged, and their packet identifiers. */
export class InFlight {
  readonly #window: number
  /** By packet identifier, oldest first. */
  readonly #messages: Map<number, Unacknowledged>
  /** Those that were sent with an earlier connection, and not yet with this one. */
  readonly #earlier: Set<number>
  #messageId = 0
  #isClosed = false
  #room = Promise.withResolvers<void>()

  /** @param window number of messages of this connection that may be unacknowledged */
  constructor(window: number, earlier: readonly Unacknowledged[]) {
    this.#window = window
    this.#messages = new Map(earlier.map((message) => [message.messageId, message]))
    this.#earlier = new Set(this.#messages.keys())
  }

  get messages(): readonly Unacknowledged[] {
    return [...this.#messages.values()]
  }

  /** The first message of an earlier connection that has to be sent again. */
  get earlier(): Unacknowledged | undefined {
    for (const messageId of this.#earlier) return this.#messages.get(messageId)
    return undefined
  }

  /** Waits until a message may be sent. Returns false when the connection is closed. */
  async room(): Promise<boolean> {
    while (this.#messages.size - this.#earlier.size >= this.#window && !this.#isClosed) {
      this.#room = Promise.withResolvers()
      await this.#room.promise
    }
    return !this.#isClosed
  }

  /** Returns an unused packet identifier. */
  next(): number {
    do this.#messageId = (this.#messageId % messageIdMax) + 1
    while (this.#messages.has(this.#messageId))
    return this.#messageId
  }

  sent(messageId: number, subject: Subject): void {
    this.#earlier.delete(messageId)
    this.#messages.set(messageId, { ...subject, messageId })
  }

  /** Ends a message: it was acknowledged, or is not sent again. */
  end(messageId: number): void {
    this.#earlier.delete(messageId)
    if (this.#messages.delete(messageId)) this.#room.resolve()
  }

  close(): void {
    this.#isClosed = true
    this.#room.resolve()
  }
}
