import { Button, Group, SegmentedControl, Switch, Text, TextInput } from '@mantine/core'
import { api, dataOf, type Schemas } from '../api/client'
import type { TreeLocation, Locations } from '../api/location-tree'
import { useMoves } from '../api/use-moves'
import { t } from '../languages/messages'
import { type Column, DataTable } from '../ui/data-table'
import { dayOf, dayText, localDay } from '../ui/format'
import { PageLink } from '../ui/link'
import { PlacePath } from '../ui/place-path'
import { EmptyList } from '../ui/query-states'
import { Section } from '../ui/section'
import { Time } from '../ui/time'
import { type List, type ListPage, type ListQuery, useList } from '../ui/use-list'

type Move = Schemas['LocationMove']

interface MovePage extends ListPage<Move> {
  readonly arrival_count: number
  readonly departure_count: number
}

/** The stream reports new moves. Polling adds those that a reader reported late. */
const pollMs = 60_000

interface Question {
  readonly location: TreeLocation
  readonly day: string
  readonly isDeep: boolean
  readonly kind: Kind
}

async function fetchMoves(
  { limit, offset }: ListQuery,
  { location, day, isDeep, kind }: Question,
): Promise<MovePage> {
  const { from, to } = dayOf(day)
  const params = {
    path: { location_id: location.id },
    query: {
      limit,
      offset,
      from,
      to,
      with_below: isDeep,
      ...(kind !== 'all' && { is_arrival: kind === 'arrivals' }),
    },
  }
  return dataOf(api.GET('/internal/v1/locations/{location_id}/moves', { params }))
}

const kinds = ['all', 'arrivals', 'departures'] as const
type Kind = (typeof kinds)[number]

interface MovesProps {
  readonly location: TreeLocation
  readonly locations: Locations
}

/** Lists the arrivals and departures at a location on one day of the user's time zone. */
export function LocationMoves({ location, locations }: MovesProps) {
  useMoves('moves')
  const today = localDay(new Date())
  const hasBelow = location.children.length > 0
  const questionOf = (filter: (name: string) => string | undefined): Question => ({
    location,
    day: filter('day') ?? today,
    isDeep: hasBelow && filter('only') === undefined,
    kind: kinds.find((kind) => kind === filter('kind')) ?? 'all',
  })
  const list = useList({
    key: ['moves', location.id, hasBelow, today],
    prefix: 'moves-',
    load: (query, filter) => fetchMoves(query, questionOf(filter)),
    filters: ['day', 'only', 'kind'],
    pollMs,
  })
  const question = questionOf(list.filter)
  const { day } = question
  const isToday = day === today
  return (
    <Section
      id="moves"
      title={
        isToday
          ? t('Arrivals and departures today')
          : t('Arrivals and departures on {day}', { day: dayText(day) })
      }
    >
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
        columns={columnsOf(locations)}
        keyOf={(move) => move.id}
        filters={<Filters list={list} question={question} today={today} />}
        empty={
          <EmptyList
            title={t('Arrivals and departures appear here')}
            action={
              <Button variant="default" onClick={() => list.narrow('day', dayBefore(today))}>
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

/** Returns the day before, as in the inputs of days. */
function dayBefore(day: string): string {
  const before = new Date(`${day}T12:00`)
  before.setDate(before.getDate() - 1)
  return localDay(before)
}

const numbersOf = (page: { readonly arrival_count: number; readonly departure_count: number }): string =>
  t(
    '{arrivals, plural, one {# arrival} other {# arrivals}}, {departures, plural, one {# departure} other {# departures}}',
    { arrivals: page.arrival_count, departures: page.departure_count },
  )

interface FiltersProps {
  readonly list: List<Move>
  readonly question: Question
  readonly today: string
}

const Filters = ({ list, question: { location, day, isDeep, kind }, today }: FiltersProps) => (
  <>
    <TextInput
      type="date"
      aria-label={t('Day')}
      max={today}
      value={day}
      onChange={({ currentTarget: { value } }) => list.narrow('day', value === today ? null : value)}
    />
    <SegmentedControl
      aria-label={t('Direction')}
      miw="12rem"
      data={[
        { value: 'all', label: t('All') },
        { value: 'arrivals', label: t('Arrivals') },
        { value: 'departures', label: t('Departures') },
      ]}
      value={kind}
      onChange={(next) => list.narrow('kind', next === 'all' ? null : next)}
    />
    {location.children.length > 0 && (
      <Switch
        label={t('Include sub-locations')}
        checked={isDeep}
        onChange={({ currentTarget: { checked } }) => list.narrow('only', checked ? null : 'here')}
      />
    )}
  </>
)

const columnsOf = (locations: Locations): [Column<Move>, ...Column<Move>[]] => [
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
  { key: 'when', label: t('Time'), cell: (move) => <Time at={move.event_observed_at} /> },
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
