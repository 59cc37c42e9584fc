import { PasswordInput, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { dataOf, type Schemas } from '../api/client'
import { ApiError } from '../api/errors'
import { open } from '../api/session'
import { Form, useApiForm } from '../ui/use-api-form'

export interface Offer {
  readonly look: Schemas['InvitationLook']
  readonly token: string
  readonly onJoined: (session: Schemas['Session']) => void
}

type Mode = 'new' | 'known'

const modes: { value: Mode; label: string }[] = [
  { value: 'new', label: 'I am new here' },
  { value: 'known', label: 'I have an account' },
]

/** For somebody who is not signed in: a new account, or the password of the one there is. */
export function AcceptInvitation({ look, token, onJoined }: Offer) {
  const [mode, setMode] = useState<Mode>('new')
  const isNew = mode === 'new'
  const form = useApiForm({
    initial: { name: '', email: look.email ?? '', password: '' },
    submit: async ({ name, email, password }) => {
      const body = { token, email, password, ...(isNew && { name }) }
      try {
        return await dataOf(open.POST('/internal/v1/invitations/accept', { body }))
      } catch (error) {
        throw isNew ? withHint(error) : error
      }
    },
    done: ({ data }) => onJoined(data),
  })
  return (
    <Form form={form} label="Join">
      <SegmentedControl
        fullWidth
        aria-label="Account"
        data={modes}
        value={mode}
        onChange={(value) => setMode(value)}
      />
      {isNew && <TextInput label="Your name" autoComplete="name" required {...form.text('name')} />}
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="username"
        required
        readOnly={look.email !== null}
        {...(look.email !== null && { description: 'The invitation is for this address' })}
        {...form.text('email')}
      />
      {isNew ? (
        <PasswordInput
          key="new"
          label="Password"
          description="At least 8 characters"
          autoComplete="new-password"
          required
          {...form.text('password')}
        />
      ) : (
        <PasswordInput
          key="known"
          label="Password"
          autoComplete="current-password"
          required
          {...form.text('password')}
        />
      )}
    </Form>
  )
}

/** An address that has an account wants its password, also of somebody who thinks to be new. */
function withHint(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 401) return error
  const hint = 'This address may have an account. Choose “I have an account” and give its password.'
  return new ApiError(error.status, error.type, hint, [], error.requestId)
}
