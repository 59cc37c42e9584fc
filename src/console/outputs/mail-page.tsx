import { Alert, Select, Stack, Text, TextInput } from '@mantine/core'
import { mailQuery, mailText, useMail } from '../alerts/mail'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { serverText } from '../languages/server-texts'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { type Column, DataTable } from '../ui/lists/data-table'
import { useList } from '../ui/lists/use-list'
import { toastDone, toastProblem } from '../ui/notices/toasts'
import { LinkButton } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { EmptyList, Failed, Loading } from '../ui/pages/query-states'
import { Section } from '../ui/pages/section'
import { Pairs } from '../ui/values/pairs'
import { ClockTime, Time } from '../ui/values/time'
import { kindNames } from './output-fields'
import type { Output } from './use-output'

const pollMs = 5_000

const settings = {
  url: 'WHEREABOUTS_SMTP_URL',
  from: 'WHEREABOUTS_MAIL_FROM',
  publicUrl: 'WHEREABOUTS_PUBLIC_URL',
}

/** How alerts leave the console: mail, and lamps and sirens. */
export function MailPage() {
  const { may } = useSignedIn()
  return (
    <>
      <PageHeader
        title={t('Mail and outputs')}
        subtitle={t('How alerts are told outside of the console. A rule names who is told.')}
        back={{ href: '/settings', label: t('Settings') }}
      />
      {may('admin') ? (
        <Stack>
          <MailSection />
          <Outputs />
        </Stack>
      ) : (
        <Alert color="gray">{t('Only an admin can set up mail and outputs.')}</Alert>
      )}
    </>
  )
}

function MailSection() {
  const { data: mail, error, refetch } = useMail()
  return (
    <Section id="mail" title={t('Mail')}>
      {mail ? (
        <Mail mail={mail} />
      ) : error ? (
        <Failed error={error} onRetry={refetch} />
      ) : (
        <Loading lines={4} />
      )}
    </Section>
  )
}

function Mail({ mail }: { readonly mail: Schemas['Mail'] }) {
  const { state, since, from, last_sent_at: sentAt, waiting_count: waiting } = mail
  if (state === 'off')
    return (
      <Alert color="gray" title={t('Mail is not set up')}>
        {rich('The administrator of the server sets {url} and {from}.', {
          url: <code>{settings.url}</code>,
          from: <code>{settings.from}</code>,
        })}
      </Alert>
    )
  return (
    <Stack>
      {state !== 'ok' && (
        <Alert
          color={state === 'failing' ? 'red' : 'yellow'}
          title={state === 'failing' ? t('Mail cannot be sent') : t('Mail is slow')}
        >
          {mailText(mail)} {since !== null && rich('Since {time}.', { time: <ClockTime at={since} /> })}
        </Alert>
      )}
      <Pairs
        pairs={[
          [t('Sender'), from ?? ''],
          [t('Last mail'), sentAt === null ? t('No mail was sent yet') : <Time key="sent" at={sentAt} />],
          [
            t('Waiting messages'),
            t('{count, plural, =0 {No message waits.} one {# message waits.} other {# messages wait.}}', {
              count: waiting,
            }),
          ],
        ]}
      />
      {!mail.has_links && (
        <Text size="sm">
          {rich('Mail has no link to the alert, because {setting} is not set.', {
            setting: <code>{settings.publicUrl}</code>,
          })}
        </Text>
      )}
      <Language language={mail.language} />
      <TestForm />
    </Stack>
  )
}

function Language({ language }: Pick<Schemas['Mail'], 'language'>) {
  const { organization } = useSignedIn()
  async function choose(next: Schemas['Mail']['language']): Promise<void> {
    const params = { path: { organization: organization.id } }
    try {
      await dataOf(
        api.PATCH('/internal/v1/organizations/{organization}', { params, body: { mail_language: next } }),
      )
      toastDone(t('Saved'))
    } catch (error) {
      toastProblem(error)
    }
    await queryClient.invalidateQueries({ queryKey: mailQuery.queryKey })
  }
  return (
    <Select
      label={t('Language of mail')}
      maw={320}
      allowDeselect={false}
      data={[
        { value: 'en', label: 'English' },
        { value: 'de', label: 'Deutsch' },
      ]}
      value={language}
      onChange={(chosen) => void choose(chosen === 'de' ? 'de' : 'en')}
    />
  )
}

function TestForm() {
  const form = useApiForm({
    initial: { address: '' },
    submit: (body) => dataOf(api.POST('/internal/v1/mail/test', { body })),
    done() {
      toastDone(t('The mail server has taken the test'))
      void queryClient.invalidateQueries({ queryKey: mailQuery.queryKey })
    },
  })
  return (
    <Form form={form} label={t('Send test')}>
      <TextInput label={t('Send a test to')} type="email" maw={320} required {...form.text('address')} />
    </Form>
  )
}

const stateOf = ({
  failing_since: since,
  last_error: error,
  last_error_text: text,
  sent_state: state,
}: Output) => {
  if (since !== null) return serverText(error ?? '', text)
  if (state === null) return t('Nothing sent yet')
  return state === 'on' ? t('Switched on') : t('Switched off')
}

const columns: [Column<Output>, ...Column<Output>[]] = [
  { key: 'name', label: t('Name'), cell: ({ name }) => name },
  { key: 'kind', label: t('Kind'), cell: ({ kind }) => kindNames[kind] },
  {
    key: 'target',
    label: t('URL or topic'),
    cell: ({ url, topic }) => <span className="tag-value">{url ?? topic}</span>,
  },
  { key: 'state', label: t('Status'), cell: stateOf },
]

const newOutput = <LinkButton href="/outputs/new">{t('New output')}</LinkButton>

function Outputs() {
  const list = useList({
    key: ['alert-outputs', 'list'],
    load: ({ limit, offset }) =>
      dataOf(api.GET('/internal/v1/alert-outputs', { params: { query: { limit, offset } } })),
    pollMs,
  })
  return (
    <Section id="outputs" title={t('Outputs')} aside={!list.isEmpty && newOutput}>
      <DataTable
        name={t('Outputs')}
        storedAs="Outputs"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/outputs/${id}`}
        empty={
          <EmptyList title={t('Outputs appear here')} action={newOutput}>
            {t('An output is a lamp or a siren that alerts switch on.')}
          </EmptyList>
        }
      />
    </Section>
  )
}
