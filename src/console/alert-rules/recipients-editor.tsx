import { Alert, Button, MultiSelect, Stack, TagsInput, Text } from '@mantine/core'
import { t } from '../languages/messages'
import type { ApiForm } from '../ui/forms/use-api-form'
import { PageLink } from '../ui/pages/link'
import { mailText, useMail } from '../alerts/mail'
import type { Recipient, RuleDraft } from './rule-draft'
import { useRecipients } from './use-recipients'

interface Props {
  readonly form: ApiForm<RuleDraft>
}

const keyOf = (recipient: Recipient): string =>
  recipient.user_id === undefined ? `output:${recipient.output_id}` : `user:${recipient.user_id}`

function recipientOf(key: string): Recipient {
  const [kind, id = ''] = key.split(':')
  return kind === 'user' ? { user_id: id } : { output_id: Number(id) }
}

/** Who is told of an alert: members, outputs and addresses. */
export function RecipientsEditor({ form }: Props) {
  const known = useRecipients()
  const { recipients } = form.values
  const named = recipients.filter(({ email }) => email === undefined)
  const addresses = recipients.flatMap(({ email }) => email ?? [])
  const gone = named.filter((one) => known && !known.has(keyOf(one)))
  const options = [
    ...(known ? [...known].map(([value, { label }]) => ({ value, label })) : []),
    ...gone.map((one) => ({ value: keyOf(one), label: t('Removed') })),
  ]
  const withoutAddress = named.filter((one) => known?.get(keyOf(one))?.isReachable === false)
  const change = (chosen: readonly string[], emails: readonly string[]) =>
    form.set('recipients', [...chosen.map(recipientOf), ...emails.map((email) => ({ email: email.trim() }))])
  return (
    <Stack gap="sm">
      <MultiSelect
        label={t('Members and outputs')}
        searchable
        data={options}
        value={named.map(keyOf)}
        nothingFoundMessage={t('No results found.')}
        onChange={(chosen) => change(chosen, addresses)}
      />
      <TagsInput
        label={t('E-mail addresses')}
        description={t('Enter or a comma ends an address.')}
        value={addresses}
        error={form.problems('recipients')[0]?.message}
        onChange={(emails) => change(named.map(keyOf), emails)}
      />
      {withoutAddress.length > 0 && (
        <Text size="sm">
          {t('No mail can be sent to {names}: the address of the account is not one for mail.', {
            names: withoutAddress.map((one) => known?.get(keyOf(one))?.label ?? '').join(', '),
          })}
        </Text>
      )}
      {gone.length > 0 && <Text size="sm">{t('Nothing is sent to what was removed.')}</Text>}
      <MailNotice />
    </Stack>
  )
}

/** Mail that is not set up, or cannot be sent. */
function MailNotice() {
  const { data: mail } = useMail()
  if (!mail || mail.state === 'ok') return null
  return (
    <Alert color={mail.state === 'failing' ? 'red' : 'gray'} title={t('Mail')}>
      {mailText(mail)}{' '}
      <PageLink href="/mail" inherit underline="always">
        {t('Mail and outputs')}
      </PageLink>
    </Alert>
  )
}

export function RepeatEditor({ form, children }: Props & { readonly children: React.ReactNode }) {
  const { renotify_minutes: minutes } = form.values
  return (
    <Stack gap="xs" align="flex-start">
      {minutes !== null && children}
      <Button
        variant="default"
        size="xs"
        onClick={() => form.set('renotify_minutes', minutes === null ? 60 : null)}
      >
        {minutes === null ? t('Repeat the mail') : t('Send it once')}
      </Button>
      <Text size="sm" c="dimmed">
        {t(
          'Mail is repeated until somebody acknowledges the alert. It is not repeated while the alert is snoozed.',
        )}
      </Text>
    </Stack>
  )
}
