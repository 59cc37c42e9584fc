import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { toastProblem } from '../ui/notices/toasts'
import { Section } from '../ui/pages/section'
import { counted } from '../ui/values/format'
import { useNow } from '../ui/values/use-now'
import { acknowledge } from '../alerts/alert-acts'
import { AlertMark } from '../alerts/alert-mark'
import { type AlertDetails, useOpenAlerts } from '../alerts/alert-queries'
import { openFor, useAlertTitle } from '../alerts/alert-texts'

const shown = 5

/** The other open alerts of the rule, which probably have one cause. */
export function SameRule({ alert }: { readonly alert: AlertDetails }) {
  const { may } = useSignedIn()
  const titleOf = useAlertTitle()
  const nowMs = useNow()
  const { data } = useOpenAlerts()
  const ofRule = (data?.data ?? []).filter(({ rule_id: id }) => id === alert.rule_id)
  const others = ofRule.filter(({ id }) => id !== alert.id)
  const free = ofRule.filter(({ acknowledged_at: at }) => at === null)
  if (others.length === 0) return null
  return (
    <Section
      id="same-rule"
      title={t('Same rule')}
      aside={
        may('operator') &&
        free.length > 1 && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => void acknowledge(free).catch(toastProblem)}
          >
            {t('Acknowledge all {count}', { count: counted(free.length) })}
          </Anchor>
        )
      }
    >
      <ul className="plain free-alerts">
        {others.slice(0, shown).map((other) => (
          <li key={other.id}>
            <AlertMark alert={other} />
            <Link href={`/alerts/${other.id}`} className="alert-title">
              {titleOf(other)}
            </Link>
            <time dateTime={other.opened_at}>{openFor(other, nowMs)}</time>
          </li>
        ))}
      </ul>
    </Section>
  )
}
