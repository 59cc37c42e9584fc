import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { api, dataOf } from '../api/client'
import { serviceNow } from '../api/service-clock'
import { t } from '../languages/messages'
import { daysLater } from '../languages/zone'
import { timeIn, type TimeRange, withTime } from '../time-travel/time-range'
import { monday } from '../time-travel/time-words'

/** The span of time of a report. Without one in the address, it is the last whole week, or this one while nothing moved before it. */

export interface Period {
  readonly from: string
  readonly to: string
}

/** The usual spans of a report, in days from the Monday of this week. */
export const reportSpans = [
  { label: t('This week'), days: [0, 7] },
  { label: t('Last week'), days: [-7, 0] },
  { label: t('4 weeks'), days: [-28, 0] },
] as const

type SpanDays = (typeof reportSpans)[number]['days']

const spanOf = (at: Date, [first, end]: SpanDays): Period => ({
  from: monday(at, first).toISOString(),
  to: monday(at, end).toISOString(),
})

/** Whether the last whole week has moves, or this one has none either; undefined until the service says so. */
export function useHasLastWeek(opened: Date, enabled = true): boolean | undefined {
  const at = [-7, 0, 7].map((days) => monday(opened, days).toISOString())
  const { data, error } = useQuery({
    queryKey: ['reports', 'move-counts', at],
    queryFn: async () =>
      (await dataOf(api.GET('/internal/v1/reports/move-counts', { params: { query: { at } } }))).data,
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  })
  // The pages say what fails.
  if (error) return true
  return data && ((data[0]?.moves ?? 0) > 0 || (data[1]?.moves ?? 0) === 0)
}

export function usePeriod() {
  const [params, setParams] = useSearchParams()
  const [opened] = useState(() => new Date(serviceNow()))
  const { range, problem } = timeIn(params, opened.getTime())
  const isAsked = range.kind === 'between'
  const hasLastWeek = useHasLastWeek(opened, !isAsked)
  const usual = hasLastWeek === undefined ? undefined : spanOf(opened, hasLastWeek ? [-7, 0] : [0, 7])
  const period = isAsked ? { from: range.from, to: range.to } : usual
  const choose = (next: TimeRange) => setParams((before) => withTime(before, next), { replace: true })
  return {
    /** Undefined until it is known which week has moves. */
    period,
    isOver: period !== undefined && Date.parse(period.to) <= opened.getTime(),
    // A report has no instant.
    problem: range.kind === 'at' ? t('A report needs a span of time. This is the usual one.') : problem,
    choose,
    chooseSpan: (days: SpanDays) => choose({ kind: 'between', ...spanOf(opened, days) }),
    isSpan: (days: SpanDays) => {
      const { from, to } = spanOf(opened, days)
      return from === period?.from && to === period.to
    },
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
