import { Button, Code, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'wouter'
import { api, dataOf, type Schemas } from '../api/client'
import { t } from '../languages/messages'
import { type Column, DataTable } from '../ui/lists/data-table'
import { PageHeader } from '../ui/pages/page-header'
import { EmptyList } from '../ui/pages/query-states'
import { StateBadge } from '../ui/values/state-badge'
import { Time } from '../ui/values/time'
import { useList } from '../ui/lists/use-list'
import { GuideLink } from './guide-link'

type ApiKeyRequest = Schemas['ApiKeyRequest']

const pollMs = 5000

/** Shows the status with a color only when it is an error, and what was wrong below it. */
function Outcome({ status, error, fields }: ApiKeyRequest) {
  if (error === null) return <span>{status}</span>
  return (
    <>
      <StateBadge state="problem">
        {status} {error}
      </StateBadge>
      {fields.map(({ field, code }) => (
        <Text key={`${field} ${code}`} size="sm">
          {field}: {code}
        </Text>
      ))}
    </>
  )
}

const columns: [Column<ApiKeyRequest>, ...Column<ApiKeyRequest>[]] = [
  { key: 'path', label: t('Request'), cell: ({ method, path }) => <Code>{`${method} ${path}`}</Code> },
  { key: 'at', label: t('Time'), cell: ({ at }) => <Time at={at} /> },
  { key: 'status', label: t('Status'), cell: (request) => <Outcome {...request} /> },
  {
    key: 'duration',
    label: t('Duration'),
    cell: ({ duration_ms: ms }) => `${ms.toFixed(1)} ms`,
  },
  { key: 'id', label: t('Request ID'), cell: ({ request_id: id }) => <Code>{id}</Code>, isExtra: true },
]

/** The recent requests of one API key, for the person who writes the client program. */
export function RequestsPage() {
  const path = { client_id: useParams<{ client_id: string }>().client_id }
  const key = useQuery({
    queryKey: ['api-keys', path.client_id],
    queryFn: () => dataOf(api.GET('/internal/v1/api-keys/{client_id}', { params: { path } })),
  })
  const list = useList({
    key: ['api-keys', path.client_id, 'requests'],
    load: ({ limit, offset }) =>
      dataOf(
        api.GET('/internal/v1/api-keys/{client_id}/requests', { params: { path, query: { limit, offset } } }),
      ),
    pollMs,
  })
  return (
    <>
      <PageHeader
        title={t('Recent requests')}
        back={{ href: '/api-keys', label: t('API keys') }}
        subtitle={t(
          '{name}: the last 1,000 requests since the service started, without queries and bodies.',
          { name: key.data?.data.name ?? t('This API key') },
        )}
      />
      <GuideLink />
      <DataTable
        name={t('Recent requests')}
        storedAs="Recent requests"
        list={list}
        columns={columns}
        keyOf={(request) => `${request.request_id} ${request.at}`}
        empty={
          <EmptyList
            title={t('Requests appear here')}
            action={
              <Button component="a" href="/docs" variant="default">
                {t('API reference')}
              </Button>
            }
          >
            {t('No requests yet. A request appears here when it has a valid token of this API key.')}
          </EmptyList>
        }
      />
    </>
  )
}
