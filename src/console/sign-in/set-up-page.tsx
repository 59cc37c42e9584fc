import { PasswordInput, Text, TextInput } from '@mantine/core'
import { useLocation } from 'wouter'
import { dataOf } from '../api/client'
import { enter, open } from '../api/session'
import { t } from '../languages/messages'
import { PageHeader } from '../ui/pages/page-header'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { Entry } from './entry'

/**
 * Creates the first organization and its administrator. The token of the one-time link is in the fragment of the URL, which
 * browsers don't send to servers.
 */
export function SetUpPage() {
  const [, navigate] = useLocation()
  const form = useApiForm({
    initial: { organization_name: '', name: '', email: '', password: '' },
    submit: (values) => {
      const token = location.hash.slice(1)
      return dataOf(open.POST('/internal/v1/setup', { body: { token, ...values } }))
    },
    done: ({ data }) => {
      navigate('/', { replace: true })
      enter(data)
    },
  })
  return (
    <Entry>
      <PageHeader title={t('Set up Whereabouts')} />
      <Text size="sm" c="dimmed" mb="md">
        {t("You'll be the administrator of this installation.")}
      </Text>
      <Form form={form} label={t('Set up')}>
        <TextInput
          label={t('Organization')}
          autoComplete="organization"
          required
          {...form.text('organization_name')}
        />
        <TextInput label={t('Your name')} autoComplete="name" required {...form.text('name')} />
        <TextInput
          label={t('E-mail')}
          type="email"
          autoComplete="username"
          required
          {...form.text('email')}
        />
        <PasswordInput
          label={t('Password')}
          description={t('At least 8 characters')}
          autoComplete="new-password"
          required
          {...form.text('password')}
        />
      </Form>
    </Entry>
  )
}
