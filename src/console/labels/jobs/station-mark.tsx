import type { ReactNode } from 'react'
import { t } from '../../languages/messages'
import type { StationResult } from './use-station'

/** The marks of the results differ in their shapes, so that they can be told apart without colors. */

const line = (color: string) => ({
  fill: 'none',
  stroke: color,
  strokeWidth: 6,
  strokeLinecap: 'round' as const,
  strokeLinejoin: 'round' as const,
})

const shapes: Readonly<Record<StationResult, ReactNode>> = {
  live: (
    <>
      <circle cx={52} cy={52} r={50} fill="var(--wa-fresh)" />
      <path d="M34 53l12 12 24-25" {...line('var(--wa-surface)')} />
    </>
  ),
  two_tags: (
    <>
      <path d="M52 4a48 48 0 0 0 0 96z" fill="var(--wa-aging-fill)" />
      <circle cx={52} cy={52} r={48} {...line('var(--wa-aging-mark)')} strokeWidth={4} />
      <path d="M30 40h26v26H30zM48 36V30h26v26h-8" {...line('var(--wa-ink)')} strokeWidth={5} />
    </>
  ),
  foreign: (
    <>
      <circle cx={52} cy={52} r={48} {...line('var(--wa-aging-mark)')} strokeWidth={4} />
      <path d="M43 44a9 9 0 1 1 12 8c-3 1-3 4-3 7m0 9v1" {...line('var(--wa-ink)')} strokeWidth={5} />
    </>
  ),
  wrong_epc: (
    <>
      <path d="M52 8l44 44-44 44L8 52z" {...line('var(--mantine-color-red-filled)')} />
      <path d="M40 40l24 24M64 40L40 64" {...line('var(--mantine-color-red-filled)')} />
    </>
  ),
}

/** What a result is, in the list of the last ones. */
export const resultWords: Readonly<Record<StationResult, string>> = {
  live: t('Live'),
  two_tags: t('Two tags'),
  foreign: t('Not of this job'),
  wrong_epc: t('Do not use it'),
}

export const StationMark = ({ result, size }: { readonly result: StationResult; readonly size: number }) => (
  <svg viewBox="0 0 104 104" width={size} height={size} aria-hidden data-mark={result}>
    {shapes[result]}
  </svg>
)
