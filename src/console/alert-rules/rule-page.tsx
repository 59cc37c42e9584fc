import { Alert, Button, Card, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLocation, useParams } from 'wouter'
import { api, dataOf } from '../api/client'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { serverText } from '../languages/server-texts'
import { useApiForm } from '../ui/forms/use-api-form'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { toastDone } from '../ui/notices/toasts'
import { PageHeader } from '../ui/pages/page-header'
import { NotFound } from '../ui/pages/query-states'
import { type AlertRule, rulesChanged } from '../alerts/alert-queries'
import { draftOf, fieldsOf, type RuleDraft } from './rule-draft'
import { RuleForm } from './rule-form'
import { SaveButtons } from './save-buttons'
import { RuleSentence } from './rule-sentence'
import { wordsOf } from './rule-words'
import { useNamesOf } from './use-rule-names'

const back = [
  { href: '/alerts', label: t('Alerts') },
  { href: '/alert-rules', label: t('Rules') },
]

/** A rule: its sentence, whose words a manager can change. */
export function RulePage() {
  const id = Number(useParams()['id'])
  const { may } = useSignedIn()
  const { data, error, refetch } = useQuery({
    queryKey: ['alert-rules', id],
    queryFn: async () =>
      (await dataOf(api.GET('/internal/v1/alert-rules/{rule}', { params: { path: { rule: id } } }))).data,
  })
  if (!data) return <NotFound error={error} onRetry={refetch} back={back} />
  return may('manager') ? <EditRule key={data.id} rule={data} /> : <ShownRule rule={data} />
}

const stateOf = ({ is_enabled: isEnabled }: AlertRule): string =>
  isEnabled ? t('This rule is on.') : t('This rule is off.')

function EditRule({ rule }: { readonly rule: AlertRule }) {
  const [, navigate] = useLocation()
  const isOn = useRef(rule.is_enabled)
  const params = { path: { rule: rule.id } }
  const form = useApiForm({
    initial: draftOf(rule),
    submit: async (draft: RuleDraft) => {
      const body = { ...fieldsOf(draft), is_enabled: isOn.current }
      return (await dataOf(api.PATCH('/internal/v1/alert-rules/{rule}', { params, body }))).data
    },
    done: (saved) => {
      void rulesChanged()
      toastDone(t('{name} saved', { name: saved.name }))
      navigate('/alert-rules')
    },
  })

  async function remove(): Promise<void> {
    await dataOf(api.DELETE('/internal/v1/alert-rules/{rule}', { params }))
    await rulesChanged()
    toastDone(t('{name} deleted', { name: rule.name }))
    navigate('/alert-rules')
  }

  return (
    <>
      <PageHeader title={rule.name} subtitle={stateOf(rule)} back={back}>
        <ConfirmButton
          label={t('Delete')}
          title={t('Delete {name}', { name: rule.name })}
          confirm={t('Delete rule')}
          onConfirm={remove}
        >
          {t('Its open alerts are closed. Closed alerts stay.')}
        </ConfirmButton>
      </PageHeader>
      <Stack>
        {rule.paused_reason !== null && <Paused rule={rule} />}
        <RuleForm
          form={form}
          buttons={
            <>
              <SaveButtons form={form} isOn={rule.is_enabled} onChoose={(on) => (isOn.current = on)} />
              <Button variant="subtle" onClick={form.discard}>
                {t('Discard')}
              </Button>
            </>
          }
        />
      </Stack>
    </>
  )
}

const Paused = ({ rule: { paused_reason: reason, paused_text: text } }: { readonly rule: AlertRule }) => (
  <Alert color="yellow" title={t('The service has switched this rule off')}>
    {serverText(reason ?? '', text)}
  </Alert>
)

/** Who may not change the rule reads it. */
function ShownRule({ rule }: { readonly rule: AlertRule }) {
  const draft = draftOf(rule)
  const words = wordsOf(draft, useNamesOf(draft))
  return (
    <>
      <PageHeader title={rule.name} subtitle={stateOf(rule)} back={back} />
      <Stack>
        {rule.paused_reason !== null && <Paused rule={rule} />}
        <Card withBorder className="rule-sentence">
          <RuleSentence rule={draft} words={words} />
        </Card>
        <p>{t('Managers change rules.')}</p>
      </Stack>
    </>
  )
}
