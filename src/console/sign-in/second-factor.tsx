import { Alert, Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { CopyField } from '../ui/notices/copy-field'
import { QueryState } from '../ui/pages/query-states'
import { Time } from '../ui/values/time'
import { toastDone } from '../ui/notices/toasts'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { CodeField } from './code-field'
import { QrCode } from './qr-code'

type Codes = readonly string[]

const queryKey = ['second-factor']

/** Adds, shows and removes the authenticator app of the user. */
export function SecondFactor({ onAdded }: { readonly onAdded?: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async () => (await dataOf(api.GET('/internal/v1/session/second-factor'))).data,
  })
  const [codes, setCodes] = useState<Codes>()
  const changed = () => void queryClient.invalidateQueries({ queryKey })
  if (!data) return <QueryState error={error} onRetry={refetch} />
  return (
    <>
      {data.added_at === null ? (
        <AddApp
          onAdded={(added) => {
            setCodes(added)
            changed()
          }}
        />
      ) : (
        <Added
          factor={data}
          onCodes={(renewed) => {
            setCodes(renewed)
            changed()
          }}
        />
      )}
      <Modal
        opened={codes !== undefined}
        onClose={() => {
          setCodes(undefined)
          onAdded?.()
        }}
        title={t('Recovery codes')}
        closeOnClickOutside={false}
        closeButtonProps={{ 'aria-label': t('Close') }}
      >
        <CodeList codes={codes ?? []} />
      </Modal>
    </>
  )
}

/** Shows the codes, which cannot be shown again. */
const CodeList = ({ codes }: { readonly codes: Codes }) => (
  <Stack>
    <Text size="sm">
      {t(
        'Save these codes in a safe place. Each code works once when you do not have your authenticator app. They are not shown again.',
      )}
    </Text>
    <CopyField label={t('Codes')} value={codes.join('\n')} />
  </Stack>
)

function AddApp({ onAdded }: { readonly onAdded: (codes: Codes) => void }) {
  const [secret, setSecret] = useState<Schemas['TotpSecret']>()
  if (secret) return <ConfirmApp secret={secret} onAdded={onAdded} />
  return <BeginApp onBegun={setSecret} />
}

function BeginApp({ onBegun }: { readonly onBegun: (secret: Schemas['TotpSecret']) => void }) {
  const form = useApiForm({
    initial: { current_password: '' },
    submit: (body) => dataOf(api.POST('/internal/v1/session/second-factor', { body })),
    done: ({ data }) => onBegun(data),
  })
  return (
    <Form form={form} label={t('Add an authenticator app')}>
      <Text size="sm" c="dimmed">
        {t(
          'An authenticator app on your phone shows a new code every 30 seconds. When you sign in with your password, you enter the code too.',
        )}
      </Text>
      <CurrentPassword {...form.text('current_password')} />
    </Form>
  )
}

const CurrentPassword = (props: object) => (
  <PasswordInput label={t('Your password')} autoComplete="current-password" required {...props} />
)

interface ConfirmAppProps {
  readonly secret: Schemas['TotpSecret']
  readonly onAdded: (codes: Codes) => void
}

function ConfirmApp({ secret, onAdded }: ConfirmAppProps) {
  const form = useApiForm({
    initial: { code: '' },
    submit: (body) => dataOf(api.POST('/internal/v1/session/second-factor/confirm', { body })),
    done: ({ data }) => onAdded(data.recovery_codes),
  })
  return (
    <Form form={form} label={t('Confirm')}>
      <Text size="sm">
        {t('Scan the QR code with your authenticator app, or enter the secret in the app.')}
      </Text>
      <QrCode text={secret.uri} label={t('QR code with the secret')} />
      <CopyField label={t('Secret')} value={secret.secret} />
      <TextInput
        label={t('Code')}
        description={t('The code that the app shows now')}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        {...form.text('code')}
      />
    </Form>
  )
}

interface AddedProps {
  readonly factor: Schemas['SecondFactor']
  readonly onCodes: (codes: Codes) => void
}

type Task = 'codes' | 'remove'

function Added({ factor, onCodes }: AddedProps) {
  const [task, setTask] = useState<Task>()
  const left = factor.recovery_codes
  return (
    <Stack>
      <Text size="sm">
        {rich(
          'You added an authenticator app {time}. {count, plural, one {# recovery code is left.} other {# recovery codes are left.}}',
          { time: factor.added_at && <Time at={factor.added_at} />, count: left },
        )}
      </Text>
      {left < 3 && (
        <Alert color="yellow" role="status">
          {t('Create new recovery codes before you run out of them.')}
        </Alert>
      )}
      {task === undefined ? (
        <Group>
          <Button variant="default" onClick={() => setTask('codes')}>
            {t('New recovery codes')}
          </Button>
          <Button variant="default" color="red" onClick={() => setTask('remove')}>
            {t('Remove app')}
          </Button>
        </Group>
      ) : (
        <Reauthenticated
          task={task}
          onCodes={(codes) => {
            setTask(undefined)
            onCodes(codes)
          }}
          onCancel={() => setTask(undefined)}
        />
      )}
    </Stack>
  )
}

interface ReauthenticatedProps {
  readonly task: Task
  readonly onCodes: (codes: Codes) => void
  readonly onCancel: () => void
}

/** Asks for the password and a code, then does the task. */
function Reauthenticated({ task, onCodes, onCancel }: ReauthenticatedProps) {
  const form = useApiForm({
    initial: { current_password: '', code: '' },
    async submit(body) {
      if (task === 'codes')
        return (await dataOf(api.POST('/internal/v1/session/recovery-codes', { body }))).data.recovery_codes
      await dataOf(api.POST('/internal/v1/session/second-factor/remove', { body }))
      return undefined
    },
    done(codes) {
      if (codes) return onCodes(codes)
      toastDone(t('The app was removed'))
      void queryClient.invalidateQueries({ queryKey })
    },
  })
  return (
    <Form
      form={form}
      label={task === 'codes' ? t('Create codes') : t('Remove app')}
      aside={
        <Button variant="default" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      }
    >
      <CurrentPassword {...form.text('current_password')} />
      <CodeField {...form.text('code')} />
    </Form>
  )
}
