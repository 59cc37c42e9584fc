import { Suspense } from 'react'
import { t } from '../languages/messages'
import { lazily } from '../ui/pages/lazily'
import { type Alert, useOpenAlerts } from './alert-queries'

/** Most plans have no alert, so the texts of alerts are loaded when there is one. */
const Rows = lazily(async () => (await import('./plan-alert-rows')).PlanAlertRows)

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
      <Suspense fallback={null}>
        <Rows alerts={alerts} />
      </Suspense>
    </>
  )
}
