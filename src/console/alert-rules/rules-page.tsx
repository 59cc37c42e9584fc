import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { serverText } from '../languages/server-texts'
import { toastProblem } from '../ui/notices/toasts'
import { LinkButton, PageLink } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { QueryState } from '../ui/pages/query-states'
import { StateBadge } from '../ui/values/state-badge'
import { type AlertRule, rulesChanged, rulesQuery } from '../alerts/alert-queries'
import { useAlertSection } from '../alerts/alert-section'
import { severityTexts } from '../alerts/alert-texts'
import { NoRules } from '../alerts/no-rules'
import { draftOf } from './rule-draft'
import { RuleSentence } from './rule-sentence'
import { wordsOf } from './rule-words'
import { useNamesOf } from './use-rule-names'

/** The rules of the organization, each as a sentence. */
export function RulesPage() {
  const { may } = useSignedIn()
  const section = useAlertSection()
  const { data: rules, error, refetch } = useQuery(rulesQuery)
  const content = () => {
    if (!rules) return <QueryState error={error} onRetry={refetch} lines={8} />
    if (rules.length === 0) return <NoRules />
    return (
      <ul className="plain rule-list">
        {rules.map((rule) => (
          <RuleRow key={rule.id} rule={rule} />
        ))}
      </ul>
    )
  }
  return (
    <>
      <PageHeader title={t('Alert rules')} section={section}>
        {may('manager') && rules && rules.length > 0 && (
          <LinkButton href="/alert-rules/new">{t('New rule')}</LinkButton>
        )}
      </PageHeader>
      {content()}
    </>
  )
}

function RuleRow({ rule }: { readonly rule: AlertRule }) {
  const { may } = useSignedIn()
  const draft = draftOf(rule)
  const words = wordsOf(draft, useNamesOf(draft))
  const { id, name, severity, is_enabled: isEnabled, paused_reason: paused, paused_text: text } = rule

  async function change(next: boolean): Promise<void> {
    const params = { path: { rule: id } }
    await dataOf(api.PATCH('/internal/v1/alert-rules/{rule}', { params, body: { is_enabled: next } }))
    await rulesChanged()
  }

  return (
    <li className="rule-row">
      <div>
        <PageLink href={`/alert-rules/${id}`} fw={600}>
          {name}
        </PageLink>{' '}
        {severity === 'urgent' && <StateBadge state="problem">{severityTexts.urgent}</StateBadge>}
        <p>
          <RuleSentence rule={draft} words={words} />
        </p>
        {paused !== null && (
          <p className="rule-paused">{t('Paused: {reason}', { reason: serverText(paused, text) })}</p>
        )}
      </div>
      {may('manager') ? (
        <Switch
          aria-label={t('{name} is on', { name })}
          checked={isEnabled}
          onChange={(event) => void change(event.currentTarget.checked).catch(toastProblem)}
        />
      ) : (
        <span>{isEnabled ? t('On') : t('Off')}</span>
      )}
    </li>
  )
}
