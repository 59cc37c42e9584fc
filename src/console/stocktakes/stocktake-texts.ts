import { t } from '../languages/messages'
import { counted } from '../ui/values/format'
import type { Stocktake, StocktakePlace, Verdict } from './stocktake-queries'

export const verdictNames: Readonly<Record<Verdict, string>> = {
  found: t('Found'),
  to_count: t('Still to count'),
  missing: t('Missing'),
  elsewhere: t('Elsewhere'),
  moved_meanwhile: t('Moved meanwhile'),
  excused: t('Excused'),
  extra: t('Extra'),
}

/** Whether the service hides what is expected from this user. */
export const isHidden = ({ counts }: Stocktake): boolean => counts.to_count === null

/** "743 of 1,267", or the number of scans of a blind count. */
export function progressText({ counts, expected_count: expected }: Stocktake): string {
  if (expected === null)
    return t('{count, plural, one {# scan} other {# scans}}', { count: counts.scans ?? 0 })
  return t('{found} of {expected}', { found: counted(counts.found ?? 0), expected: counted(expected) })
}

/** The five numbers that are together the number of expected assets, and what is still to count. */
export const sumOf = ({ counts }: Stocktake): readonly (readonly [Verdict, number])[] => [
  ['found', counts.found ?? 0],
  ['missing', counts.missing ?? 0],
  ['elsewhere', counts.elsewhere ?? 0],
  ['moved_meanwhile', counts.moved_meanwhile ?? 0],
  ['excused', counts.excused ?? 0],
  ...((counts.to_count ?? 0) > 0 ? [['to_count', counts.to_count ?? 0] as const] : []),
]

/** What is not found at a location is known when somebody has finished it. */
export const notFound = ({ missing, to_count: toCount, finished_at: at }: StocktakePlace): number =>
  missing + (at === null ? 0 : toCount)
