import { Alert, Anchor, Code, PasswordInput, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dataOf } from '../api/client'
import { caQuery } from '../api/installation'
import { enter, open, session } from '../api/session'
import { useStore } from '../api/store'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { PageHeader } from '../ui/pages/page-header'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { localOnly, ProviderButtons, signInOptions } from './providers'
import { PasskeyButton } from './passkey-button'
import { asksForCode, CodeField } from './code-field'
import { Entry } from './entry'

/** Shown in place of any page, so that the user stays at the same URL after signing in. */
export function SignInPage() {
  const state = useStore(session)
  // Without a response, the password still works.
  const { data: options = localOnly } = useQuery(signInOptions)
  const { has_local_sign_in: isLocal } = options
  return (
    <Entry>
      <PageHeader title={t('Sign in')} />
      {state.phase === 'out' && state.hasEnded && (
        <Alert role="status">{t('Your session has ended. Sign in again to continue.')}</Alert>
      )}
      <ProviderButtons options={options} />
      {isLocal ? <PasswordForm /> : <HiddenPasswordForm />}
      <PasskeyButton options={options} />
      {isLocal && <ForgottenPassword />} <NoAccount />
      <AuthorityHint />
    </Entry>
  )
}

function PasswordForm() {
  const [needsCode, setNeedsCode] = useState(false)
  const form = useApiForm({
    initial: { email: '', password: '', code: '' },
    submit: async ({ code, ...credentials }) => {
      const body = { ...credentials, ...(needsCode && { code }) }
      try {
        return await dataOf(open.POST('/internal/v1/session', { body }))
      } catch (error) {
        if (asksForCode(error)) setNeedsCode(true)
        throw error
      }
    },
    done: ({ data }) => enter(data),
  })
  return (
    <Form form={form} label={t('Sign in')}>
      <TextInput label={t('E-mail')} type="email" autoComplete="username" required {...form.text('email')} />
      <PasswordInput
        label={t('Password')}
        autoComplete="current-password"
        required
        {...form.text('password')}
      />
      {needsCode && <CodeField {...form.text('code')} />}
    </Form>
  )
}

/** For the accounts that an operator allows to sign in with a password although it is switched off. */
const HiddenPasswordForm = () => (
  <details className="entry-help">
    <summary>{t('Sign in with a password')}</summary>
    <Text size="sm" c="dimmed" mb="sm">
      {rich(
        'Passwords are switched off. To allow one account to use its password for a day, the administrator of the server runs {command}.',
        {
          command: <Code>whereabouts admin reset-password &lt;email&gt; --allow-local-sign-in</Code>,
        },
      )}
    </Text>
    <PasswordForm />
  </details>
)

/** Explains how to reset a password. Whereabouts sends no e-mail, so the link is created on the server. */
const ForgottenPassword = () => (
  <details className="entry-help">
    <summary>{t('Forgot your password?')}</summary>
    <Text size="sm" c="dimmed">
      {rich(
        'Ask the administrator of the server for a link to set a new password. To create the link, the administrator runs {command}.',
        { command: <Code>whereabouts admin reset-password &lt;email&gt;</Code> },
      )}
    </Text>
  </details>
)

/** Explains how to get an account: a new installation has none yet. */
const NoAccount = () => (
  <details className="entry-help">
    <summary>{t('No account yet?')}</summary>
    <Text size="sm" c="dimmed">
      {t(
        'In a new installation, open the set-up link that the service prints when it starts. Otherwise ask an admin of your organization for an invitation.',
      )}
    </Text>
  </details>
)

/** Explains how to trust the certificate authority (CA) of the installation, when it has one. */
function AuthorityHint() {
  const { data: fingerprint } = useQuery(caQuery)
  if (typeof fingerprint !== 'string') return null
  return (
    <Text size="sm" c="dimmed" mt="md" component="div">
      {rich(
        'If this device shows a warning about the connection, download {certificate} and install it as trusted. First check that the service prints this SHA-256 fingerprint when it starts:',
        {
          certificate: (
            <Anchor inherit underline="always" href="/console/authority.crt" download>
              {t('the CA certificate of this installation')}
            </Anchor>
          ),
        },
      )}
      <Code block className="fingerprint" data-fingerprint>
        {inLines(fingerprint)}
      </Code>
    </Text>
  )
}

/** Breaks the fingerprint into lines of eight pairs, which are easier to compare. */
const inLines = (fingerprint: string): string => fingerprint.replaceAll(/(?:..:){8}/g, '$&\n')
