import { t } from '../languages/messages'
import { lazyPart } from '../ui/pages/lazy-part'
import { Failed } from '../ui/pages/query-states'
import { type Alert, useOpenAlerts } from './alert-queries'

/** Most plans have no alert, so the texts of alerts are loaded when there is one. */
const Rows = lazyPart(async () => (await import('./plan-alert-rows')).PlanAlertRows)

interface PlanAlertsProps {
  /** Whether the plan shows a location. */
  readonly isShown: (locationId: number | null) => boolean
}

/** The open alerts at the locations of a plan, in the list beside it. */
export function PlanAlerts({ isShown }: PlanAlertsProps) {
  const { data, error, refetch } = useOpenAlerts()
  const alerts: readonly Alert[] = (data?.data ?? []).filter(({ location_id: id }) => isShown(id))
  // Otherwise, it would look as if there were none.
  if (!data && error) return <Failed title={t("Alerts couldn't be loaded")} error={error} onRetry={refetch} />
  if (alerts.length === 0) return null
  return (
    <>
      <h2>{t('Alerts')}</h2>
      <Rows alerts={alerts} isPart={data !== undefined && data.data.length < data.total_count} />
    </>
  )
}
