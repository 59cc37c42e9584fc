/** Milliseconds between the beginnings of two batches: `least`, more for each message of the former batch, and at most `most`. */
const interval = { least: 5, ofMessage: 2, most: 20 }

/** How long a batch should take, in milliseconds: as other writes wait for it, less while requests write. */
const aim = { busy: 40, alone: 100 }
/** Number of reads of a batch, whatever a read takes. */
const reads = { least: 250, first: 1000, most: 4000 }

/**
 * Decides when the next batch begins and how large it is. Large batches are cheaper: a batch of one message takes nearly as long as a
 * batch of twenty, and the reads of one asset are recorded together. All times are in milliseconds.
 */
export class Pace {
  #begunAt = -Infinity
  #messages = 0
  /** The time that a read of the last batch took. */
  #ofRead: number | undefined

  /** Returns the time until the next batch may begin; 0 or less: it may begin now. */
  rest(now: number): number {
    const { least, ofMessage, most } = interval
    return this.#begunAt + Math.min(most, least + ofMessage * this.#messages) - now
  }

  /**
   * Returns the maximum number of reads of the next batch. Reads of new tags take several times as long as others.
   *
   * @param isBusy whether requests write
   */
  most(isBusy: boolean): number {
    if (this.#ofRead === undefined) return reads.first
    const fitting = Math.floor((isBusy ? aim.busy : aim.alone) / this.#ofRead)
    return Math.min(Math.max(fitting, reads.least), reads.most)
  }

  /** Must be called when a batch begins. */
  begin(now: number, messages: number): void {
    this.#begunAt = now
    this.#messages = messages
  }

  /** Must be called when the batch is written. */
  end(now: number, readCount: number): void {
    if (readCount > 0) this.#ofRead = (now - this.#begunAt) / readCount
  }
}
