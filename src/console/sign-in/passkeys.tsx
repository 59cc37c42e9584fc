import { Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { startRegistration } from '@simplewebauthn/browser'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { QueryState } from '../ui/pages/query-states'
import { Time } from '../ui/values/time'
import { toastDone } from '../ui/notices/toasts'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { obstacleOf } from './passkey-button'
import { signInOptions } from './providers'

type Passkey = Schemas['Passkey']

const queryKey = ['passkeys']

/** Adds, lists and removes the passkeys of the user. */
export function Passkeys() {
  const options = useQuery(signInOptions)
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async () => (await dataOf(api.GET('/internal/v1/session/passkeys'))).data,
  })
  if (!data || !options.data)
    return (
      <QueryState
        error={error ?? options.error}
        onRetry={() => Promise.all([refetch(), options.refetch()])}
      />
    )
  const obstacle = obstacleOf(options.data)
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t(
          'A passkey replaces your password on a device: you sign in with its PIN, your fingerprint or your face.',
        )}
      </Text>
      <Stack gap="sm" component="ul" className="plain">
        {data.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </Stack>
      {obstacle === undefined ? <AddPasskey key={data.length} /> : <Text size="sm">{obstacle}</Text>}
    </Stack>
  )
}

const PasskeyRow = ({
  passkey: { id, name, created_at: created, last_used_at: used },
}: {
  readonly passkey: Passkey
}) => (
  <Group component="li" justify="space-between">
    <Text>
      {name}{' '}
      <Text span c="dimmed" size="sm">
        {rich('added {time}{used}', {
          time: <Time at={created} />,
          used: used !== null && <>{rich(', last used {time}', { time: <Time at={used} /> })}</>,
        })}
      </Text>
    </Text>
    <ConfirmButton
      label={t('Remove')}
      title={t('Remove passkey “{name}”', { name })}
      confirm={t('Remove passkey')}
      onConfirm={() => remove(id)}
    >
      {t('You can no longer sign in with this passkey. Delete it on the device too.')}
    </ConfirmButton>
  </Group>
)

async function remove(passkey: string): Promise<void> {
  const params = { path: { passkey } }
  await dataOf(api.DELETE('/internal/v1/session/passkeys/{passkey}', { params }))
  await queryClient.invalidateQueries({ queryKey })
}

function AddPasskey() {
  const form = useApiForm({
    initial: { name: '', current_password: '' },
    submit: async ({ name, current_password: password }) => {
      const asked = await dataOf(
        api.POST('/internal/v1/session/passkeys/options', { body: { current_password: password } }),
      )
      const created = await startRegistration({ optionsJSON: JSON.parse(asked.data.options) }).catch(
        toMessage,
      )
      return dataOf(
        api.POST('/internal/v1/session/passkeys', { body: { name, response: JSON.stringify(created) } }),
      )
    },
    done() {
      toastDone(t('Passkey added'))
      void queryClient.invalidateQueries({ queryKey })
    },
  })
  return (
    <Form form={form} label={t('Add a passkey')} isSecondary>
      <TextInput
        label={t('Name')}
        description={t('Such as the name of the device')}
        required
        {...form.text('name')}
      />
      <PasswordInput
        label={t('Your password')}
        autoComplete="current-password"
        required
        {...form.text('current_password')}
      />
    </Form>
  )
}

function toMessage(error: unknown): never {
  const isKnown = error instanceof Error && error.name === 'InvalidStateError'
  throw new Error(
    isKnown
      ? t('This device already has a passkey for your account.')
      : t("No passkey was created: the request was canceled, timed out, or this device can't create one."),
  )
}
