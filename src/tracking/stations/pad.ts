import { type Micros, second } from '../../base/time'

/** Time for which a tag must be the only one on the pad. */
const aloneFor: Micros = second
/** A tag that was not read for this time was taken away. */
const goneAfter: Micros = 5 * second
/** Interval at which the same is said again. */
const sayAgainAfter: Micros = 2 * second

/** A tag as a reader has read it. */
export interface SeenTag {
  readonly value: string
  /** The chip, if the reader has read it. */
  readonly tid?: string
}

/** What a read shows: the tag is alone on the pad, or there is another one. */
export type Sign =
  | { readonly kind: 'alone'; readonly tag: SeenTag }
  | { readonly kind: 'two'; readonly tag: SeenTag }

interface Present {
  tag: SeenTag
  /** Since when no other tag was read. */
  readonly since: Micros
  lastAt: Micros
  /** When `alone` was returned. */
  saidAt?: Micros
  isSettled: boolean
}

/**
 * What lies on an encode station, by the reads of its reader. Two tags lie there together when one of them was read before and after
 * the other within a second: otherwise, one may have been exchanged for the other.
 */
export class Pad {
  #present: Present | undefined
  #lastAt: Micros = 0
  #saidTwoAt: Micros = 0
  /** When other tags were read last. */
  readonly #others = new Map<string, Micros>()

  /** Takes a read. A read that arrives late counts as one of now. */
  next(read: SeenTag, readAt: Micros): Sign | undefined {
    const at = Math.max(readAt, this.#lastAt)
    this.#lastAt = at
    const present = this.#present
    if (present && isSame(present.tag, read) && at - present.lastAt <= goneAfter)
      return this.#stays(present, read, at)
    return this.#changes(read, at)
  }

  /** What was said last about the tag on the pad is done with, until it lies there again. */
  settle(): void {
    if (this.#present) this.#present.isSettled = true
  }

  #stays(present: Present, read: SeenTag, at: Micros): Sign | undefined {
    present.lastAt = at
    present.tag = { ...present.tag, ...read }
    const isDue = present.saidAt === undefined || at - present.saidAt >= sayAgainAfter
    if (present.isSettled || !isDue || at - present.since < aloneFor) return undefined
    present.saidAt = at
    return { kind: 'alone', tag: present.tag }
  }

  #changes(read: SeenTag, at: Micros): Sign | undefined {
    this.#forgetOthers(at)
    const before = this.#present
    if (before) this.#note(before)
    const isBack = before !== undefined && at - before.lastAt <= aloneFor && this.#others.has(keyOf(read))
    this.#present = { tag: read, since: at, lastAt: at, isSettled: false }
    if (!isBack || at - this.#saidTwoAt < sayAgainAfter) return undefined
    this.#saidTwoAt = at
    return { kind: 'two', tag: read }
  }

  /** Notes a tag at the end, so that the tags are in the order of their last reads. */
  #note({ tag, lastAt }: Present): void {
    this.#others.delete(keyOf(tag))
    this.#others.set(keyOf(tag), lastAt)
  }

  #forgetOthers(at: Micros): void {
    for (const [key, lastAt] of this.#others) {
      if (at - lastAt <= aloneFor) return
      this.#others.delete(key)
    }
  }
}

/** A reader may leave out the chip of some reads. */
const isSame = (one: SeenTag, other: SeenTag): boolean =>
  one.value === other.value && (one.tid === undefined || other.tid === undefined || one.tid === other.tid)

const keyOf = ({ value, tid = '' }: SeenTag): string => `${value} ${tid}`
