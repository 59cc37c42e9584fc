import type { ReactNode } from 'react'
import { t } from '../languages/messages'
import type { CountVerdict } from '../scans/count-scan'

/** The marks of the answers differ in their shapes, so that they can be told apart without colors. */

interface Look {
  readonly word: string
  readonly shape: ReactNode
}

const solid = <circle cx={52} cy={52} r={50} fill="var(--wa-fresh)" />
const stroke = (color: string) => ({
  fill: 'none',
  stroke: color,
  strokeWidth: 6,
  strokeLinecap: 'round' as const,
  strokeLinejoin: 'round' as const,
})
const check = <path d="M34 53l12 12 24-25" {...stroke('var(--wa-surface)')} />
const known: ReactNode = (
  <>
    {solid}
    {check}
  </>
)
const square = 'M52 8l44 44-44 44L8 52z'

const looks: Readonly<Record<CountVerdict, Look>> = {
  found: { word: t('Found'), shape: known },
  counted: { word: t('Counted'), shape: known },
  again: {
    word: t('Already counted'),
    shape: (
      <>
        <circle cx={52} cy={52} r={48} {...stroke('var(--wa-missing)')} strokeWidth={4} />
        <path d="M28 54l10 10 20-22M50 60l5 4 21-22" {...stroke('var(--wa-ink2)')} strokeWidth={5} />
      </>
    ),
  },
  elsewhere: {
    word: t('Belongs elsewhere'),
    shape: (
      <>
        <path d="M52 4a48 48 0 0 0 0 96z" fill="var(--wa-aging-fill)" />
        <circle cx={52} cy={52} r={48} {...stroke('var(--wa-aging-mark)')} strokeWidth={4} />
        <path d="M64 38l12 12-12 12M76 50H48a8 8 0 0 0 0 16h4" {...stroke('var(--wa-ink)')} strokeWidth={5} />
      </>
    ),
  },
  extra: {
    word: t('Not expected'),
    shape: (
      <>
        <circle cx={52} cy={52} r={48} {...stroke('var(--wa-aging-mark)')} strokeWidth={4} />
        <path d="M52 34v36M34 52h36" {...stroke('var(--wa-ink)')} />
      </>
    ),
  },
  unknown: {
    word: t('Not known'),
    shape: (
      <>
        <path d={square} {...stroke('var(--wa-aging-mark)')} strokeWidth={4} />
        <path d="M43 44a9 9 0 1 1 12 8c-3 1-3 4-3 7m0 9v1" {...stroke('var(--wa-ink)')} strokeWidth={5} />
      </>
    ),
  },
}

export const wordOf = (verdict: CountVerdict): string => looks[verdict].word

export const ResultMark = ({
  verdict,
  size = 104,
}: {
  readonly verdict: CountVerdict
  readonly size?: number
}) => (
  <svg viewBox="0 0 104 104" width={size} height={size} aria-hidden data-mark={verdict}>
    {looks[verdict].shape}
  </svg>
)
