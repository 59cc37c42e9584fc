import { useQuery } from '@tanstack/react-query'
import { t } from '../../languages/messages'
import { midnight } from '../../languages/zone'
import { PageLink } from '../../ui/pages/link'
import { useNow } from '../../ui/values/use-now'
import { alertsQuery } from '../alert-queries'
import { useAlertTitle } from '../alert-texts'
import { AlertRow } from './alert-row'

/** The number of alerts that the group shows. */
const shownMax = 20

const startOfDay = (nowMs: number): string => midnight(new Date(nowMs)).toISOString()

interface ClosedTodayProps {
  /** The only place of which alerts are shown. */
  readonly place: number | null
}

/** The alerts that were closed since midnight, under the open ones. */
export function ClosedToday({ place }: ClosedTodayProps) {
  const nowMs = useNow()
  const titleOf = useAlertTitle()
  const { data } = useQuery(
    alertsQuery({
      state: 'closed',
      closed_from: startOfDay(nowMs),
      limit: shownMax,
      ...(place !== null && { location_id: [place] }),
    }),
  )
  if (!data || data.total_count === 0) return null
  return (
    <div className="alert-list">
      <section aria-labelledby="alerts-closed-today">
        <header>
          <h2 id="alerts-closed-today">{t('Closed today')}</h2>
          <span>{t('{count, plural, one {# alert} other {# alerts}}', { count: data.total_count })}</span>
        </header>
        <ul className="plain">
          {data.data.map((alert) => (
            <AlertRow key={alert.id} alert={alert} title={titleOf(alert)} nowMs={nowMs} />
          ))}
        </ul>
      </section>
      {data.total_count > data.data.length && (
        <PageLink href="/alerts/closed" size="sm">
          {t('All closed alerts')}
        </PageLink>
      )}
    </div>
  )
}
