import { Card, PasswordInput, Text } from '@mantine/core'
import { useLocation } from 'wouter'
import { dataOf } from '../api/client'
import { ApiError } from '../api/errors'
import { open, signOut } from '../api/session'
import { PageHeader } from '../ui/page-header'
import { toastDone, toastProblem } from '../ui/toasts'
import { Form, useApiForm } from '../ui/use-api-form'

const repeatedName = 'repeated_password'

/** Where the link of `whereabouts admin reset-password` leads; it carries its token where servers don't see it. */
export function ResetPasswordPage() {
  const [, navigate] = useLocation()
  const form = useApiForm({
    initial: { password: '', [repeatedName]: '' },
    submit: ({ password, [repeatedName]: repeated }) => {
      if (password !== repeated) throw differs()
      const token = location.hash.slice(1)
      return dataOf(open.POST('/internal/v1/password-reset', { body: { token, password } }))
    },
    done() {
      // All sessions of the person have ended, the one in this browser too.
      void signOut().catch(toastProblem)
      navigate('/', { replace: true })
      toastDone('The new password is set. Sign in with it.')
    },
  })
  return (
    <Card component="main" className="entry" withBorder padding="lg">
      <PageHeader title="New password" subtitle="Whereabouts" />
      <Text size="sm" c="dimmed" mb="md">
        It replaces the present one. All devices are signed out.
      </Text>
      <Form form={form} label="Set password">
        <PasswordInput
          label="New password"
          description="At least 8 characters"
          autoComplete="new-password"
          required
          {...form.text('password')}
        />
        <PasswordInput
          label="New password again"
          autoComplete="new-password"
          required
          {...form.text(repeatedName)}
        />
      </Form>
    </Card>
  )
}

function differs(): ApiError {
  const message = 'The two passwords differ'
  return new ApiError(400, 'validation_error', message, [
    { field: repeatedName, code: 'invalid_value', message },
  ])
}
