import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { t } from '../languages/messages'
import { daysLater } from '../languages/zone'
import { timeIn, type TimeRange, withTime } from '../time-travel/time-range'
import { monday } from '../time-travel/time-words'

/** The span of time of a report. Without one in the address, it is the last whole week. */

export interface Period {
  readonly from: string
  readonly to: string
}

const weeksOf = (at: Date, weeks: number): Period => ({
  from: monday(at, -7 * weeks).toISOString(),
  to: monday(at, 0).toISOString(),
})

/** The usual spans of a report. */
export const reportSpans = [
  { label: t('Last week'), weeks: 1 },
  { label: t('4 weeks'), weeks: 4 },
] as const

export function usePeriod() {
  const [params, setParams] = useSearchParams()
  const [opened] = useState(() => new Date())
  const { range, problem } = timeIn(params, opened.getTime())
  const period = range.kind === 'between' ? { from: range.from, to: range.to } : weeksOf(opened, 1)
  const choose = (next: TimeRange) => setParams((before) => withTime(before, next), { replace: true })
  return {
    period,
    // A report has no instant.
    problem: range.kind === 'at' ? t('A report needs a span of time. This is the last week.') : problem,
    choose,
    chooseWeeks: (weeks: number) => choose({ kind: 'between', ...weeksOf(opened, weeks) }),
    isWeeks: (weeks: number) =>
      weeksOf(opened, weeks).from === period.from && weeksOf(opened, weeks).to === period.to,
  }
}

/** The same length of time before a period. */
export function periodBefore({ from, to }: Period): Period {
  const length = Date.parse(to) - Date.parse(from)
  const weeks = Math.round(length / weekMs)
  // Whole weeks keep their midnights when daylight saving time changes.
  if (weeks > 0 && Math.abs(length - weeks * weekMs) <= hourMs * 2) {
    return { from: daysLater(new Date(from), -7 * weeks).toISOString(), to: from }
  }
  return { from: new Date(Date.parse(from) - length).toISOString(), to: from }
}

const hourMs = 3_600_000
const weekMs = 168 * hourMs

/** Returns "6 % more", "12 % fewer" or "as many"; undefined when there was nothing before. */
export function changeText(now: number, before: number): string | undefined {
  if (before === 0) return undefined
  const change = Math.round((100 * (now - before)) / before)
  if (change === 0) return t('as many as before')
  return change > 0
    ? t('{share} % more than before', { share: change })
    : t('{share} % fewer than before', { share: -change })
}
