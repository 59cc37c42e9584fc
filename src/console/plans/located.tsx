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

/** The number of assets by the time of their last read, each with its list: an old location says little. */
export function Located({ total: { assets, recent, old }, neverSeen, listHref }: LocatedProps) {
  const between = assets - (recent ?? 0) - (old ?? 0)
  const bold = (count: number | null | undefined) => ({ count: <b>{counted(count ?? 0)}</b> })
  const parts = [
    { age: 'day', text: rich('{count} seen in 24 h', bold(recent)), isShown: true },
    { age: 'week', text: rich('{count} seen 1 to 7 days ago', bold(between)), isShown: between > 0 },
    { age: 'old', text: rich('{count} not for a week', bold(old)), isShown: (old ?? 0) > 0 },
    { age: 'never', text: rich('{count} never', bold(neverSeen)), isShown: (neverSeen ?? 0) > 0 },
  ]
  return (
    <header className="located">
      <p>
        <b>{counted(assets + (neverSeen ?? 0))}</b>{' '}
        {neverSeen === undefined
          ? t('{count, plural, one {asset here} other {assets here}}', { count: assets })
          : t('{count, plural, one {asset} other {assets}}', { count: assets + neverSeen })}
      </p>
      <ul aria-label={t('Assets by the time of their last read')}>
        {parts
          .filter(({ isShown }) => isShown)
          .map(({ age, text }) => (
            <li key={age} data-age={age}>
              <Link href={`${listHref}&seen=${age}`}>{text}</Link>
            </li>
          ))}
      </ul>
    </header>
  )
}
