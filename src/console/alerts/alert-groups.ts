import { t } from '../languages/messages'
import type { Alert } from './alert-queries'

/** How the page of alerts divides them. */

export type Shown = 'all' | 'nobody' | 'mine' | 'snoozed'

export interface AlertGroup {
  readonly key: string
  readonly title: string
  /** The alerts by rule, in the order of their latest ones. */
  readonly rules: readonly (readonly Alert[])[]
  readonly count: number
}

const isSnoozed = ({ snoozed_until: until }: Alert, nowMs: number): boolean =>
  until !== null && Date.parse(until) > nowMs

/** Returns the alerts that a choice shows. */
export function shownOf(
  alerts: readonly Alert[],
  shown: Shown,
  userId: string,
  nowMs: number,
): readonly Alert[] {
  switch (shown) {
    case 'nobody':
      return alerts.filter(({ acknowledged_at: at }) => at === null)
    case 'mine':
      return alerts.filter(({ acknowledged_by: by }) => by?.user_id === userId)
    case 'snoozed':
      return alerts.filter((alert) => isSnoozed(alert, nowMs))
    default:
      return alerts
  }
}

const byRule = (alerts: readonly Alert[]): readonly (readonly Alert[])[] => [
  ...Map.groupBy(alerts, ({ rule_id: id }) => id).values(),
]

const groupOf = (key: string, title: string, alerts: readonly Alert[]): AlertGroup => ({
  key,
  title,
  rules: byRule(alerts),
  count: alerts.length,
})

/** Returns the groups of open alerts that are not empty: those that nobody has first, the urgent ones of them on top. */
export function groupsOf(alerts: readonly Alert[]): readonly AlertGroup[] {
  const [free, taken] = [
    alerts.filter(({ acknowledged_at: at }) => at === null),
    alerts.filter(({ acknowledged_at: at }) => at !== null),
  ]
  return [
    groupOf(
      'urgent',
      t('Urgent'),
      free.filter(({ severity }) => severity === 'urgent'),
    ),
    groupOf(
      'normal',
      t('Normal'),
      free.filter(({ severity }) => severity === 'normal'),
    ),
    groupOf('taken', t('Acknowledged'), taken),
  ].filter(({ count }) => count > 0)
}
