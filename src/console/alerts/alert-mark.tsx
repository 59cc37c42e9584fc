import type { Alert } from './alert-queries'
import { severityTexts } from './alert-texts'

/** The mark of an alert: a diamond for an urgent one, a half dot for a normal one, a ring when somebody has it. */
export function AlertMark({
  alert,
}: {
  readonly alert: Pick<Alert, 'severity' | 'acknowledged_at' | 'state'>
}) {
  const { severity, acknowledged_at: acknowledgedAt, state } = alert
  const isTaken = acknowledgedAt !== null || state === 'closed'
  return (
    <span
      className="state-dot"
      data-state={isTaken ? 'missing' : severity === 'urgent' ? 'problem' : 'aging'}
    >
      <span className="visually-hidden">{severityTexts[severity]}: </span>
    </span>
  )
}
