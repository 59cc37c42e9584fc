import { t } from '../languages/messages'
import { secondsShown, type Word } from './gauge'

const rows = 24

export const wordTexts: Readonly<Record<Word, string>> = {
  far: t('Far'),
  near: t('Near'),
  very_near: t('Very near'),
  here: t('Here'),
}

interface NearnessBarProps {
  /** Null while nothing is heard. */
  readonly nearness: number | null
  readonly word: string
  /** The strongest read so far, marked with a dot. */
  readonly strongest: number | undefined
}

const rowOf = (nearness: number): number => Math.min(rows - 1, Math.floor((nearness / 100) * rows))

/** A bar that widens upward: the nearer, the fuller. */
export function NearnessBar({ nearness, word, strongest }: NearnessBarProps) {
  const filled = nearness === null ? 0 : rowOf(nearness) + 1
  const dot = strongest === undefined ? undefined : rowOf(strongest)
  return (
    <div
      className="nearness"
      role="meter"
      aria-label={t('Nearness')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={nearness ?? 0}
      aria-valuetext={word}
    >
      {Array.from({ length: rows }, (_, index) => {
        const row = rows - 1 - index
        return (
          <i
            key={row}
            style={{ width: `${38 + (62 * row) / (rows - 1)}%` }}
            data-level={row < filled ? Math.ceil(((row + 1) / rows) * 4) : undefined}
            data-strongest={row === dot || undefined}
          />
        )
      })}
    </div>
  )
}

/** The strongest read of each of the last seconds. */
export const Trend = ({ seconds }: { readonly seconds: readonly (number | null)[] }) => (
  <div className="nearness-trend" aria-hidden>
    {seconds.map((nearness, index) => (
      <i
        key={`${secondsShown - index}`}
        data-heard={nearness !== null || undefined}
        style={{ height: nearness === null ? '2px' : `${Math.max(8, nearness)}%` }}
      />
    ))}
  </div>
)
