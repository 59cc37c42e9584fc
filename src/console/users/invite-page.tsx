import { Alert, Button, Group, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import type { Role } from '../api/session'
import { CopyField } from '../ui/copy-field'
import { LinkButton } from '../ui/link'
import { PageHeader } from '../ui/page-header'
import { roleLabel, roles } from '../ui/roles'
import { Time } from '../ui/time'
import { Form, useApiForm } from '../ui/use-api-form'

type Made = Schemas['MadeInvitation']

/** Makes a link that the admin hands over: Whereabouts sends no mail. */
export function InvitePage() {
  const [made, setMade] = useState<Made>()
  return (
    <div className="narrow">
      <PageHeader title="Invite" back={{ href: '/members', label: 'Members' }} />
      {made ? (
        <MadeInvitation made={made} onAnother={() => setMade(undefined)} />
      ) : (
        <InviteForm onMade={setMade} />
      )}
    </div>
  )
}

function InviteForm({ onMade }: { readonly onMade: (made: Made) => void }) {
  const form = useApiForm<{ role: Role; email: string }, { data: Made }>({
    initial: { role: 'viewer', email: '' },
    submit: ({ role, email }) => {
      const body = { role, email: email === '' ? null : email }
      return dataOf(api.POST('/internal/v1/invitations', { body }))
    },
    done: ({ data }) => {
      void queryClient.invalidateQueries({ queryKey: ['invitations'] })
      onMade(data)
    },
  })
  const { value: role, error, name } = form.choice('role')
  return (
    <Form
      form={form}
      label="Make a link"
      aside={
        <LinkButton href="/members" variant="default">
          Cancel
        </LinkButton>
      }
    >
      <Radio.Group
        label="Role"
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
        label="E-mail"
        description="Then only this person can accept. Empty: anybody who has the link"
        type="email"
        autoComplete="off"
        {...form.text('email')}
      />
    </Form>
  )
}

interface MadeProps {
  readonly made: Made
  readonly onAnother: () => void
}

function MadeInvitation({ made: { url, role, email, expires_at: end }, onAnother }: MadeProps) {
  return (
    <Stack>
      <Alert color="yellow" title="The link is shown this once" role="status">
        Copy it now and send it to {email ?? 'whom you invite'}. It makes one person{' '}
        {roleLabel(role).toLowerCase()}, and expires <Time at={end} />.
      </Alert>
      <CopyField label="Link" value={location.origin + url} />
      <Group>
        <LinkButton href="/members">Done</LinkButton>
        <Button variant="default" onClick={onAnother}>
          Invite another
        </Button>
      </Group>
    </Stack>
  )
}
