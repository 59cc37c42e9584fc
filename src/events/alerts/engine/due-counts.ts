import type { Micros } from '../../../base/time'
import type { Rule } from '../conditions/rule'
import type { Situation } from './evaluate-assets'
import { evaluatePar } from './evaluate-par'
import type { Outcome } from './outcome'
import { addCounts } from './slice'

/**
 * While more events follow, assets at places are counted after this time, in milliseconds, and after ten times as long as the last
 * count took.
 */
const countMillis = 1_000
const countShare = 10

/**
 * The rules about the number of assets at a place that are to be evaluated. A count can take long, so a burst of events is counted
 * once.
 */
export class DueCounts {
  readonly #rules = new Map<Rule, Micros>()
  #ofStart: readonly Rule[] = []
  #nextAt = Number.NEGATIVE_INFINITY

  /** Whether an event has made a rule due that was not evaluated yet. */
  get isWaiting(): boolean {
    return this.#rules.size > 0
  }

  /** Makes all rules due when reads have settled. What a stopped process has not counted is not stored, so a start needs it. */
  restart(rules: readonly Rule[]): void {
    this.#rules.clear()
    this.#ofStart = rules
  }

  /** @param rules with the time before which their history has not changed */
  add(rules: ReadonlyMap<Rule, Micros>): void {
    for (const [rule, since] of rules) addCounts(this.#rules, [rule], since)
  }

  /**
   * @param isNow whether no more events follow, or a timer says that it is time
   * @param isSettled whether what readers have kept during a stop has arrived
   */
  async evaluate(
    situation: Situation,
    { isNow, isSettled }: { readonly isNow: boolean; readonly isSettled: boolean },
  ): Promise<Outcome[]> {
    if (isSettled) {
      addCounts(this.#rules, this.#ofStart, situation.now)
      this.#ofStart = []
    }
    const begunAt = performance.now()
    if (!this.isWaiting || (!isNow && begunAt < this.#nextAt)) return []
    const outcomes = await evaluatePar(situation, this.#rules)
    this.#rules.clear()
    const endedAt = performance.now()
    this.#nextAt = endedAt + Math.max(countMillis, countShare * (endedAt - begunAt))
    return outcomes
  }
}
