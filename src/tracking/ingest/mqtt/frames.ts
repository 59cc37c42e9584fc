import { type Publish, qosOf } from './publish'
import { ConnectionFault, reasons } from './reasons'

/** The fixed header of a packet. */
export interface Header {
  /** The first byte: the type and the flags. */
  readonly first: number
  /** Size of the fixed header. */
  readonly headerBytes: number
  /** Size of the whole packet. */
  readonly bytes: number
}

/**
 * A view keeps its whole chunk in memory. A packet is therefore copied when its chunk has more bytes than this, and
 * more than this many times its own. Copying each packet would take as long as everything else.
 */
const largeChunkBytes = 65_536
const smallShare = 16

const none = Buffer.alloc(0)

/**
 * Divides a stream of bytes into packets. A packet that arrived in one chunk is a view of that chunk. Otherwise its
 * bytes are collected in a buffer of its size, so each byte is copied once, however small the chunks are.
 */
export class Frames {
  #input: Buffer = none
  #at = 0
  #partial: Buffer | undefined
  #filled = 0

  add(chunk: Buffer): void {
    this.#input =
      this.#at < this.#input.length ? Buffer.concat([this.#input.subarray(this.#at), chunk]) : chunk
    this.#at = 0
  }

  /**
   * Returns the header of the next packet, or undefined while it is incomplete. Throws ConnectionFault when its length
   * has more than four bytes [MQTT-2.2.3].
   */
  header(): Header | undefined {
    const first = this.#input[this.#at]
    if (first === undefined) return this.#release()
    let rest = 0
    for (let i = 1; i <= 4; i++) {
      const byte = this.#input[this.#at + i]
      if (byte === undefined) return undefined
      rest += (byte & 0x7f) << (7 * (i - 1))
      if (byte < 0x80) return { first, headerBytes: i + 1, bytes: i + 1 + rest }
    }
    throw new ConnectionFault(reasons.malformedPacket, 'malformed remaining length')
  }

  /** Returns the next packet, which has this number of bytes, or undefined while it is incomplete. */
  take(bytes: number): Buffer | undefined {
    const end = this.#at + bytes
    if (!this.#partial && end <= this.#input.length) {
      const packet = this.#input.subarray(this.#at, end)
      this.#at = end
      const chunkBytes = this.#input.length
      return chunkBytes > largeChunkBytes && chunkBytes > bytes * smallShare ? Buffer.from(packet) : packet
    }
    this.#partial ??= Buffer.allocUnsafeSlow(bytes)
    const copied = this.#input.copy(this.#partial, this.#filled, this.#at)
    this.#filled += copied
    this.#at += copied
    if (this.#filled < bytes) return this.#release()
    const packet = this.#partial
    this.#partial = undefined
    this.#filled = 0
    return packet
  }

  /** Skips bytes of a message. Returns whether all of it has been skipped. */
  skip(message: SkippedMessage): boolean {
    this.#at += message.skip(this.#input.subarray(this.#at))
    if (!message.isComplete) this.#release()
    return message.isComplete
  }

  /** Keeps no chunk while the connection is idle. */
  #release(): undefined {
    this.#input = none
    this.#at = 0
  }
}

/** A PUBLISH that is skipped without holding more of it than its packet id, which follows the topic. */
export class SkippedMessage {
  readonly qos: Publish['qos']
  readonly #bytes: number
  readonly #idBytes: number
  #at = 0
  /** The length of the topic and the packet id, two bytes each. */
  readonly #taken: number[] = []
  readonly #headerBytes: number

  constructor({ first, headerBytes, bytes }: Header) {
    this.qos = qosOf(first)
    this.#idBytes = this.qos === 0 ? 0 : 2
    this.#headerBytes = headerBytes
    this.#bytes = bytes
  }

  get isComplete(): boolean {
    return this.#at === this.#bytes
  }

  get messageId(): number {
    return pair(this.#taken, 2)
  }

  /** Returns how many of these bytes belong to the message. Throws ConnectionFault when its topic exceeds it. */
  skip(input: Buffer): number {
    const end = Math.min(this.#at + input.length, this.#bytes)
    for (let next = this.#next; next < end; next = this.#next) this.#taken.push(input[next - this.#at] ?? 0)
    const skipped = end - this.#at
    this.#at = end
    return skipped
  }

  /** The position of the next byte to take; Infinity after the last one. */
  get #next(): number {
    const taken = this.#taken.length
    if (taken < 2) return this.#headerBytes + taken
    const topicBytes = pair(this.#taken, 0)
    if (this.#headerBytes + 2 + topicBytes + this.#idBytes > this.#bytes)
      throw new ConnectionFault(reasons.malformedPacket, 'malformed PUBLISH')
    return taken < 2 + this.#idBytes ? this.#headerBytes + topicBytes + taken : Infinity
  }
}

const pair = (bytes: readonly number[], at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
