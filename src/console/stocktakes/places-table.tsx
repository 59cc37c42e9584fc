import { Card, Table, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { usePlaces } from '../api/use-locations'
import { t } from '../languages/messages'
import { TableFrame } from '../ui/lists/table-frame'
import { PageLink } from '../ui/pages/link'
import { clockTimeOf, counted } from '../ui/values/format'
import { useExactNow } from '../ui/values/use-now'
import { CountBar } from './count-bar'
import type { StocktakeDetails, StocktakePlace } from './stocktake-queries'
import { notFound } from './stocktake-texts'

interface PlacesTableProps {
  readonly stocktake: StocktakeDetails
  readonly places: readonly StocktakePlace[]
}

/** A counter is counting when the service heard of them within this time, in milliseconds. */
const presentMs = 120_000

/** Returns who counts at a location, or who has finished it. */
function stateOf({ stocktake }: PlacesTableProps, place: StocktakePlace, nowMs: number): string {
  if (place.finished_at !== null)
    return t('{name}, finished {time}', {
      name: place.finished_by?.name ?? '',
      time: clockTimeOf(place.finished_at, nowMs),
    })
  const counter = stocktake.counters.findLast(({ location_id: at }) => at === place.location_id)
  if (counter && stocktake.state === 'open') {
    const isPresent = nowMs - Date.parse(counter.last_heard_at) < presentMs
    const name = counter.counted_by?.name ?? ''
    if (isPresent) return t('{name} is counting', { name })
    return t('{name}, not heard since {time}', { name, time: clockTimeOf(counter.last_heard_at, nowMs) })
  }
  return place.found + place.elsewhere + place.extra > 0 ? t('Started') : t('Not started')
}

const dash = (count: number): string => (count === 0 ? '–' : counted(count))

/** How far each location is: a table, or rows with a bar on a phone. */
export function PlacesTable(props: PlacesTableProps) {
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const tree = usePlaces()
  const nowMs = useExactNow()
  const rows = props.places
    .map((place) => ({
      place,
      path: tree?.byId.get(place.location_id)?.path ?? place.location_name,
      state: stateOf(props, place, nowMs),
    }))
    .toSorted((one, other) => one.path.localeCompare(other.path, undefined, { numeric: true }))
  if (rows.length === 0) return null
  if (isNarrow)
    return (
      <ul className="card-rows" aria-label={t('Locations')}>
        {rows.map((row) => (
          <Card component="li" key={row.place.location_id} withBorder padding="sm">
            <PlaceName {...row} id={props.stocktake.id} />
            <Found {...row} />
            <Text size="sm" c="dimmed">
              {row.state}
            </Text>
          </Card>
        ))}
      </ul>
    )
  return <WideTable id={props.stocktake.id} rows={rows} />
}

interface RowProps {
  readonly place: StocktakePlace
  readonly path: string
  readonly state: string
}

const PlaceName = ({ id, place, path }: RowProps & { readonly id: number }) => (
  <PageLink href={`/stocktakes/${id}/lines?location_id=${place.location_id}`} inherit fw={600}>
    {path}
  </PageLink>
)

function Found({ place: { found, elsewhere, expected } }: RowProps) {
  const label = t('{found} of {expected}', { found: counted(found), expected: counted(expected) })
  return (
    <>
      <CountBar found={found} elsewhere={elsewhere} expected={expected} label={label} />
      <Text size="sm">{label}</Text>
    </>
  )
}

const WideTable = ({ id, rows }: { readonly id: number; readonly rows: readonly RowProps[] }) => (
  <TableFrame columns={null}>
    <Table verticalSpacing={9} data-places>
      <Table.Caption>{t('Each location without those below it.')}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('Location')}</Table.Th>
          <Table.Th scope="col" w="26%">
            {t('Found')}
          </Table.Th>
          <Table.Th scope="col" ta="right">
            {t('Not found')}
          </Table.Th>
          <Table.Th scope="col" ta="right">
            {t('Elsewhere')}
          </Table.Th>
          <Table.Th scope="col">{t('State')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.place.location_id} data-place={row.place.location_id}>
            <Table.Td>
              <PlaceName {...row} id={id} />
            </Table.Td>
            <Table.Td>
              <Found {...row} />
            </Table.Td>
            <Table.Td ta="right">{dash(notFound(row.place))}</Table.Td>
            <Table.Td ta="right">{dash(row.place.elsewhere)}</Table.Td>
            <Table.Td>{row.state}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </TableFrame>
)
