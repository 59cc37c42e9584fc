import { PasswordInput, Text } from '@mantine/core'
import { useLocation } from 'wouter'
import { dataOf } from '../api/client'
import { type ApiError, invalid } from '../api/errors'
import { open, signOut } from '../api/session'
import { t } from '../languages/messages'
import { PageHeader } from '../ui/pages/page-header'
import { toastDone, toastProblem } from '../ui/notices/toasts'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { Entry } from './entry'

const repeatedName = 'repeated_password'

/**
 * The page that the link of `whereabouts admin reset-password` opens. The token is in the fragment of the URL, which browsers
 * don't send to servers.
 */
export function ResetPasswordPage() {
  const [, navigate] = useLocation()
  const form = useApiForm({
    initial: { password: '', [repeatedName]: '' },
    submit: ({ password, [repeatedName]: repeated }) => {
      if (password !== repeated) throw mismatch()
      const token = location.hash.slice(1)
      return dataOf(open.POST('/internal/v1/password-reset', { body: { token, password } }))
    },
    done() {
      // All sessions of the user have ended, including the one in this browser.
      void signOut().catch(toastProblem)
      navigate('/', { replace: true })
      toastDone(t('Your password was changed. Sign in with the new password.'))
    },
  })
  return (
    <Entry>
      <PageHeader title={t('New password')} />
      <Text size="sm" c="dimmed" mb="md">
        {t('This replaces your current password and signs you out on all devices.')}
      </Text>
      <Form form={form} label={t('Set password')}>
        <PasswordInput
          label={t('New password')}
          description={t('At least 8 characters')}
          autoComplete="new-password"
          required
          {...form.text('password')}
        />
        <PasswordInput
          label={t('Repeat new password')}
          autoComplete="new-password"
          required
          {...form.text(repeatedName)}
        />
      </Form>
    </Entry>
  )
}

const mismatch = (): ApiError => invalid(repeatedName, t('The passwords do not match.'))
