import { type Header, readHeader } from './decode'
import { headerBytes } from './values'

/** A whole message as it came, with its header. */
export interface Frame extends Header {
  readonly bytes: Uint8Array
}

/**
 * Cuts a stream into messages. It holds at most one incomplete message, and allocates for the bytes that came, not for the length that
 * a header promises.
 */
export class Frames {
  readonly #lengthMax: number
  #held = new Uint8Array()
  /** Number of bytes in `#held`. */
  #size = 0
  /** Number of bytes at which there is more to read. */
  #needed = headerBytes

  constructor(lengthMax: number) {
    this.#lengthMax = lengthMax
  }

  /** Whether a message has begun and has not ended. */
  get isWithinMessage(): boolean {
    return this.#size > 0
  }

  /**
   * Yields the messages that are complete now. Throws LlrpError after the messages before the fault; the stream cannot be read any
   * more then.
   */
  *take(chunk: Uint8Array): Generator<Frame> {
    this.#hold(chunk)
    if (this.#size < this.#needed) return
    const bytes = this.#held.slice(0, this.#size)
    let at = 0
    for (;;) {
      const header = readHeader(bytes, this.#lengthMax, at)
      if (!header || bytes.length - at < header.length) {
        this.#needed = header?.length ?? headerBytes
        break
      }
      yield { ...header, bytes: bytes.subarray(at, at + header.length) }
      at += header.length
    }
    this.#held = bytes.slice(at)
    this.#size = bytes.length - at
  }

  /** Appends to a buffer that doubles, so that many small chunks cost no more than one large chunk. */
  #hold(chunk: Uint8Array): void {
    const size = this.#size + chunk.length
    if (size > this.#held.length) {
      const larger = new Uint8Array(Math.max(size, 2 * this.#held.length))
      larger.set(this.#held.subarray(0, this.#size))
      this.#held = larger
    }
    this.#held.set(chunk, this.#size)
    this.#size = size
  }
}
