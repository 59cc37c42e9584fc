import { Group, SegmentedControl, Switch, Text, TextInput } from '@mantine/core'
import { api, dataOf, type Schemas } from '../api/client'
import type { Place, Places } from '../api/location-tree'
import { useMoves } from '../api/use-moves'
import { type Column, DataTable } from '../ui/data-table'
import { counted, dayOf, localDay } from '../ui/format'
import { PageLink } from '../ui/link'
import { Section } from '../ui/section'
import { Time } from '../ui/time'
import { type List, type ListPage, type ListQuery, useList } from '../ui/use-list'

type Move = Schemas['LocationMove']

interface MovePage extends ListPage<Move> {
  readonly arrival_count: number
  readonly departure_count: number
}

/** Moves are heard of by themselves; what a reader tells late is no move. */
const pollMs = 60_000

interface Question {
  readonly place: Place
  readonly day: string
  readonly isDeep: boolean
  readonly kind: Kind
}

async function fetchMoves(
  { limit, offset }: ListQuery,
  { place, day, isDeep, kind }: Question,
): Promise<MovePage> {
  const { from, to } = dayOf(day)
  const params = {
    path: { location_id: place.id },
    query: {
      limit,
      offset,
      from,
      to,
      with_below: isDeep,
      ...(kind !== 'all' && { is_arrival: kind === 'came' }),
    },
  }
  return dataOf(api.GET('/internal/v1/locations/{location_id}/moves', { params }))
}

const kinds = ['all', 'came', 'went'] as const
type Kind = (typeof kinds)[number]

interface MovesProps {
  readonly place: Place
  readonly places: Places
}

/** What came to the place and what went from it, on one day of the viewer. */
export function LocationMoves({ place, places }: MovesProps) {
  useMoves('moves')
  const today = localDay(new Date())
  const hasBelow = place.children.length > 0
  const questionOf = (filter: (name: string) => string | undefined): Question => ({
    place,
    day: filter('day') ?? today,
    isDeep: hasBelow && filter('only') === undefined,
    kind: kinds.find((kind) => kind === filter('kind')) ?? 'all',
  })
  const list = useList({
    key: ['moves', place.id, hasBelow, today],
    prefix: 'moves-',
    load: (query, filter) => fetchMoves(query, questionOf(filter)),
    filters: ['day', 'only', 'kind'],
    pollMs,
  })
  const question = questionOf(list.filter)
  const { day } = question
  const isToday = day === today
  return (
    <Section id="moves" title={isToday ? 'What came and went today' : `What came and went on ${day}`}>
      {list.page && (
        <Text size="sm" mb="xs" data-moves>
          {counted(list.page.arrival_count)} came, {counted(list.page.departure_count)} went.
        </Text>
      )}
      <DataTable
        name="What came and went"
        list={list}
        columns={columnsOf(places)}
        keyOf={(move) => move.id}
        filters={<Filters list={list} question={question} today={today} />}
        empty={isToday ? 'Nothing came or went today.' : 'Nothing came or went that day.'}
      />
    </Section>
  )
}

interface FiltersProps {
  readonly list: List<Move>
  readonly question: Question
  readonly today: string
}

const Filters = ({ list, question: { place, day, isDeep, kind }, today }: FiltersProps) => (
  <>
    <TextInput
      type="date"
      aria-label="Day"
      max={today}
      value={day}
      onChange={({ currentTarget: { value } }) => list.narrow('day', value === today ? null : value)}
    />
    <SegmentedControl
      aria-label="Which"
      miw="12rem"
      data={[
        { value: 'all', label: 'All' },
        { value: 'came', label: 'Came' },
        { value: 'went', label: 'Went' },
      ]}
      value={kind}
      onChange={(next) => list.narrow('kind', next === 'all' ? null : next)}
    />
    {place.children.length > 0 && (
      <Switch
        label="With the places in it, as one"
        checked={isDeep}
        onChange={({ currentTarget: { checked } }) => list.narrow('only', checked ? null : 'here')}
      />
    )}
  </>
)

const columnsOf = (places: Places): [Column<Move>, ...Column<Move>[]] => [
  { key: 'asset', label: 'Asset', cell: (move) => <Asset {...move} /> },
  {
    key: 'what',
    label: 'What',
    cell: (move) => (
      <Group gap={4} wrap="nowrap">
        <span aria-hidden>{move.is_arrival ? '→' : '←'}</span>
        {move.is_arrival ? 'Came' : 'Went'}
      </Group>
    ),
  },
  {
    key: 'from',
    label: 'From',
    cell: ({ previous_location_id: id, previous_location_name: name }) =>
      id === null ? 'Seen for the first time' : <Named places={places} id={id} name={name ?? '–'} />,
  },
  {
    key: 'to',
    label: 'To',
    cell: ({ location_id: id, location_name: name }) => <Named places={places} id={id} name={name} />,
  },
  { key: 'when', label: 'When', cell: (move) => <Time at={move.event_observed_at} /> },
]

/** A deleted one has no page any more. */
const Asset = ({ asset_id: id, asset_name: name, asset_deleted_at: deletedAt }: Move) =>
  deletedAt === null ? (
    <PageLink href={`/assets/${id}`} inherit>
      {name}
    </PageLink>
  ) : (
    `${name} (deleted)`
  )

const Named = ({ places, id, name }: { places: Places; id: number; name: string }) =>
  places.byId.has(id) ? (
    <PageLink href={`/locations/${id}`} inherit>
      {name}
    </PageLink>
  ) : (
    `${name} (deleted)`
  )
