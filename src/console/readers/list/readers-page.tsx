import { Stack, Text } from '@mantine/core'
import { api, dataOf } from '../../api/client'
import { useSignedIn } from '../../api/session'
import { t } from '../../languages/messages'
import { type Column, DataTable } from '../../ui/lists/data-table'
import { counted } from '../../ui/values/format'
import { LinkButton } from '../../ui/pages/link'
import { PageHeader } from '../../ui/pages/page-header'
import { SelectAll, SelectRow } from '../../ui/lists/selection-bar'
import { Time } from '../../ui/values/time'
import { useList } from '../../ui/lists/use-list'
import { useSelection } from '../../ui/lists/use-selection'
import { EmptyList } from '../../ui/pages/query-states'
import { formats } from '../reader-formats'
import { ReaderPlaces } from './reader-places'
import { SelectedReaders } from './selected-readers'
import { readResults, ReaderState } from '../reader-state'
import { RefusedConnections } from '../refused-connections'
import { StateFilter, stateIn } from './state-filter'
import type { Reader } from '../use-reader'

/** A refused connection is to be seen while the installer is still at the reader. */
const pollMs = 3000

const typeOf = ({ kind, format }: Reader): string => {
  if (kind === 'handheld') return t('Handheld')
  return format === null ? t('Fixed') : formats[format].name
}

/** The number of reads by result. Results that never occurred are left out. */
function Reads({ reader: { health } }: { readonly reader: Reader }) {
  const counts = Object.entries(health?.reads ?? {}).filter(([, count]) => count > 0)
  if (counts.length === 0) return <span>–</span>
  return counts.map(([result, count]) => (
    <Text key={result} size="sm">
      {readResults[result] ?? result}: {counted(count)}
    </Text>
  ))
}

const columns: [Column<Reader>, ...Column<Reader>[]] = [
  { key: 'name', label: t('Name'), sort: 'name', cell: ({ name }) => name },
  { key: 'status', label: t('Status'), cell: (reader) => <ReaderState reader={reader} /> },
  { key: 'place', label: t('Location'), cell: (reader) => <ReaderPlaces reader={reader} /> },
  {
    key: 'rate',
    label: t('Reads/min'),
    cell: ({ reads_per_minute: rate }) => <span data-rate>{rate === null ? '–' : counted(rate)}</span>,
  },
  { key: 'type', label: t('Type'), cell: typeOf },
  { key: 'key', label: t('Key'), sort: 'external_key', cell: (reader) => reader.external_key },
  { key: 'topic', label: t('Topic'), cell: ({ topic }) => topic ?? '–', isExtra: true },
  {
    key: 'last-read',
    label: t('Last read'),
    cell: ({ health }) => <Time at={health?.last_read_at ?? null} />,
    isExtra: true,
  },
  { key: 'reads', label: t('Reads in total'), cell: (reader) => <Reads reader={reader} />, isOptional: true },
]

export function ReadersPage() {
  const { may } = useSignedIn()
  const list = useList({
    key: ['readers'],
    load: (query, filter) => {
      const state = stateIn(filter('state'))
      return dataOf(
        api.GET('/internal/v1/readers', { params: { query: { ...query, ...(state && { state }) } } }),
      )
    },
    filters: ['state'],
    defaultSort: 'name',
    pollMs,
  })
  const selection = useSelection(list.rows)
  const isAdmin = may('admin')
  const newReader = isAdmin && <LinkButton href="/readers/new">{t('New reader')}</LinkButton>
  return (
    <>
      <PageHeader
        title={t('Readers')}
        subtitle={t('Fixed readers, BLE gateways and handhelds that report tags.')}
      >
        {!list.isEmpty && newReader}
      </PageHeader>
      <Stack>
        <DataTable
          name={t('Readers')}
          storedAs="Readers"
          list={list}
          columns={columns}
          keyOf={(reader) => reader.id}
          hrefOf={(reader) => `/readers/${reader.id}`}
          search={t('Search readers')}
          filters={!list.isEmpty && <StateFilter list={list} />}
          leadOfAll={isAdmin && <SelectAll selection={selection} shown={list.rows.length} />}
          selection={isAdmin && <SelectedReaders selection={selection} />}
          lead={
            isAdmin ? ({ id, name }) => <SelectRow selection={selection} id={id} name={name} /> : undefined
          }
          empty={
            <EmptyList title={t('Your readers appear here')} action={newReader}>
              {may('admin')
                ? t('No readers yet. Register one to see its connection settings.')
                : t('No readers yet. An admin can register one.')}
            </EmptyList>
          }
        />
        <RefusedConnections />
      </Stack>
    </>
  )
}
