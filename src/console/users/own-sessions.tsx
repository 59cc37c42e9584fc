import { Group, Text } from '@mantine/core'
import { api, dataOf, type Schemas } from '../api/client'
import { signOut } from '../api/session'
import { t } from '../languages/messages'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { type Column, DataTable } from '../ui/lists/data-table'
import { Time } from '../ui/values/time'
import { useList } from '../ui/lists/use-list'

type OwnSession = Schemas['OwnSession']

const columns: [Column<OwnSession>, ...Column<OwnSession>[]] = [
  {
    key: 'device',
    label: t('Device'),
    cell: ({ device, is_current: isCurrent }) => (
      <Group gap="xs" component="span">
        {device ?? t('Unknown device')}
        {isCurrent && (
          <Text span size="sm" c="dimmed">
            {t('This device')}
          </Text>
        )}
      </Group>
    ),
  },
  { key: 'address', label: t('Address'), cell: ({ address }) => address ?? '–' },
  { key: 'since', label: t('Signed in'), cell: (session) => <Time at={session.created_at} /> },
  { key: 'used', label: t('Last used'), cell: (session) => <Time at={session.last_used_at} /> },
  { key: 'organization', label: t('Organization'), cell: (session) => session.organization_name },
]

async function signOutEverywhere(): Promise<void> {
  await dataOf(api.DELETE('/internal/v1/sessions'))
  await signOut()
}

/** Lists the user's sessions on all devices, the most recently used first. */
export function OwnSessions() {
  const list = useList({
    key: ['sessions'],
    load: ({ limit, offset }) =>
      dataOf(api.GET('/internal/v1/sessions', { params: { query: { limit, offset } } })),
  })
  return (
    <>
      <DataTable
        name={t('Sessions')}
        storedAs="Sessions"
        list={list}
        columns={columns}
        keyOf={(session) => session.id}
        empty={t('No sessions on this page.')}
      />
      <div>
        <ConfirmButton label={t('Sign out everywhere')} mt="md" onConfirm={signOutEverywhere}>
          {t('You are signed out on all your devices immediately, including this one.')}
        </ConfirmButton>
      </div>
    </>
  )
}
