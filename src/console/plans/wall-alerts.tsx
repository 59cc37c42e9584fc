import { alertSentence } from '../alerts/alert-texts'
import type { Schemas } from '../api/client'
import { t } from '../languages/messages'
import { ageOf, counted } from '../ui/values/format'

interface WallAlertsProps {
  readonly wall: Schemas['WallView']
  readonly nowMs: number
}

/** The open alerts of a wall. A screen has no buttons, so they are only read there. */
export function WallAlerts({ wall, nowMs }: WallAlertsProps) {
  const { alert_count: count, tree } = wall
  // Silent places need the room of the others.
  const alerts = wall.silent.length > 0 ? wall.alerts.slice(0, 1) : wall.alerts
  if (alerts.length === 0) return null
  const nameOf = (id: number | null) => tree.find((node) => node.id === id)?.name
  return (
    <ul className="wall-alerts" aria-label={t('Open alerts')}>
      {alerts.map((alert) => (
        <li key={alert.id} data-severity={alert.severity}>
          <span
            className="state-dot"
            data-state={alert.is_acknowledged ? 'missing' : alert.severity === 'urgent' ? 'problem' : 'aging'}
            aria-hidden
          />
          <b>{alertSentence(alert.kind, alert.subject_name, nameOf(alert.location_id))}</b>
          <time dateTime={alert.opened_at}>{ageOf(nowMs - Date.parse(alert.opened_at))}</time>
          <span>{alert.is_acknowledged ? t('Acknowledged') : t('Not acknowledged')}</span>
        </li>
      ))}
      {count > alerts.length && (
        <li>
          <span className="state-dot" aria-hidden hidden />
          <span>{t('{count} more', { count: counted(count - alerts.length) })}</span>
        </li>
      )}
    </ul>
  )
}
