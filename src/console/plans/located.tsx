import { Link } from 'wouter'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { counted } from '../ui/values/format'
import type { Total } from './floor'

interface LocatedProps {
  readonly total: Total
  /** Number of the assets that were never seen; undefined for a part of the locations. */
  readonly neverSeen: number | undefined
  /** The list of the assets here. */
  readonly listHref: string
}

/** The number of assets by the time of their last read: an old location says little. */
export function agesOf({ assets, recent, old }: Total, neverSeen = 0) {
  const between = assets - (recent ?? 0) - (old ?? 0)
  const bold = (count: number | null) => ({ count: <b>{counted(count ?? 0)}</b> })
  return [
    { age: 'day', text: rich('{count} seen in 24 h', bold(recent)), isShown: true },
    { age: 'week', text: rich('{count} seen 1 to 7 days ago', bold(between)), isShown: between > 0 },
    { age: 'old', text: rich('{count} not for a week', bold(old)), isShown: (old ?? 0) > 0 },
    { age: 'never', text: rich('{count} never', bold(neverSeen)), isShown: neverSeen > 0 },
  ].filter(({ isShown }) => isShown)
}

/** The number of assets, and by the time of their last read, each with its list. */
export function Located({ total, neverSeen, listHref }: LocatedProps) {
  const { assets } = total
  return (
    <header className="located">
      <p>
        <b>{counted(assets + (neverSeen ?? 0))}</b>{' '}
        {neverSeen === undefined
          ? t('{count, plural, one {asset here} other {assets here}}', { count: assets })
          : t('{count, plural, one {asset} other {assets}}', { count: assets + neverSeen })}
      </p>
      <ul aria-label={t('Assets by the time of their last read')}>
        {agesOf(total, neverSeen).map(({ age, text }) => (
          <li key={age} data-age={age}>
            <Link href={`${listHref}&seen=${age}`}>{text}</Link>
          </li>
        ))}
      </ul>
    </header>
  )
}
