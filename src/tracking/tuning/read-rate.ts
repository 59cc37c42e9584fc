import { type Micros, second } from '../../base/time'

const minute: Micros = 60 * second
/** Whole minutes that a rate covers, in addition to the current one. */
export const windowMinutes = 5
export const slotCount = windowMinutes + 1

/** Counts reads in slots of a minute. */
export class ReadRate {
  readonly #reads = new Uint32Array(slotCount)
  /** The minute that each slot counts, since 1970. */
  readonly #minutes = new Float64Array(slotCount).fill(-1)
  /** The time of the first read of each slot. */
  readonly #firsts = new Float64Array(slotCount)
  readonly #cleared: (slot: number) => void

  /** @param cleared is called when a slot begins to count another minute */
  constructor(cleared: (slot: number) => void = () => undefined) {
    this.#cleared = cleared
  }

  /** Counts a read, and returns its slot; undefined when it is older than the window and does not count. */
  add(at: Micros): number | undefined {
    const minuteOfRead = Math.floor(at / minute)
    const slot = minuteOfRead % slotCount
    if ((this.#minutes[slot] as number) > minuteOfRead) return undefined
    if (this.#minutes[slot] !== minuteOfRead) {
      this.#minutes[slot] = minuteOfRead
      this.#firsts[slot] = Infinity
      this.#reads[slot] = 0
      this.#cleared(slot)
    }
    this.#reads[slot]!++
    this.#firsts[slot] = Math.min(this.#firsts[slot] as number, at)
    return slot
  }

  /** Returns the slots of the current minute and of the whole minutes before it. */
  slots(now: Micros): number[] {
    const current = Math.floor(now / minute)
    return Array.from(this.#minutes.keys()).filter((slot) => {
      const counted = this.#minutes[slot] as number
      return counted >= current - windowMinutes && counted <= current
    })
  }

  /** Returns the reads in the window, and their number per minute of the time since the first one, at least a minute. */
  summary(now: Micros): { readonly reads: number; readonly perMinute: number } {
    let [reads, firstAt] = [0, now]
    for (const slot of this.slots(now)) {
      reads += this.#reads[slot] as number
      firstAt = Math.min(firstAt, this.#firsts[slot] as number)
    }
    return { reads, perMinute: reads / Math.max(1, (now - firstAt) / minute) }
  }
}
