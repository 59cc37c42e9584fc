import { Badge, Button, Group, PasswordInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api, dataOf } from '../api/client'
import { refresh, useSignedIn } from '../api/session'
import { switchOrganization } from '../api/switch-organization'
import { LinkButton } from '../ui/link'
import { PageHeader } from '../ui/page-header'
import { roleLabel } from '../ui/roles'
import { Section } from '../ui/section'
import { toastDone, toastProblem } from '../ui/toasts'
import { Form, useApiForm } from '../ui/use-api-form'
import { OwnSessions } from './own-sessions'

/** What a person has whichever organization they are in. */
export function AccountPage() {
  const { user } = useSignedIn()
  const [changes, setChanges] = useState(0)
  return (
    <>
      <PageHeader title="Account" subtitle={user.email} />
      <Stack>
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Stack>
            <Section id="you" title="You">
              <NameForm />
            </Section>
            <Organizations />
          </Stack>
          <Section id="password" title="Password">
            {/* A changed password leaves nothing in the fields. */}
            <PasswordForm key={changes} onChanged={() => setChanges(changes + 1)} />
          </Section>
        </SimpleGrid>
        <Section id="sign-ins" title="Where you are signed in">
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
      toastDone('Your name is changed')
      // The session knows it too.
      void refresh().catch(toastProblem)
    },
  })
  return (
    <Form form={form} label="Save">
      <TextInput label="Name" autoComplete="name" required {...form.text('name')} />
    </Form>
  )
}

function PasswordForm({ onChanged }: { readonly onChanged: () => void }) {
  const form = useApiForm({
    initial: { current_password: '', new_password: '' },
    submit: (body) => dataOf(api.POST('/internal/v1/session/password', { body })),
    done() {
      toastDone('Your password is changed, and every other device is signed out')
      onChanged()
    },
  })
  return (
    <Form form={form} label="Change password">
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        required
        {...form.text('current_password')}
      />
      <PasswordInput
        label="New password"
        description="At least 8 characters. Every other device is signed out"
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
    <Section id="organizations" title="Your organizations">
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
              <Badge variant="light" className="rigid">
                You are here
              </Badge>
            ) : (
              <Button
                variant="default"
                aria-label={`Switch to ${name}`}
                onClick={() => void switchOrganization(id, navigate).catch(toastProblem)}
              >
                Switch
              </Button>
            )}
          </Group>
        ))}
      </Stack>
      {isOwner && (
        <div>
          <LinkButton href="/organizations/new" variant="default">
            New organization
          </LinkButton>
        </div>
      )}
    </Section>
  )
}
