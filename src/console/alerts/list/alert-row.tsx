import { Checkbox } from '@mantine/core'
import { Link } from 'wouter'
import { usePathText } from '../../ui/pages/place-path'
import { exactly, quoted } from '../../ui/values/format'
import { t } from '../../languages/messages'
import { toastProblem } from '../../ui/notices/toasts'
import { acknowledge } from '../alert-acts'
import { AlertMark } from '../alert-mark'
import type { Alert } from '../alert-queries'
import { closeTexts, evidenceText, openFor } from '../alert-texts'
import { RowMenu } from './row-menu'
import { SwipeLabel } from './swipe-label'
import { useSwipe } from './use-swipe'

interface AlertRowProps {
  readonly alert: Alert
  readonly title: string
  readonly nowMs: number
  /** Absent for a user who may not change alerts, and for a closed alert. */
  readonly selection?: {
    readonly isSelected: boolean
    readonly toggle: (isRange: boolean) => void
  }
}

/** One alert in a list: what is wrong, why, where, for how long, and who has it. */
export function AlertRow({ alert, title, nowMs, selection }: AlertRowProps) {
  const isTakeable = selection !== undefined && alert.acknowledged_at === null
  const swipe = useSwipe(isTakeable ? () => void acknowledge([alert]).catch(toastProblem) : undefined)
  return (
    <li
      className="alert-row"
      data-selected={selection?.isSelected || undefined}
      data-state={alert.state}
      {...swipe}
    >
      {isTakeable && <SwipeLabel />}
      {selection && (
        <Checkbox
          aria-label={t('Select {name}', { name: title })}
          checked={selection.isSelected}
          onChange={({ nativeEvent }) =>
            selection.toggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      )}
      <AlertMark alert={alert} />
      <Link href={`/alerts/${alert.id}`} className="alert-title" data-alerts={alert.id}>
        {title}
      </Link>
      <AlertPlace alert={alert} />
      <span className="alert-why">{whyOf(alert)}</span>
      <time dateTime={alert.opened_at} title={exactly(alert.opened_at)} className="alert-age">
        {openFor(alert, nowMs)}
      </time>
      <span className="alert-owner">{ownerOf(alert, nowMs)}</span>
      {selection && <RowMenu alert={alert} title={title} />}
    </li>
  )
}

/** The location of these kinds is that of the rule, which the title names, and not where the asset is. */
const ofRule = ['left', 'outside', 'par']

function AlertPlace({
  alert: { kind, location_id: id, location_external_key: key },
}: Pick<AlertRowProps, 'alert'>) {
  const pathOf = usePathText()
  if (id === null || ofRule.includes(kind)) return <span className="alert-place" />
  return <span className="alert-place">{pathOf(id, key)}</span>
}

/** Returns the second line: the note of the person who has it, why it was closed, or what made it true. */
function whyOf(alert: Alert): string {
  const { close_reason: reason, note, is_late: isLate } = alert
  if (reason !== null) return closeTexts[reason] ?? alert.rule_name
  const parts = [
    note === null ? evidenceText(alert) : quoted(note),
    isLate && t('Reported late, without a message'),
  ]
  return parts.filter(Boolean).join(' · ') || alert.rule_name
}

function ownerOf({ state, acknowledged_by: owner, snoozed_until: until }: Alert, nowMs: number): string {
  if (state === 'closed') return owner?.name ?? ''
  if (until !== null && Date.parse(until) > nowMs) return t('Snoozed')
  return owner?.name ?? t('Not acknowledged')
}
