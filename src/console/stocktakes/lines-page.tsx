import { NativeSelect, Text } from '@mantine/core'
import { useParams } from 'wouter'
import { useSignedIn } from '../api/session'
import { usePlace } from '../api/use-locations'
import { t } from '../languages/messages'
import { type Column, DataTable } from '../ui/lists/data-table'
import { SelectAll, SelectRow } from '../ui/lists/selection-bar'
import { useList } from '../ui/lists/use-list'
import { useListSelection } from '../ui/lists/use-selection'
import { PlacePath } from '../ui/pages/place-path'
import { PageHeader } from '../ui/pages/page-header'
import { Empty, NotFound } from '../ui/pages/query-states'
import { Time } from '../ui/values/time'
import { ExcusePhoto } from './excuse-photo'
import { ExcuseSelected } from './excuse-selected'
import { LineActions } from './line-dialogs'
import { linesOf, type SelectableLine, useStocktake, type Verdict } from './stocktake-queries'
import { verdictNames } from './stocktake-texts'

const columnsOf = (
  id: number,
  mayAct: boolean,
): readonly [Column<SelectableLine>, ...Column<SelectableLine>[]] => [
  { key: 'name', label: t('Name'), cell: ({ asset_name: name }) => name },
  { key: 'key', label: t('Key'), cell: ({ asset_external_key: key }) => key, isWhole: true },
  {
    key: 'verdict',
    label: t('Result'),
    cell: (line) => (
      <>
        {verdictNames[line.verdict as Verdict]}
        {line.note !== null && (
          <Text size="sm" c="dimmed">
            {line.note}
          </Text>
        )}
        {line.has_photo && <ExcusePhoto id={id} line={line} />}
      </>
    ),
  },
  {
    key: 'expected',
    label: t('Expected at'),
    cell: ({ expected_location_id: at }) => (at === null ? '–' : <PlacePath id={at} />),
  },
  {
    key: 'found',
    label: t('Found at'),
    cell: ({ found_location_id: at }) => (at === null ? '–' : <PlacePath id={at} />),
  },
  {
    key: 'counted',
    label: t('Counted'),
    cell: ({ counted_at: at, counted_by: by, source }) =>
      at === null ? (
        '–'
      ) : (
        <>
          {by?.name}
          {source === 'hand' && ` (${t('by hand')})`} <Time at={at} />
        </>
      ),
  },
  ...(mayAct
    ? [
        {
          key: 'actions',
          label: t('Actions'),
          cell: (line: SelectableLine) => <LineActions id={id} line={line} />,
        },
      ]
    : []),
]

async function selectableLines(id: number, query: Parameters<typeof linesOf>[1]) {
  const page = await linesOf(id, query)
  return {
    ...page,
    data: page.data.map((line): SelectableLine => ({ ...line, id: line.asset_id, name: line.asset_name })),
  }
}

/** The assets of a stocktake with what was found out about each. */
export function LinesPage() {
  const id = Number(useParams()['id'])
  const { may } = useSignedIn()
  const { data: stocktake, error, refetch } = useStocktake(id)
  const list = useList({
    key: ['stocktakes', 'lines', id],
    filters: ['verdict', 'location_id'],
    load: (query, filter) => {
      const [verdict, place] = [filter('verdict'), filter('location_id')]
      return selectableLines(id, {
        ...query,
        ...(verdict !== undefined && { verdict: [verdict as Verdict] }),
        ...(place !== undefined && { location_id: [Number(place)] }),
      })
    },
  })
  const selection = useListSelection<SelectableLine>(list.rows, list)
  const placeId = list.filter('location_id')
  const place = usePlace(placeId === undefined ? null : Number(placeId))
  const back = { href: `/stocktakes/${id}`, label: stocktake?.name ?? t('Count') }
  if (!stocktake) return <NotFound error={error} onRetry={refetch} back={back} />
  const mayAct = stocktake.state === 'open' && may('operator')
  const name = t('Assets of this count')
  return (
    <>
      <PageHeader title={name} subtitle={place?.path} back={back} />
      <DataTable
        name={name}
        storedAs="stocktake-lines"
        list={list}
        columns={columnsOf(id, mayAct)}
        keyOf={({ asset_id: asset }) => asset}
        hrefOf={({ asset_id: asset }) => `/assets/${asset}`}
        search={t('Search by name or key')}
        leadOfAll={mayAct && <SelectAll selection={selection} shown={list.rows.length} />}
        lead={
          mayAct
            ? ({ id: asset, name: of }) => <SelectRow selection={selection} id={asset} name={of} />
            : undefined
        }
        selection={mayAct && <ExcuseSelected id={id} selection={selection} />}
        filters={
          <NativeSelect
            aria-label={t('Result')}
            data={[
              { value: '', label: t('All results') },
              ...Object.entries(verdictNames).map(([value, label]) => ({ value, label })),
            ]}
            value={list.filter('verdict') ?? ''}
            onChange={(event) => list.narrow('verdict', event.currentTarget.value || null)}
          />
        }
        empty={<Empty>{t('Nothing was expected or counted yet.')}</Empty>}
      />
    </>
  )
}
