/** Milliseconds between the beginnings of two batches, and the most of them while further messages arrive. */
const interval = { least: 7, most: 100 }
/** When no message has arrived for so many milliseconds, the readers probably wait for acknowledgements. */
const quiet = 25
/** A batch of so many messages is nearly as cheap as a larger one. */
const enough = 100

/** How long a batch should take, in milliseconds: as other writes wait for it, less while requests write. */
const aim = { busy: 40, alone: 100 }
/** Number of reads of a batch, whatever a read takes. A slow disk makes no batch smaller than the first one. */
const reads = { least: 250, first: 1000, most: 4000 }

/** What a batch has taken. */
interface Written {
  readonly reads: number
  /** The milliseconds of its transaction, without the commit and its sync. */
  readonly work: number
}

/** The messages that wait for the next batch. */
interface Queued {
  /** When the last of them arrived. */
  readonly arrivedAt: number
  /** Their number. */
  readonly waiting: number
}

/**
 * Decides when the next batch begins and how large it is. Large batches are cheaper: a batch of one message takes nearly as long as a
 * batch of twenty, and the reads of one asset are recorded together. All times are in milliseconds.
 */
export class Pace {
  #begunAt = -Infinity
  #isCollecting = false
  /** The time that a read of the last batch took, with its share of the sync and without it. */
  #ofRead: { readonly whole: number; readonly work: number } | undefined

  /** Returns the time until the next batch may begin; 0 or less: it may begin now. */
  rest(now: number, { arrivedAt, waiting }: Queued): number {
    const { least, most } = interval
    const isWaiting = this.#isCollecting && waiting < enough
    const wait = isWaiting ? Math.min(Math.max(least, arrivedAt + quiet - this.#begunAt), most) : least
    return this.#begunAt + wait - now
  }

  /**
   * Returns the maximum number of reads of the next batch. Reads of new tags take several times as long as others. A sync takes about
   * as long for a few reads as for many, so smaller batches would not end sooner on a slow disk: there would be more of them.
   *
   * @param isBusy whether requests write
   */
  most(isBusy: boolean): number {
    if (this.#ofRead === undefined) return reads.first
    const millis = isBusy ? aim.busy : aim.alone
    const { whole, work } = this.#ofRead
    const fitting = Math.max(millis / whole, Math.min(millis / work, reads.first))
    return Math.min(Math.max(Math.floor(fitting), reads.least), reads.most)
  }

  /**
   * Must be called when a batch begins. After a batch of several messages, more are expected. After one that could not take all of
   * them, the others do not wait.
   */
  begin(now: number, { messages, isFull }: { readonly messages: number; readonly isFull: boolean }): void {
    this.#begunAt = now
    this.#isCollecting = messages > 1 && !isFull
  }

  /** Must be called when the batch is written. */
  end(now: number, { reads: count, work }: Written): void {
    if (count > 0) this.#ofRead = { whole: (now - this.#begunAt) / count, work: work / count }
  }
}
