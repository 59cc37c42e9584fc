import { Alert, Button, Group, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import type { Role } from '../api/session'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { LinkForOthers } from '../ui/notices/link-for-others'
import { LinkButton } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { roleName, roles } from '../ui/pages/roles'
import { Time } from '../ui/values/time'
import { useSecretForm } from '../ui/forms/lost-secret'
import { Form, useApiForm } from '../ui/forms/use-api-form'

type CreatedInvitation = Schemas['CreatedInvitation']

type Invited = Pick<CreatedInvitation, 'role'> & { readonly email: string }

/** Creates an invite link, which the admin sends to the new member: Whereabouts sends no mail. */
export function InvitePage() {
  const [created, setCreated] = useState<CreatedInvitation>()
  return (
    <div className="narrow">
      <PageHeader title={t('New invitation')} back={{ href: '/members', label: t('Members') }} />
      {created ? (
        <InviteLink invitation={created} onAnother={() => setCreated(undefined)} />
      ) : (
        <InviteForm onCreated={setCreated} />
      )}
    </div>
  )
}

function InviteForm({ onCreated }: { readonly onCreated: (invitation: CreatedInvitation) => void }) {
  const secret = useSecretForm({
    send: ({ role, email }: Invited) => {
      const body = { role, email: email === '' ? null : email }
      return dataOf(api.POST('/internal/v1/invitations', { body }))
    },
    list: (query) => dataOf(api.GET('/internal/v1/invitations', { params: { query } })),
    idOf: ({ id }) => id,
    isOf: (row, { role, email }) => row.role === role && (row.email ?? '') === email,
    lost: () =>
      t(
        'The invitation was stored, but the response with its link was lost. Revoke it on the Members page, and create another.',
      ),
  })
  const form = useApiForm<Invited, { data: CreatedInvitation }>({
    initial: { role: 'viewer', email: '' },
    ...secret,
    done: ({ data }) => {
      void queryClient.invalidateQueries({ queryKey: ['invitations'] })
      onCreated(data)
    },
  })
  const { value: role, error, name } = form.choice('role')
  return (
    <Form
      form={form}
      label={t('Create invite link')}
      aside={
        <LinkButton href="/members" variant="default" discards>
          {t('Cancel')}
        </LinkButton>
      }
    >
      <Radio.Group
        label={t('Role')}
        name={name}
        value={role}
        error={error}
        onChange={(value) => form.set('role', value as Role)}
      >
        <Stack gap="sm" mt="xs">
          {roles.map(({ value, label, description }) => (
            <Radio key={value} value={value} label={label} description={description} />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        label={t('E-mail')}
        description={t(
          'Only the user with this address can join. Leave empty to let anyone with the link join.',
        )}
        type="email"
        autoComplete="off"
        {...form.text('email')}
      />
    </Form>
  )
}

interface InviteLinkProps {
  readonly invitation: CreatedInvitation
  readonly onAnother: () => void
}

function InviteLink({ invitation: { url, role, email, expires_at: end }, onAnother }: InviteLinkProps) {
  return (
    <Stack>
      <Alert color="yellow" title={t('This link is shown only once')} role="status">
        {rich('Copy it now and send it to {email}. It grants one user the {role} role and expires {time}.', {
          email: email ?? t('the new member'),
          role: roleName(role),
          time: <Time at={end} />,
        })}
      </Alert>
      <LinkForOthers path={url} />
      <Group>
        <LinkButton href="/members">{t('Done')}</LinkButton>
        <Button variant="default" onClick={onAnother}>
          {t('Invite another member')}
        </Button>
      </Group>
    </Stack>
  )
}
