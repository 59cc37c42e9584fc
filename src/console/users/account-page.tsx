import { Button, Group, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api, dataOf } from '../api/client'
import { refresh, useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { OwnProviders } from '../sign-in/own-providers'
import { Passkeys } from '../sign-in/passkeys'
import { SecondFactor } from '../sign-in/second-factor'
import { LinkButton } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { roleLabel } from '../ui/pages/roles'
import { Section } from '../ui/pages/section'
import { switchOrganization } from '../ui/pages/switch-organization'
import { toastDone, toastProblem } from '../ui/notices/toasts'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { DeviceSettings } from './device-settings'
import { OwnSessions } from './own-sessions'

/** Shows what belongs to the user in all organizations. */
export function AccountPage() {
  const { user } = useSignedIn()
  const [changes, setChanges] = useState(0)
  return (
    <>
      <PageHeader title={t('Account')} subtitle={user.email} />
      <Stack>
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Stack>
            <Section id="profile" title={t('Profile')}>
              <NameForm />
            </Section>
            <Organizations />
            <Section id="device" title={t('On this device')}>
              <DeviceSettings />
            </Section>
          </Stack>
          <Section id="password" title={t('Password')}>
            {/* The key clears the fields after a change. */}
            <PasswordForm key={changes} onChanged={() => setChanges(changes + 1)} />
          </Section>
        </SimpleGrid>
        <Section id="second-factor" title={t('Second factor')}>
          <SecondFactor />
        </Section>
        <Section id="passkeys" title={t('Passkeys')}>
          <Passkeys />
        </Section>
        <OwnProviders />
        <Section id="sessions" title={t('Sessions')}>
          <OwnSessions />
        </Section>
      </Stack>
    </>
  )
}

function NameForm() {
  const { user } = useSignedIn()
  const form = useApiForm({
    initial: { name: user.name },
    submit: (body) => dataOf(api.PATCH('/internal/v1/session/user', { body })),
    done() {
      toastDone(t('Name changed'))
      // The session contains the name, too.
      void refresh().catch(toastProblem)
    },
  })
  return (
    <Form form={form} label={t('Save')} isSecondary>
      <TextInput label={t('Name')} autoComplete="name" required {...form.text('name')} />
    </Form>
  )
}

function PasswordForm({ onChanged }: { readonly onChanged: () => void }) {
  const form = useApiForm({
    initial: { current_password: '', new_password: '' },
    submit: (body) => dataOf(api.POST('/internal/v1/session/password', { body })),
    done() {
      toastDone(t('Password changed. All other devices are signed out.'))
      onChanged()
    },
  })
  return (
    <Form form={form} label={t('Change password')} isSecondary>
      <PasswordInput
        label={t('Current password')}
        autoComplete="current-password"
        required
        {...form.text('current_password')}
      />
      <PasswordInput
        label={t('New password')}
        description={t('At least 8 characters. All your other devices are signed out.')}
        autoComplete="new-password"
        required
        {...form.text('new_password')}
      />
    </Form>
  )
}

function Organizations() {
  const { organization, organizations, isOwner } = useSignedIn()
  const [, navigate] = useLocation()
  return (
    <Section id="organizations" title={t('Your organizations')}>
      <Stack gap="sm" component="ul" className="plain" mb="md">
        {organizations.map(({ id, name, role }) => (
          <Group key={id} component="li" justify="space-between" wrap="nowrap">
            <Text className="page-title">
              {name}{' '}
              <Text span c="dimmed" size="sm">
                {roleLabel(role)}
              </Text>
            </Text>
            {id === organization.id ? (
              <Text size="sm" c="dimmed" className="rigid">
                {t('Current')}
              </Text>
            ) : (
              <Button
                variant="default"
                aria-label={t('Switch to {name}', { name })}
                onClick={() => switchOrganization(id, navigate)}
              >
                {t('Switch')}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
      {isOwner && (
        <div>
          <LinkButton href="/organizations/new" variant="default">
            {t('New organization')}
          </LinkButton>
        </div>
      )}
    </Section>
  )
}
