import type { ReadResult } from '../metrics'
import type { ReaderRow } from '../storage/store'
import type { Micros } from '../time'
import type { Decoded } from '../formats/decoder'
import type { Arrival, Outcome } from './ingest-batch'
import type { Waiting } from './lines'

/** A message as a door hands it over. */
export interface Message {
  readonly organizationId: number
  readonly readerId: number
  /**
   * The hash of the device token that was shown; a renewed token ends the device's connections. Null where an external
   * broker has let the message in.
   */
  readonly tokenHash: string | null
  /** Null for HTTP, where the path names the reader. */
  readonly topic: string | null
  readonly payload: Uint8Array
}

/** What a door hears of its message. */
export interface Reception extends Pick<Outcome, 'reason'> {
  readonly result: NonNullable<Outcome['result']>
  /** The token that the device showed has been replaced: nothing more may come over its connection. */
  readonly isTokenStale: boolean
}

const stale: Reception = {
  result: 'unauthorized',
  reason: 'the device token is no longer valid',
  isTokenStale: true,
}

/** What a payload holds, or why it is refused. */
export type Content = Decoded | { readonly refused: 'malformed' | 'unauthorized'; readonly reason: string }

interface Opened {
  readonly value: Content
  readonly firstReadAt: Micros
}

/**
 * A message on its way to the disk. One with many reads is written in parts, each in a transaction of its own, so that
 * other readers' messages are written in between. It is done when its last part is on disk: after a kill in between it
 * comes again, and what was written of it is a repeat.
 */
export class Delivery implements Waiting {
  readonly message: Message
  readonly receivedAt: Micros
  /** Settles when all its reads are on disk, or will not be. */
  readonly done: Promise<Reception>
  readonly #done = Promise.withResolvers<Reception>()
  readonly #counts = new Map<ReadResult, number>()
  #content: Opened | undefined
  #taken = 0
  #isSettled = false

  constructor(message: Message, receivedAt: Micros) {
    this.message = message
    this.receivedAt = receivedAt
    this.done = this.#done.promise
  }

  get organizationId(): number {
    return this.message.organizationId
  }

  get readerId(): number {
    return this.message.readerId
  }

  get bytes(): number {
    return this.message.payload.length
  }

  get isDecoded(): boolean {
    return this.#content !== undefined
  }

  /** Nothing of it is left to be written. */
  get isTaken(): boolean {
    return this.#isSettled || (this.#content !== undefined && this.#taken >= this.#size)
  }

  get #size(): number {
    const content = this.#content?.value
    return content === undefined || 'refused' in content ? 0 : content.reads.length
  }

  /** `firstReadAt` is the time of receipt of its first read; each further one has the next microsecond. */
  open(value: Content, firstReadAt: Micros): void {
    this.#content = { value: 'refused' in value ? value : byTag(value), firstReadAt }
  }

  /** Takes so many of its next reads at most; returns how many. */
  take(most: number): number {
    const count = Math.min(most, this.#size - this.#taken)
    this.#taken += count
    return count
  }

  get taken(): number {
    return this.#taken
  }

  /** Its reads from `from` up to those that were taken last. */
  part(reader: ReaderRow, from: number): Arrival {
    const { topic, payload } = this.message
    const { value, firstReadAt } = this.#content as Opened
    const isWhole = this.#taken >= this.#size
    const content = 'refused' in value ? value : partOf(value, from, this.#taken)
    return { reader, receivedAt: firstReadAt + from, topic, payload, content, earlier: this.#counts, isWhole }
  }

  /** What became of a part; the last one is what became of the message. */
  settle({ result, reads, reason }: Outcome): void {
    for (const [name, count] of reads) this.#counts.set(name, (this.#counts.get(name) ?? 0) + count)
    if (result === null) return
    this.#isSettled = true
    this.#done.resolve({ result, isTokenStale: false, ...(reason !== undefined && { reason }) })
  }

  refuseAsStale(): void {
    this.#isSettled = true
    this.#done.resolve(stale)
  }

  fail(error: unknown): void {
    this.#isSettled = true
    this.#done.reject(error)
  }
}

/** A message with fewer reads is not worth the sorting. */
const readsWorthSorting = 250

/** The reads of a tag one after the other: those that share a part are recorded together, which is cheaper. */
function byTag(content: Decoded): Decoded {
  if (content.reads.length < readsWorthSorting) return content
  const ofTags = Map.groupBy(content.reads, ({ tagType, value }) => `${tagType}:${value}`)
  return { ...content, reads: [...ofTags.values()].flat() }
}

/** What is told beside the reads comes with the first. */
function partOf(content: Decoded, from: number, to: number): Decoded {
  if (from === 0 && to === content.reads.length) return content
  const reads = content.reads.slice(from, to)
  return from === 0 ? { ...content, reads } : { reads, faults: [] }
}
