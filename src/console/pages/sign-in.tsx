import { Card, PasswordInput, TextInput } from '@mantine/core'
import { dataOf } from '../api/client'
import { enter, open } from '../api/session'
import { PageHeader } from '../parts/page-header'
import { Form, useApiForm } from '../parts/use-api-form'

/** Stands wherever the person is, so that signing in leads on to the same page. */
export function SignInPage() {
  const form = useApiForm({
    initial: { email: '', password: '' },
    submit: (body) => dataOf(open.POST('/internal/v1/session', { body })),
    done: ({ data }) => enter(data),
  })
  return (
    <Card component="main" className="entry" withBorder padding="lg">
      <PageHeader title="Sign in" subtitle="Whereabouts" />
      <Form form={form} label="Sign in">
        <TextInput label="E-mail" type="email" autoComplete="username" required {...form.text('email')} />
        <PasswordInput label="Password" autoComplete="current-password" required {...form.text('password')} />
      </Form>
    </Card>
  )
}
