import { invalidField } from '../../base/errors'
import { type Clock, fromMicros, type Instant, toMicros } from '../../base/time'
import { createPauses } from '../../base/turns/pause'
import type { Store } from '../../storage/core/store'
import type { ReaderService } from '../../tracking/readers/service'
import { stayMessages } from '../../tracking/stays/messages'
import type { StayReportService } from '../../tracking/stays/reports'
import { problemOfReader } from '../attention/problems'
import { largestChange, longestBroken, noisiestRule, worstPlace } from './rules'
import type { FindingsView, FindingView } from './schema'

interface Parts {
  readonly store: Store
  readonly stayReports: StayReportService
  readonly readers: Pick<ReaderService, 'inUse'>
  readonly now: Clock
}

/** [from, to), and the period before: [before, from). */
interface Week {
  readonly before: Instant
  readonly from: Instant
  readonly to: Instant
}

const none = { count: null, count_before: null, share: null, since: null }

/** What to talk about after a week: the same rules for the console, for paper and for mail (docs/internal-api.md, Findings of a week). */
export class FindingService {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async find(organizationId: number, { before, from, to }: Week): Promise<FindingsView> {
    requireOrder('before', before, 'from', from)
    requireOrder('from', from, 'to', to)
    const now = this.#parts.now()
    const end = to <= now ? to : laterOf(now, from)
    const week = { before, from, to: end }
    const { arrivals, isCurrent } = await this.#arrivals(organizationId, week, to <= now)
    const found = [
      arrivals,
      await this.#alertRule(organizationId, week),
      await this.#reader(organizationId, week),
      await this.#place(organizationId, week),
    ]
    return {
      data: found.filter((finding) => finding !== undefined),
      is_over: to <= now,
      is_current: isCurrent,
    }
  }

  async #arrivals(organizationId: number, { before, from, to }: Week, isOver: boolean) {
    if (from >= to) return { arrivals: undefined, isCurrent: true }
    const same = fromMicros(Math.min(toMicros(from), toMicros(before) + toMicros(to) - toMicros(from)))
    const spans = [
      { from, to },
      { from: before, to: isOver ? from : same },
    ]
    const { counts, isCurrent } = await this.#parts.stayReports.arrivals(organizationId, spans)
    const [now = new Map<number, number>(), earlier = new Map<number, number>()] = counts
    const change = largestChange(now, earlier)
    if (!change) return { arrivals: undefined, isCurrent }
    const arrivals = {
      ...none,
      rule: 'arrivals' as const,
      id: change.id,
      name: await this.#pathOf(change.id),
      count: change.count,
      count_before: change.before,
    }
    return { arrivals, isCurrent }
  }

  async #alertRule(organizationId: number, { from, to }: Week): Promise<FindingView | undefined> {
    const { read } = this.#parts.store
    const counts = await read.alerts.byRule(organizationId, toMicros(from), toMicros(to))
    const noisiest = noisiestRule(counts)
    const rule = noisiest && (await read.alertRules.find(organizationId, noisiest.id))
    if (!noisiest || !rule) return undefined
    const { id, count, share } = noisiest
    return { ...none, rule: 'alert_rule', id, name: rule.name, count, share: rounded(share) }
  }

  async #reader(organizationId: number, { to }: Week): Promise<FindingView | undefined> {
    const pause = createPauses()
    const problems = []
    for (const reader of await this.#parts.readers.inUse(organizationId)) {
      await pause()
      const problem = problemOfReader(reader, new Set())
      if (problem) problems.push({ id: reader.id, name: reader.name, since: problem.since })
    }
    const longest = longestBroken(problems, toMicros(to) / 1000)
    return longest && { ...none, ...longest, rule: 'reader' }
  }

  async #place(organizationId: number, { from, to }: Week): Promise<FindingView | undefined> {
    const { placeAccuracy } = this.#parts.store.read
    const weeks = await placeAccuracy.weeks(organizationId, [], toMicros(from), toMicros(to))
    const worst = worstPlace(weeks)
    if (!worst) return undefined
    const { id, share } = worst
    return { ...none, rule: 'place', id, name: await this.#pathOf(id), share: rounded(share) }
  }

  async #pathOf(id: number): Promise<string> {
    return (await this.#parts.store.read.tree.paths([id])).get(id)?.join(' › ') ?? ''
  }
}

const laterOf = (one: Instant, other: Instant): Instant => (one > other ? one : other)

const rounded = (share: number): number => Math.round(share * 10_000) / 10_000

function requireOrder(field: string, first: Instant, other: string, second: Instant): void {
  if (first >= second)
    throw invalidField(field, 'invalid_value', stayMessages('stays.not_before', { field, other }))
}
