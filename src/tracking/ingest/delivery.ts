import { ingestMessages } from './messages'
import type { ReadResult } from '../../base/metrics'
import type { ArrivingReader } from '../../storage/core/store'
import type { Micros } from '../../base/time'
import type { Decoded } from '../formats/payloads/decoder'
import type { Arrived, Content, PayloadFormat } from './content'
import type { Arrival, Outcome } from './ingest-batch'
import type { Waiting } from './queue/lines'

/** A message as HTTP or MQTT delivers it. */
export interface Message {
  readonly organizationId: number
  readonly readerId: number
  /**
   * The hash of the device token that was sent. A renewed token ends the connections of the device. Null when the
   * message comes from an external broker.
   */
  readonly tokenHash: string | null
  /** Null for HTTP, where the path names the reader. */
  readonly topic: string | null
  readonly payload: Uint8Array
}

/** The result of a message, as HTTP or MQTT reports it to the device. */
export interface Reception extends Pick<Outcome, 'reason'> {
  readonly result: NonNullable<Outcome['result']>
  /** The device token has been replaced. The connection must be closed. */
  readonly isTokenStale: boolean
  /** The message is no longer kept, or has already been read again. Nothing was done. */
  readonly isGone: boolean
}

const stale: Reception = {
  result: 'unauthorized',
  reason: ingestMessages('ingest.stale_token'),
  isTokenStale: true,
  isGone: false,
}

const gone: Reception = { result: 'malformed', isTokenStale: false, isGone: true }

/** The content of a payload, and the format that it was decoded with. */
interface DecodedEarlier extends PayloadFormat {
  readonly content: Content
}

interface Opened {
  readonly value: Content
  readonly firstReadAt: Micros
}

/**
 * A message that is being written. A message with many reads is written in parts, each in a separate transaction, so
 * that messages of other readers are written in between. It is done when its last part is on disk. If the process is
 * killed before that, the reader sends the message again, and the reads that were written are repeats. A kept message,
 * which nobody sends again, is written whole; it is small.
 */
export class Delivery implements Waiting {
  readonly message: Message
  readonly receivedAt: Micros
  /** Where the message is kept, if it was rejected and is read again. Null for a message that arrives. */
  readonly keptSlot: number | null
  /** Settles when all reads are on disk, or when they can't be written. */
  readonly done: Promise<Reception>
  /** Set when the message was decoded before it came to its line. */
  decoded: DecodedEarlier | undefined
  readonly #done = Promise.withResolvers<Reception>()
  readonly #counts = new Map<ReadResult, number>()
  #content: Opened | undefined
  #taken = 0
  #isSettled = false

  constructor(message: Message, receivedAt: Micros, keptSlot: number | null = null) {
    this.message = message
    this.receivedAt = receivedAt
    this.keptSlot = keptSlot
    this.done = this.#done.promise
  }

  get organizationId(): number {
    return this.message.organizationId
  }

  get readerId(): number {
    return this.message.readerId
  }

  get arrived(): Arrived {
    return { topic: this.message.topic, receivedAt: this.receivedAt }
  }

  get bytes(): number {
    return this.message.payload.length
  }

  get isDecoded(): boolean {
    return this.#content !== undefined
  }

  get hasReads(): boolean {
    return this.#size > 0
  }

  /** True when no read is left to be taken into a batch. */
  get isTaken(): boolean {
    return this.#isSettled || (this.#content !== undefined && this.#taken >= this.#size)
  }

  get #size(): number {
    const content = this.#content?.value
    return content === undefined || 'refused' in content ? 0 : content.reads.length
  }

  /**
   * Sets the decoded content. `firstReadAt` is the time of receipt of the first read. Each further read has the next
   * microsecond.
   */
  open(value: Content, firstReadAt: Micros): void {
    this.#content = { value, firstReadAt }
  }

  /** Takes at most `most` of the next reads, or all of a kept message. Returns the number of reads taken. */
  take(most: number): number {
    const left = this.#size - this.#taken
    const count = this.keptSlot === null ? Math.min(most, left) : left
    this.#taken += count
    return count
  }

  get taken(): number {
    return this.#taken
  }

  /** Returns the reads from index `from` to the last read that was taken. */
  part(reader: ArrivingReader, from: number): Arrival {
    const { topic, payload } = this.message
    const { value, firstReadAt } = this.#content as Opened
    const isWhole = this.#taken >= this.#size
    const content = 'refused' in value ? value : partOf(value, from, this.#taken)
    return {
      reader,
      receivedAt: firstReadAt + from,
      topic,
      payload,
      content,
      earlier: this.#counts,
      isWhole,
      keptSlot: this.keptSlot,
    }
  }

  /** Records the outcome of a part. The outcome of the last part settles the message. */
  settle({ result, reads, reason }: Outcome): void {
    for (const [name, count] of reads) this.#counts.set(name, (this.#counts.get(name) ?? 0) + count)
    if (result === null) return
    this.#isSettled = true
    this.#done.resolve({
      result,
      isTokenStale: false,
      isGone: false,
      ...(reason !== undefined && { reason }),
    })
  }

  refuseAsStale(): void {
    this.#isSettled = true
    this.#done.resolve(stale)
  }

  discardAsGone(): void {
    this.#isSettled = true
    this.#done.resolve(gone)
  }

  fail(error: unknown): void {
    this.#isSettled = true
    this.#done.reject(error)
  }
}

/** Returns the reads from index `from` to `to`. Faults, notes and antennas belong to the first part. */
function partOf(content: Decoded, from: number, to: number): Decoded {
  if (from === 0 && to === content.reads.length) return content
  const reads = content.reads.slice(from, to)
  return from === 0 ? { ...content, reads } : { reads, faults: [] }
}
