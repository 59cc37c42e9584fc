import { t } from '../languages/messages'
import { lazyPart } from '../ui/pages/lazy-part'
import { type Alert, useOpenAlerts } from './alert-queries'

/** Most plans have no alert, so the texts of alerts are loaded when there is one. */
const Rows = lazyPart(async () => (await import('./plan-alert-rows')).PlanAlertRows)

interface PlanAlertsProps {
  /** Whether the plan shows a location. */
  readonly isShown: (locationId: number | null) => boolean
}

/** The open alerts at the locations of a plan, in the list beside it. */
export function PlanAlerts({ isShown }: PlanAlertsProps) {
  const { data } = useOpenAlerts()
  const alerts: readonly Alert[] = (data?.data ?? []).filter(({ location_id: id }) => isShown(id))
  if (alerts.length === 0) return null
  return (
    <>
      <h2>{t('Alerts')}</h2>
      <Rows alerts={alerts} />
    </>
  )
}
