import type { AlertGap } from '../../../storage/core/store'
import type { Micros } from '../../../base/time'

/** The times in which the service did not run, in order. They do not count for `missing` and `reader_silent`. */
export class Gaps {
  readonly #gaps: readonly AlertGap[]

  constructor(gaps: readonly AlertGap[]) {
    this.#gaps = gaps
  }

  /** Returns when the service had run for this length of time since `from`. */
  readonly after = (from: Micros, length: Micros): Micros => {
    let end = from + length
    for (const { startedAt, endedAt } of this.#gaps) {
      if (endedAt <= from) continue
      if (startedAt >= end) break
      end += endedAt - Math.max(startedAt, from)
    }
    return end
  }

  /** Returns the latest time from which the service has run for this length of time until `to`. */
  readonly before = (to: Micros, length: Micros): Micros => {
    let begin = to - length
    for (const { startedAt, endedAt } of this.#gaps.toReversed()) {
      if (startedAt >= to) continue
      if (endedAt <= begin) break
      begin -= Math.min(endedAt, to) - startedAt
    }
    return begin
  }
}
