import { Button, Group, NativeSelect, SegmentedControl, Switch, Text, TextInput } from '@mantine/core'
import { api, dataOf, type Schemas } from '../api/client'
import type { TreeLocation, Locations } from '../api/location-tree'
import { useMoves } from '../api/use-moves'
import { serviceNow } from '../api/service-clock'
import { t } from '../languages/messages'
import { type Column, DataTable } from '../ui/lists/data-table'
import { ExportMenu } from '../ui/lists/export-menu'
import { localDay } from '../ui/values/format'
import { PageLink } from '../ui/pages/link'
import { PlacePath } from '../ui/pages/place-path'
import { EmptyList } from '../ui/pages/query-states'
import { Section } from '../ui/pages/section'
import { DayTime } from '../ui/values/time'
import { type List, type ListPage, type ListQuery, useList } from '../ui/lists/use-list'
import { minuteOf, type Period, periodOf, periodProblem, periodTitle } from './move-period'

type Move = Schemas['LocationMove']

interface MovePage extends ListPage<Move> {
  readonly arrival_count: number
  readonly departure_count: number
}

/** The stream reports new moves. Polling adds those that a reader reported late. */
const pollMs = 60_000

interface Question {
  readonly location: TreeLocation
  readonly period: Period
  readonly isDeep: boolean
  readonly kind: Kind
}

/** The parameters of the page and of the file. */
const queryOf = ({ period: { from, to }, isDeep, kind }: Question) => ({
  from: from.toISOString(),
  to: to.toISOString(),
  with_below: isDeep,
  ...(kind !== 'all' && { is_arrival: kind === 'arrivals' }),
})

async function fetchMoves({ limit, offset }: ListQuery, question: Question): Promise<MovePage> {
  const path = { location_id: question.location.id }
  const params = { path, query: { limit, offset, ...queryOf(question) } }
  return dataOf(api.GET('/internal/v1/locations/{location_id}/moves', { params }))
}

const kinds = ['all', 'arrivals', 'departures'] as const
type Kind = (typeof kinds)[number]

interface MovesProps {
  readonly location: TreeLocation
  readonly locations: Locations
}

/** Lists the arrivals and departures at a location in a period. */
export function LocationMoves({ location, locations }: MovesProps) {
  useMoves('moves')
  const today = localDay(new Date(serviceNow()))
  const hasBelow = location.children.length > 0
  const questionOf = (filter: (name: string) => string | undefined): Question => ({
    location,
    period: periodOf(filter('period'), today),
    isDeep: hasBelow && filter('only') === undefined,
    kind: kinds.find((kind) => kind === filter('kind')) ?? 'all',
  })
  const list = useList({
    key: ['moves', location.id, hasBelow, today],
    prefix: 'moves-',
    load: (query, filter) => fetchMoves(query, questionOf(filter)),
    filters: ['period', 'only', 'kind'],
    pollMs,
  })
  const question = questionOf(list.filter)
  return (
    <Section id="moves" title={periodTitle(question.period)}>
      {list.page && (
        <Text size="sm" mb="xs" data-moves>
          {numbersOf(list.page)}
          {question.isDeep && `. ${t('Moves between sub-locations are not counted.')}`}
        </Text>
      )}
      <DataTable
        name={t('Arrivals and departures')}
        storedAs="What came and went"
        list={list}
        columns={columnsOf(locations, question)}
        keyOf={(move) => move.id}
        filters={<Filters list={list} question={question} />}
        empty={
          <EmptyList
            title={t('Arrivals and departures appear here')}
            action={
              <Button variant="default" onClick={() => list.narrow('period', 'yesterday')}>
                {t('Show yesterday')}
              </Button>
            }
          >
            {t('No arrivals or departures today.')}
          </EmptyList>
        }
      />
    </Section>
  )
}

const numbersOf = (page: { readonly arrival_count: number; readonly departure_count: number }): string =>
  t(
    '{arrivals, plural, one {# arrival} other {# arrivals}}, {departures, plural, one {# departure} other {# departures}}',
    { arrivals: page.arrival_count, departures: page.departure_count },
  )

interface FiltersProps {
  readonly list: List<Move>
  readonly question: Question
}

const Filters = ({ list, question }: FiltersProps) => (
  <>
    <PeriodInputs period={question.period} onChange={(period) => list.narrow('period', period)} />
    <SegmentedControl
      aria-label={t('Direction')}
      miw="12rem"
      data={[
        { value: 'all', label: t('All') },
        { value: 'arrivals', label: t('Arrivals') },
        { value: 'departures', label: t('Departures') },
      ]}
      value={question.kind}
      onChange={(next) => list.narrow('kind', next === 'all' ? null : next)}
    />
    {question.location.children.length > 0 && (
      <Switch
        label={t('Include sub-locations')}
        checked={question.isDeep}
        onChange={({ currentTarget: { checked } }) => list.narrow('only', checked ? null : 'here')}
      />
    )}
    <ExportMenu
      path={`/internal/v1/locations/${question.location.id}/moves/export`}
      query={queryOf(question)}
      name={`moves-${localDay(question.period.from)}`}
      disabled={list.total === 0}
    />
  </>
)

interface PeriodProps {
  readonly period: Period
  readonly onChange: (period: string | null) => void
}

function PeriodInputs({ period, onChange }: PeriodProps) {
  const [from, to] = [minuteOf(period.from), minuteOf(period.to)]
  const choose = (begin: string, end: string) => {
    if (begin !== '' && end !== '') onChange(`${begin}..${end}`)
  }
  return (
    <>
      <NativeSelect
        aria-label={t('Period')}
        data={[
          { value: 'today', label: t('Today') },
          { value: 'yesterday', label: t('Yesterday') },
          { value: 'week', label: t('Last 7 days') },
          { value: 'other', label: t('From … to …') },
        ]}
        value={period.name}
        onChange={({ currentTarget: { value } }) =>
          onChange(value === 'other' ? `${from}..${to}` : value === 'today' ? null : value)
        }
      />
      <TextInput
        type="datetime-local"
        aria-label={t('From')}
        value={from}
        onChange={({ currentTarget: { value } }) => choose(value, to)}
      />
      <TextInput
        type="datetime-local"
        aria-label={t('To')}
        value={to}
        error={periodProblem(period)}
        onChange={({ currentTarget: { value } }) => choose(from, value)}
      />
    </>
  )
}

/** The columns that can differ between the rows. */
function columnsOf(
  locations: Locations,
  { kind, isDeep }: Question,
): readonly [Column<Move>, ...Column<Move>[]] {
  const [asset, ...others] = allColumns(locations)
  const same = [
    ...(kind === 'all' ? [] : ['what']),
    ...(kind === 'arrivals' && !isDeep ? ['to'] : []),
    ...(kind === 'departures' && !isDeep ? ['from'] : []),
  ]
  return [asset, ...others.filter(({ key }) => !same.includes(key))]
}

const allColumns = (locations: Locations): [Column<Move>, ...Column<Move>[]] => [
  { key: 'asset', label: t('Asset'), cell: (move) => <Asset {...move} /> },
  {
    key: 'what',
    label: t('Direction'),
    cell: (move) => (
      <Group gap={4} wrap="nowrap">
        <span aria-hidden>{move.is_arrival ? '→' : '←'}</span>
        {move.is_arrival ? t('Arrival') : t('Departure')}
      </Group>
    ),
  },
  {
    key: 'from',
    label: t('From location'),
    cell: ({ previous_location_id: id, previous_location_name: name }) =>
      id === null ? t('First seen') : <Place locations={locations} id={id} name={name ?? '–'} />,
  },
  {
    key: 'to',
    label: t('To location'),
    cell: ({ location_id: id, location_name: name }) => <Place locations={locations} id={id} name={name} />,
  },
  { key: 'when', label: t('Time'), cell: (move) => <DayTime at={move.event_observed_at} /> },
]

/** The asset, with a link unless it was deleted. */
const Asset = ({ asset_id: id, asset_name: name, asset_deleted_at: deletedAt }: Move) =>
  deletedAt === null ? (
    <PageLink href={`/assets/${id}`} inherit>
      {name}
    </PageLink>
  ) : (
    t('{name} (deleted)', { name })
  )

const Place = ({ locations, id, name }: { locations: Locations; id: number; name: string }) => (
  <PlacePath id={id} name={locations.byId.has(id) ? name : t('{name} (deleted)', { name })} />
)
