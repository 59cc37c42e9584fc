import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { Failed } from '../ui/pages/query-states'
import { roleName } from '../ui/pages/roles'
import { Time } from '../ui/values/time'
import { toastDone } from '../ui/notices/toasts'

type Invitation = Schemas['Invitation']

/** Invitations expire after a week, so more are hardly ever pending at once. */
const limit = 200

/** Lists the invitations that are not accepted yet. Renders nothing when there are none. */
export function PendingInvitations() {
  const { data, error, refetch } = useQuery({
    queryKey: ['invitations'],
    queryFn: () => dataOf(api.GET('/internal/v1/invitations', { params: { query: { limit } } })),
  })
  if (!data) return error ? <Failed error={error} onRetry={refetch} /> : null
  if (data.data.length === 0) return null
  return (
    <Card withBorder component="section" aria-labelledby="invitations" mt="lg">
      <Title order={2} size="h4" id="invitations" mb="xs">
        {t('Pending invitations')}
      </Title>
      <Stack gap="sm" component="ul" className="plain">
        {data.data.map((invitation) => (
          <Pending key={invitation.id} invitation={invitation} />
        ))}
      </Stack>
      {data.total_count > data.data.length && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('And {count} more.', { count: data.total_count - data.data.length })}
        </Text>
      )}
    </Card>
  )
}

function Pending({ invitation }: { readonly invitation: Invitation }) {
  const { id, email, role, invited_by: inviter, created_at: at, expires_at: end } = invitation

  async function revoke(): Promise<void> {
    const params = { path: { invitation: id } }
    await dataOf(api.DELETE('/internal/v1/invitations/{invitation}', { params }))
    toastDone(t('Invitation revoked'))
    await queryClient.invalidateQueries({ queryKey: ['invitations'] })
  }

  return (
    <Group component="li" justify="space-between" gap="sm">
      <div className="page-title">
        <Text>
          {t('{email}, as {role}', {
            email: email ?? t('Anyone with the link'),
            role: roleName(role),
          })}
        </Text>
        <Text size="sm" c="dimmed" component="div">
          {rich('Invited by {inviter} {time}, expires {end}', {
            inviter,
            time: <Time at={at} />,
            end: <Time at={end} />,
          })}
        </Text>
      </div>
      <ConfirmButton
        label={t('Revoke')}
        title={t('Revoke invitation for {email}', { email: email ?? t('anyone with the link') })}
        confirm={t('Revoke invitation')}
        onConfirm={revoke}
      >
        {t('The link stops working immediately.')}
      </ConfirmButton>
    </Group>
  )
}
