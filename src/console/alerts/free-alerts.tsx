import { Button, Text } from '@mantine/core'
import { Link } from 'wouter'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { areKeysOn } from '../ui/keys'
import { toastProblem } from '../ui/notices/toasts'
import { ageOf, counted } from '../ui/values/format'
import { useNow } from '../ui/values/use-now'
import { acknowledge } from './alert-acts'
import { AlertMark } from './alert-mark'
import type { Alert } from './alert-queries'
import { evidenceText, useAlertTitle } from './alert-texts'

const shown = 5

interface FreeAlertsProps {
  /** The latest open ones. */
  readonly alerts: readonly Alert[]
  /** The number of all that nobody has. */
  readonly total: number
}

/** The latest alerts that nobody has, urgent ones first; those of one rule are one row. Key: A acknowledges. */
export function FreeAlerts({ alerts, total }: FreeAlertsProps) {
  const free = alerts.filter(({ acknowledged_at: at }) => at === null)
  const urgentFirst = [
    ...free.filter(({ severity }) => severity === 'urgent'),
    ...free.filter(({ severity }) => severity === 'normal'),
  ]
  const rules = [...Map.groupBy(urgentFirst, ({ rule_id: id }) => id).values()]
  // Alerts beyond the latest can be of any rule.
  const isPart = free.length < total
  const others = total - rules.slice(0, shown).flat().length
  if (total === 0)
    return (
      <Text c="dimmed" size="sm" p="md">
        {t('Nothing needs anybody')}
      </Text>
    )
  return (
    <ul className="plain free-alerts">
      {rules.slice(0, shown).map((own) => (
        <FreeRow key={own[0]?.rule_id} alerts={own} isPart={isPart} />
      ))}
      {isPart && (
        <li>
          <Link href="/alerts" className="alert-title">
            {t('{count, plural, one {# more alert} other {# more alerts}}', { count: others })}
          </Link>
        </li>
      )}
      {!isPart && rules.length > shown && (
        <li>
          <Text size="sm" c="dimmed">
            {t('{count} more', { count: counted(rules.length - shown) })}
          </Text>
        </li>
      )}
    </ul>
  )
}

interface FreeRowProps {
  /** Of one rule. */
  readonly alerts: readonly Alert[]
  /** Whether the rule may have more. */
  readonly isPart: boolean
}

function FreeRow({ alerts, isPart }: FreeRowProps) {
  const { may } = useSignedIn()
  const titleOf = useAlertTitle()
  const nowMs = useNow()
  const [first] = alerts
  if (!first) return null
  const isSole = alerts.length === 1
  const named = { count: counted(alerts.length), rule: first.rule_name }
  const several = isPart ? t('At least {count} alerts: {rule}', named) : t('{count} alerts: {rule}', named)
  const title = isSole ? titleOf(first) : several
  const take = () => void acknowledge(alerts).catch(toastProblem)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the key acts for the link and the button in it
    <li onKeyDown={({ key }) => key === 'a' && areKeysOn() && may('operator') && take()}>
      <AlertMark alert={first} />
      <div>
        <Link href={isSole ? `/alerts/${first.id}` : '/alerts'} className="alert-title">
          {title}
        </Link>
        {isSole && <span className="alert-why">{evidenceText(first) ?? first.rule_name}</span>}
      </div>
      <time dateTime={first.opened_at}>{ageOf(nowMs - Date.parse(first.opened_at))}</time>
      {may('operator') && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('Acknowledge: {alert}', { alert: title })}
          onClick={take}
        >
          {t('Acknowledge')}
        </Button>
      )}
    </li>
  )
}
