import { api, dataOf } from '../api/client'
import { t } from '../languages/messages'
import { type Column, DataTable } from '../ui/lists/data-table'
import { counted } from '../ui/values/format'
import { LinkButton } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { useList } from '../ui/lists/use-list'
import { EmptyList } from '../ui/pages/query-states'
import type { Webhook } from './use-webhook'
import { WebhookState } from './webhook-state'

const pollMs = 5000

const columns: [Column<Webhook>, ...Column<Webhook>[]] = [
  { key: 'name', label: t('Name'), cell: ({ name }) => name },
  { key: 'url', label: t('URL'), cell: ({ url }) => <span className="tag-value">{url}</span> },
  { key: 'state', label: t('Status'), cell: (webhook) => <WebhookState webhook={webhook} /> },
  { key: 'waiting', label: t('Waiting events'), cell: ({ behind }) => counted(behind) },
]

const newWebhook = <LinkButton href="/webhooks/new">{t('New webhook')}</LinkButton>

/** Lists the endpoints that receive the events of the organization. */
export function WebhooksPage() {
  const list = useList({
    key: ['webhooks', 'list'],
    load: ({ limit, offset }) =>
      dataOf(api.GET('/internal/v1/webhooks', { params: { query: { limit, offset } } })),
    pollMs,
  })
  return (
    <>
      <PageHeader
        title={t('Webhooks')}
        subtitle={t('A webhook sends each event to another program, in order and signed.')}
        back={{ href: '/settings', label: t('Settings') }}
      >
        {!list.isEmpty && newWebhook}
      </PageHeader>
      <DataTable
        name={t('Webhooks')}
        storedAs="Webhooks"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/webhooks/${id}`}
        empty={
          <EmptyList title={t('Webhooks appear here')} action={newWebhook}>
            {t('No webhooks yet. Create one to send events to another program.')}
          </EmptyList>
        }
      />
    </>
  )
}
