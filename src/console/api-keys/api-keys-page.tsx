import { Code } from '@mantine/core'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { serviceNow } from '../api/service-clock'
import { t } from '../languages/messages'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { type Column, DataTable } from '../ui/lists/data-table'
import { LinkButton, PageLink } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { StateBadge } from '../ui/values/state-badge'
import { Time } from '../ui/values/time'
import { toastDone } from '../ui/notices/toasts'
import { useList } from '../ui/lists/use-list'
import { EmptyList } from '../ui/pages/query-states'

type ApiKey = Schemas['ApiKey']

async function revoke({ client_id, name }: ApiKey): Promise<void> {
  await dataOf(api.DELETE('/internal/v1/api-keys/{client_id}', { params: { path: { client_id } } }))
  toastDone(t('{name} revoked', { name }))
  await queryClient.invalidateQueries({ queryKey: ['api-keys'] })
}

const isExpired = ({ expires_at: at }: ApiKey): boolean => at !== null && Date.parse(at) <= serviceNow()

function statusOf(key: ApiKey) {
  if (key.revoked_at !== null) return <StateBadge state="muted">{t('Revoked')}</StateBadge>
  return isExpired(key) ? <StateBadge state="muted">{t('Expired')}</StateBadge> : t('Active')
}

const Revoke = ({ apiKey }: { readonly apiKey: ApiKey }) => (
  <ConfirmButton
    label={t('Revoke')}
    title={t('Revoke API key “{name}”', { name: apiKey.name })}
    confirm={t('Revoke API key')}
    size="compact-sm"
    onConfirm={() => revoke(apiKey)}
  >
    {t("Client programs that use this key lose access immediately. You can't undo this.")}
  </ConfirmButton>
)

const columns: [Column<ApiKey>, ...Column<ApiKey>[]] = [
  {
    key: 'name',
    label: t('Name'),
    cell: ({ client_id: id, name }) => <PageLink href={`/api-keys/${id}/requests`}>{name}</PageLink>,
  },
  { key: 'scopes', label: t('Scopes'), cell: ({ scopes }) => scopes.join(', ') },
  { key: 'used', label: t('Last used'), cell: (key) => <Time at={key.last_used_at} empty={t('Never')} /> },
  { key: 'expires', label: t('Expires'), cell: (key) => <Time at={key.expires_at} empty={t('Never')} /> },
  { key: 'created', label: t('Created'), cell: (key) => <Time at={key.created_at} />, isExtra: true },
  { key: 'id', label: 'client_id', cell: (key) => <Code>{key.client_id}</Code>, isExtra: true },
  { key: 'status', label: t('Status'), cell: statusOf },
  {
    key: 'actions',
    label: t('Actions'),
    cell: (key) => key.revoked_at === null && !isExpired(key) && <Revoke apiKey={key} />,
  },
]

const newApiKey = <LinkButton href="/api-keys/new">{t('New API key')}</LinkButton>

export function ApiKeysPage() {
  const list = useList({
    key: ['api-keys'],
    load: ({ limit, offset }) =>
      dataOf(api.GET('/internal/v1/api-keys', { params: { query: { limit, offset } } })),
  })
  return (
    <>
      <PageHeader
        title={t('API keys')}
        subtitle={t('Client programs use these keys to access the API.')}
        back={{ href: '/settings', label: t('Settings') }}
      >
        {!list.isEmpty && newApiKey}
      </PageHeader>
      <DataTable
        name={t('API keys')}
        storedAs="API keys"
        list={list}
        columns={columns}
        keyOf={(key) => key.client_id}
        empty={
          <EmptyList title={t('API keys appear here')} action={newApiKey}>
            {t('No API keys yet. A client program needs one to use the API.')}
          </EmptyList>
        }
      />
    </>
  )
}
