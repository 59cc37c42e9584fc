import { PasswordInput, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { dataOf, type Schemas } from '../api/client'
import { ApiError } from '../api/errors'
import { open } from '../api/session'
import { t } from '../languages/messages'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { asksForCode, CodeField } from './code-field'

export interface Offer {
  readonly invitation: Schemas['InvitationLook']
  readonly token: string
  readonly onJoined: (session: Schemas['Session']) => void
}

type Mode = 'new' | 'existing'

const modes: { value: Mode; label: string }[] = [
  { value: 'new', label: t('New account') },
  { value: 'existing', label: t('Existing account') },
]

/** Accepts an invitation without a session: with a new account, or with the password of an existing one. */
export function AcceptInvitation({ invitation, token, onJoined }: Offer) {
  const [mode, setMode] = useState<Mode>('new')
  const [needsCode, setNeedsCode] = useState(false)
  const isNew = mode === 'new'
  const form = useApiForm({
    initial: { name: '', email: invitation.email ?? '', password: '', code: '' },
    submit: async ({ name, email, password, code }) => {
      const body = { token, email, password, ...(isNew ? { name } : needsCode && { code }) }
      try {
        return await dataOf(open.POST('/internal/v1/invitations/accept', { body }))
      } catch (error) {
        if (asksForCode(error)) setNeedsCode(true)
        throw isNew ? withHint(error) : error
      }
    },
    done: ({ data }) => onJoined(data),
  })
  return (
    <Form form={form} label={t('Join')}>
      <SegmentedControl
        fullWidth
        aria-label={t('Account')}
        data={modes}
        value={mode}
        onChange={(value) => setMode(value)}
      />
      {isNew && <TextInput label={t('Your name')} autoComplete="name" required {...form.text('name')} />}
      <TextInput
        label={t('E-mail')}
        type="email"
        autoComplete="username"
        required
        readOnly={invitation.email !== null}
        {...(invitation.email !== null && { description: t('The invitation is for this address.') })}
        {...form.text('email')}
      />
      {isNew ? (
        <PasswordInput
          key="new"
          label={t('Password')}
          description={t('At least 8 characters')}
          autoComplete="new-password"
          required
          {...form.text('password')}
        />
      ) : (
        <PasswordInput
          key="existing"
          label={t('Password')}
          autoComplete="current-password"
          required
          {...form.text('password')}
        />
      )}
      {!isNew && needsCode && <CodeField {...form.text('code')} />}
    </Form>
  )
}

/** Adds a hint to the error: the service rejects a new account for an address that already has one. */
function withHint(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 401) return error
  const hint = t(
    'This address may already have an account. Choose “Existing account” and enter its password.',
  )
  const { status, type, requestId } = error
  return new ApiError({ status, type, detail: hint, requestId })
}
