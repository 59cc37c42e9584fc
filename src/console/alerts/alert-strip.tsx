import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { toastProblem } from '../ui/notices/toasts'
import { Failed } from '../ui/pages/query-states'
import { counted } from '../ui/values/format'
import { useNow } from '../ui/values/use-now'
import { acknowledge } from './alert-acts'
import { AlertMark } from './alert-mark'
import { type Alert, alertsQuery } from './alert-queries'
import { openFor, useAlertTitle } from './alert-texts'

/** The open alerts about an asset, over its place. Without any, there is nothing. */
export const AssetAlerts = ({ id }: { readonly id: number }) => (
  <OpenAlerts filter={{ state: 'open', asset_id: [id] }} />
)

/** The open alerts at a location or below it. */
export const LocationAlerts = ({ id }: { readonly id: number }) => (
  <OpenAlerts filter={{ state: 'open', location_id: [id] }} />
)

function OpenAlerts({ filter }: { readonly filter: Parameters<typeof alertsQuery>[0] }) {
  const { data, error, refetch } = useQuery(alertsQuery(filter))
  // Otherwise, it would look as if there were none.
  if (!data && error) return <Failed title={t("Alerts couldn't be loaded")} error={error} onRetry={refetch} />
  return data ? <Strip alerts={data.data} total={data.total_count} /> : null
}

const shown = 3

interface StripProps {
  /** The latest. */
  readonly alerts: readonly Alert[]
  readonly total: number
}

export function Strip({ alerts, total }: StripProps) {
  const { may } = useSignedIn()
  const titleOf = useAlertTitle()
  const nowMs = useNow()
  if (alerts.length === 0) return null
  return (
    <ul className="plain alert-strip" aria-label={t('Open alerts')}>
      {alerts.slice(0, shown).map((alert) => (
        <li key={alert.id} data-severity={alert.severity}>
          <AlertMark alert={alert} />
          <Link href={`/alerts/${alert.id}`} className="alert-title">
            {titleOf(alert)}
          </Link>
          <span className="alert-age">
            {[openFor(alert, nowMs), alert.acknowledged_by?.name].filter(Boolean).join(' · ')}
          </span>
          {may('operator') && alert.acknowledged_at === null && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('Acknowledge: {alert}', { alert: titleOf(alert) })}
              onClick={() => void acknowledge([alert]).catch(toastProblem)}
            >
              {t('Acknowledge')}
            </Button>
          )}
        </li>
      ))}
      {total > shown && (
        <li>
          <Link href="/alerts" className="alert-title">
            {t('{count} more', { count: counted(total - shown) })}
          </Link>
        </li>
      )}
    </ul>
  )
}
