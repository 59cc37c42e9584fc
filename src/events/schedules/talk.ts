import { fromMicros } from '../../base/time'
import type { FindingView } from '../findings/schema'
import type { FindingService } from '../findings/service'
import type { Period } from '../../contract/due'
import type { Style } from './format'

/** What to talk about after a week, by the rules of the page of a week (docs/internal-api.md, Findings of a week). */

interface TalkedWeek {
  readonly organizationId: number
  readonly style: Style
  readonly week: Period
  readonly before: Period
}

/** Returns the table of the findings of a week. */
export async function talkOf(findings: FindingService, { organizationId, style, week, before }: TalkedWeek) {
  const { words } = style
  const period = { before: fromMicros(before.from), from: fromMicros(week.from), to: fromMicros(week.to) }
  const { data } = await findings.find(organizationId, period)
  const { finding, detail } = words.columns
  return {
    heading: words.talk,
    columns: [finding, detail],
    rows: data.map((one) => textsOf(one, style)),
    total: data.length,
    empty: words.quiet,
  }
}

const percent = (share: number | null): number => Math.round(100 * (share ?? 0))

function textsOf(
  { rule, name, count, count_before: before, share, since }: FindingView,
  { words, number, time }: Style,
): readonly [string, string] {
  const { more, fewer, ...others } = words.findings
  switch (rule) {
    case 'arrivals': {
      const [now, earlier] = [count ?? 0, before ?? 0]
      return (now > earlier ? more : fewer)(name, number(now), number(earlier))
    }
    case 'alert_rule':
      return others.rule(name, number(count ?? 0), number(percent(share)))
    case 'reader':
      return others.reader(name, time(Date.parse(since ?? '') * 1000))
    case 'place':
      return others.place(name, number(percent(share)))
  }
}
