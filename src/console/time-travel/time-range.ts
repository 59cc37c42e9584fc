import { t } from '../languages/messages'

/** The time that a page shows, which is in its address: now, an instant, or a span of time. */

export type TimeRange =
  | { readonly kind: 'now' }
  | { readonly kind: 'at'; readonly at: string }
  | { readonly kind: 'between'; readonly from: string; readonly to: string }

interface AskedTime {
  readonly range: TimeRange
  /** What is wrong with the time of the address. The page shows now, or the part that is right. */
  readonly problem: string | undefined
}

const names = ['at', 'from', 'to'] as const
const dayMs = 86_400_000
const now: TimeRange = { kind: 'now' }

/** Reads the time of an address. A span without an end ends now, and one without a beginning has a day. */
export function timeIn(params: URLSearchParams, nowMs: number): AskedTime {
  const [at, from, to] = names.map((name) => params.get(name))
  const [instant, begin, end] = [at, from, to].map(instantOf)
  if ([instant, begin, end].includes(null))
    return { range: now, problem: t('The time in the address cannot be read. This is the present.') }
  const both = t('The address has an instant and a span of time. Only the instant applies.')
  if (instant !== undefined && instant !== null) {
    if (instant > nowMs)
      return { range: now, problem: t('The time in the address is in the future. This is the present.') }
    const isBoth = begin !== undefined || end !== undefined
    return { range: { kind: 'at', at: iso(instant) }, problem: isBoth ? both : undefined }
  }
  if (begin === undefined && end === undefined) return { range: now, problem: undefined }
  const last = end ?? nowMs
  const first = begin ?? last - dayMs
  if (first >= last)
    return { range: now, problem: t('The span of time ends before it begins. This is the present.') }
  return { range: { kind: 'between', from: iso(first), to: iso(last) }, problem: undefined }
}

const iso = (instant: number): string => new Date(instant).toISOString()

/** Returns null for a text that is no time. */
function instantOf(text: string | null | undefined): number | null | undefined {
  if (text === null || text === undefined) return undefined
  const instant = Date.parse(text)
  return Number.isNaN(instant) ? null : instant
}

/** Returns the parameters with another time, at the first page of a list. */
export function withTime(before: URLSearchParams, range: TimeRange): URLSearchParams {
  const after = new URLSearchParams(before)
  for (const name of [...names, 'offset', 'cursor']) after.delete(name)
  if (range.kind === 'at') after.set('at', range.at)
  if (range.kind === 'between') {
    after.set('from', range.from)
    after.set('to', range.to)
  }
  return after
}
