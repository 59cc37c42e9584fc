import { Text } from '@mantine/core'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { PageLink } from '../ui/pages/link'
import { counted, lengthOf } from '../ui/values/format'
import type { RuleDraft } from './rule-draft'
import { DayBars } from './day-bars'
import { days, type RuleRehearsal } from './use-rule-rehearsal'

interface ResultProps {
  readonly rehearsal: RuleRehearsal
  readonly draft: RuleDraft
  /** Whether the rule has changed since. */
  readonly isFormer: boolean
}

const alertsText = (count: number): string => t('{count, plural, one {# alert} other {# alerts}}', { count })

/** How many alerts there would have been, when, and about what. */
export function RehearsalResult({ rehearsal: { found, tookMs }, draft, isFormer }: ResultProps) {
  const { alert_count: count, event_count: events } = found
  return (
    <div className="rehearsal-result" data-former={isFormer || undefined}>
      <p className="rehearsal-sum" role="status">
        <Sum found={found} isFormer={isFormer} />
      </p>
      {count > 0 && <DayBars found={found} />}
      {count > 0 && <Noisiest found={found} />}
      <Text size="sm" c="dimmed" component="footer">
        {!isFormer && <LongerWait found={found} draft={draft} />}
        {!found.is_exact &&
          `${t('Computed by hours, because single values are not kept: an hour counts as a whole.')} `}
        {t('{events, plural, one {# event} other {# events}}, {seconds} s. Nothing was sent.', {
          events,
          seconds: counted(Math.max(1, Math.round(tookMs / 100)) / 10),
        })}
      </Text>
    </div>
  )
}

function Sum({ found, isFormer }: Pick<RuleRehearsal, 'found'> & Pick<ResultProps, 'isFormer'>) {
  const { alert_count: count, event_count: events } = found
  if (isFormer) return rich('Before the change: {alerts}', { alerts: <b>{alertsText(count)}</b> })
  if (events === 0) return t('There are no events of the last {days} days to look at.', { days })
  if (count === 0)
    return t('None in the last {days} days. Either all is well, or the rule never fits.', { days })
  return rich('In the last {days} days this rule would have raised {alerts}.', {
    days: String(days),
    alerts: <b>{alertsText(count)}</b>,
  })
}

/** Says how many alerts would remain with the next longer wait that changes their number. */
function LongerWait({
  found: { by_hold: holds, alert_count: count },
  draft,
}: Pick<RuleRehearsal, 'found'> & Pick<ResultProps, 'draft'>) {
  const own = draft.hold_seconds
  const longer = holds.find(({ hold_seconds: seconds, alert_count: fewer }) => seconds > own && fewer < count)
  if (!longer) return null
  const values = {
    longer: lengthOf(longer.hold_seconds),
    own: lengthOf(own),
    count: longer.alert_count,
  }
  const text =
    own === 0
      ? t(
          'If it waits {longer}, {count, plural, =0 {none remains} one {# remains} other {# remain}}.',
          values,
        )
      : t(
          'If it waits {longer} instead of {own}, {count, plural, =0 {none remains} one {# remains} other {# remain}}.',
          values,
        )
  return <b className="rehearsal-hint">{text}</b>
}

/** The subjects with the most alerts, each with a link to its page. */
function Noisiest({ found: { subjects } }: Pick<RuleRehearsal, 'found'>) {
  const most = subjects[0]?.count ?? 1
  return (
    <section aria-labelledby="rehearsal-noisiest">
      <h3 id="rehearsal-noisiest">{t('The noisiest')}</h3>
      <ul className="shares">
        {subjects.map(({ subject: { kind, id, name }, count }) => (
          <li key={`${kind} ${id}`}>
            <div className="share-line">
              {kind === 'tag' ? (
                <Text size="sm" className="page-title">
                  {name}
                </Text>
              ) : (
                <PageLink href={`/${kind}s/${id}`} size="sm" className="page-title">
                  {name}
                </PageLink>
              )}
              <Text size="sm">{counted(count)}</Text>
            </div>
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
              <rect className="share" width={(count / most) * 100} height={8} />
            </svg>
          </li>
        ))}
      </ul>
    </section>
  )
}
