import type { Rule } from '../conditions/rule'
import type { Situation } from './evaluate-assets'
import { evaluatePar } from './evaluate-par'
import type { Outcome } from './outcome'

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
  readonly #rules = new Set<Rule>()
  #nextAt = Number.NEGATIVE_INFINITY

  /** Makes all rules due. What a stopped process has not counted is not stored, so a start needs it. */
  restart(rules: readonly Rule[]): void {
    this.#rules.clear()
    this.add(rules)
  }

  add(rules: Iterable<Rule>): void {
    for (const rule of rules) this.#rules.add(rule)
  }

  /** @param isNow whether no more events follow, or a timer says that it is time */
  async evaluate(situation: Situation, isNow: boolean): Promise<Outcome[]> {
    const begunAt = performance.now()
    if (!isNow && begunAt < this.#nextAt) return []
    const outcomes = await evaluatePar(situation, this.#rules)
    this.#rules.clear()
    const endedAt = performance.now()
    this.#nextAt = endedAt + Math.max(countMillis, countShare * (endedAt - begunAt))
    return outcomes
  }
}
