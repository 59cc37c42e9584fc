import { NativeSelect, Text } from '@mantine/core'
import { useParams } from 'wouter'
import { useSignedIn } from '../api/session'
import { usePlace } from '../api/use-locations'
import { t } from '../languages/messages'
import { type Column, DataTable } from '../ui/lists/data-table'
import { useList } from '../ui/lists/use-list'
import { PlacePath } from '../ui/pages/place-path'
import { PageHeader } from '../ui/pages/page-header'
import { Empty, NotFound } from '../ui/pages/query-states'
import { Time } from '../ui/values/time'
import { ExcusePhoto } from './excuse-photo'
import { LineActions } from './line-dialogs'
import { linesOf, type StocktakeLine, useStocktake, type Verdict } from './stocktake-queries'
import { verdictNames } from './stocktake-texts'

const columnsOf = (
  id: number,
  mayAct: boolean,
): readonly [Column<StocktakeLine>, ...Column<StocktakeLine>[]] => [
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
          cell: (line: StocktakeLine) => <LineActions id={id} line={line} />,
        },
      ]
    : []),
]

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
      return linesOf(id, {
        ...query,
        ...(verdict !== undefined && { verdict: [verdict as Verdict] }),
        ...(place !== undefined && { location_id: [Number(place)] }),
      })
    },
  })
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
