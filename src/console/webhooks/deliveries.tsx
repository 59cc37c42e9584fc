import { serverText } from '../languages/server-texts'
import { Button, Code, Text } from '@mantine/core'
import { api, dataOf, type Schemas } from '../api/client'
import { t } from '../languages/messages'
import { type Column, DataTable } from '../ui/lists/data-table'
import { EmptyList } from '../ui/pages/query-states'
import { StateBadge } from '../ui/values/state-badge'
import { Time } from '../ui/values/time'
import { useList } from '../ui/lists/use-list'
import { pathOf, type Webhook } from './use-webhook'
import { redeliver } from './webhook-actions'

type Delivery = Schemas['WebhookDelivery']

const pollMs = 2000

/** Lists the attempts of the last seven days with their responses. */
export function Deliveries({ webhook: { id } }: { readonly webhook: Webhook }) {
  const list = useList({
    key: ['webhooks', id, 'deliveries'],
    load: ({ limit, offset }) =>
      dataOf(
        api.GET('/internal/v1/webhooks/{webhook}/deliveries', {
          params: { ...pathOf({ id }), query: { limit, offset } },
        }),
      ),
    pollMs,
  })
  return (
    <DataTable
      name={t('Deliveries')}
      storedAs="Deliveries"
      list={list}
      columns={columnsOf(id)}
      keyOf={(delivery) => delivery.id}
      empty={
        <EmptyList title={t('Deliveries appear here')}>
          {t('No deliveries in the last seven days. Send a test to see one.')}
        </EmptyList>
      }
    />
  )
}

const columnsOf = (id: number): [Column<Delivery>, ...Column<Delivery>[]] => [
  { key: 'event', label: t('Event'), cell: EventName },
  { key: 'at', label: t('Time'), cell: ({ attempted_at: at }) => <Time at={at} /> },
  { key: 'status', label: t('Result'), cell: Result },
  { key: 'duration', label: t('Duration'), cell: ({ duration_ms: ms }) => `${ms} ms` },
  { key: 'response', label: t('Response'), cell: Response },
  {
    key: 'actions',
    label: t('Actions'),
    cell: ({ sequence }) =>
      sequence !== null && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('Send again: event {sequence}', { sequence })}
          onClick={() => void redeliver({ id }, sequence)}
        >
          {t('Send again')}
        </Button>
      ),
  },
]

const EventName = ({ sequence, type }: Delivery) => (
  <>
    {sequence === null ? t('Test') : sequence} <Code>{type}</Code>
  </>
)

function Result({ status, error, text }: Delivery) {
  if (error === null) return <span>{status}</span>
  return (
    <>
      <StateBadge state="problem">{status ?? t('No response')}</StateBadge>
      <Text size="sm" className="tag-value">
        {serverText(error, text)}
      </Text>
    </>
  )
}

const Response = ({ response }: Delivery) =>
  response === '' ? (
    '–'
  ) : (
    <details>
      <summary>{t('Show response')}</summary>
      <Code block className="tag-value">
        {response}
      </Code>
    </details>
  )
