import { Anchor, Card, Code, PasswordInput, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { dataOf } from '../api/client'
import { authorityQuery } from '../api/installation'
import { enter, open } from '../api/session'
import { PageHeader } from '../ui/page-header'
import { Form, useApiForm } from '../ui/use-api-form'

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
      <NoAccount />
      <AuthorityHint />
    </Card>
  )
}

/** Whoever opens a new installation finds nothing to sign in with. */
const NoAccount = () => (
  <details className="no-account">
    <summary>No account yet?</summary>
    <Text size="sm" c="dimmed">
      In a new installation, open the set-up link that the service prints when it starts. Otherwise ask an
      admin of your organization for an invitation.
    </Text>
  </details>
)

/** Where the installation has an authority of its own: how a device comes to trust it. */
function AuthorityHint() {
  const { data: fingerprint } = useQuery(authorityQuery)
  if (typeof fingerprint !== 'string') return null
  return (
    <Text size="sm" c="dimmed" mt="md" component="div">
      If this device warns of the connection, download{' '}
      <Anchor inherit underline="always" href="/console/authority.crt" download>
        the certificate of this installation&apos;s authority
      </Anchor>{' '}
      and install it as trusted, once its SHA-256 fingerprint is the one that the service prints when it
      starts:
      <Code block className="fingerprint" data-fingerprint>
        {inLines(fingerprint)}
      </Code>
    </Text>
  )
}

/** Eight pairs in a line, to be compared by eye. */
const inLines = (fingerprint: string): string => fingerprint.replaceAll(/(?:..:){8}/g, '$&\n')
