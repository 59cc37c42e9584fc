/** A message that has not been acknowledged. */
interface Waiting {
  /** What was charged for it, in bytes. */
  readonly bytes: number
  /** The acknowledgement; null when none is sent. Undefined until the message is done. */
  packet: Buffer | null | undefined
}

/**
 * The messages of a connection that are being stored. They leave in the order of arrival, because MQTT requires this
 * order of their acknowledgements [MQTT-4.6.0-2].
 */
export class Acknowledgements {
  readonly #waiting: Waiting[] = []
  readonly #leave: (packet: Buffer | null, bytes: number) => void
  #onEmpty: (() => void)[] = []

  /** `leave` is called for each message when it and all messages before it are done. */
  constructor(leave: (packet: Buffer | null, bytes: number) => void) {
    this.#leave = leave
  }

  /** Adds a message. The function that it returns must be called once, when the message is done. */
  begin(bytes: number): (packet: Buffer | null) => void {
    const message: Waiting = { bytes, packet: undefined }
    this.#waiting.push(message)
    return (packet) => {
      message.packet = packet
      this.#advance()
    }
  }

  /** Resolves when no message waits. */
  async whenEmpty(): Promise<void> {
    if (this.#waiting.length > 0) await new Promise<void>((resolve) => this.#onEmpty.push(resolve))
  }

  #advance(): void {
    for (let first = this.#waiting[0]; first?.packet !== undefined; first = this.#waiting[0]) {
      this.#waiting.shift()
      this.#leave(first.packet, first.bytes)
    }
    if (this.#waiting.length > 0) return
    for (const resolve of this.#onEmpty.splice(0)) resolve()
  }
}
