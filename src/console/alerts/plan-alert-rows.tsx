import { Link } from 'wouter'
import { t } from '../languages/messages'
import { ageOf, counted } from '../ui/values/format'
import { useNow } from '../ui/values/use-now'
import { AlertMark } from './alert-mark'
import type { Alert } from './alert-queries'
import { useAlertTitle } from './alert-texts'

const shown = 3

interface PlanAlertRowsProps {
  readonly alerts: readonly Alert[]
  /** Whether there may be more than these. */
  readonly isPart: boolean
}

/** The latest alerts, urgent ones first. */
export function PlanAlertRows({ alerts, isPart }: PlanAlertRowsProps) {
  const titleOf = useAlertTitle()
  const nowMs = useNow()
  const urgentFirst = alerts.toSorted(
    (a, b) => Number(b.severity === 'urgent') - Number(a.severity === 'urgent'),
  )
  return (
    <ul aria-label={t('Alerts')}>
      {urgentFirst.slice(0, shown).map((alert) => (
        <li key={alert.id}>
          <Link href={`/alerts/${alert.id}`} className="side-row">
            <AlertMark alert={alert} />
            <b>{titleOf(alert)}</b>
            <time dateTime={alert.opened_at}>{ageOf(nowMs - Date.parse(alert.opened_at))}</time>
            <span className="why">{alert.acknowledged_by?.name ?? t('Not acknowledged')}</span>
          </Link>
        </li>
      ))}
      {(isPart || alerts.length > shown) && (
        <li>
          <Link href="/alerts" className="side-row">
            <span />
            <span>
              {isPart ? t('All alerts') : t('{count} more', { count: counted(alerts.length - shown) })}
            </span>
          </Link>
        </li>
      )}
    </ul>
  )
}
