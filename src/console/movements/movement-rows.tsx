import { Card, Table } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { timeFormat } from '../languages/zone'
import { t } from '../languages/messages'
import { PageLink } from '../ui/pages/link'
import { PlacePath } from '../ui/pages/place-path'
import { TableFrame } from '../ui/lists/table-frame'
import { lengthOf } from '../ui/values/format'
import type { Movement } from './movement-query'

const moment = timeFormat({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
})

interface Column {
  readonly label: string
  readonly cell: (move: Movement) => ReactNode
}

const Asset = ({ asset_id: id, asset_name: name, asset_deleted_at: deletedAt }: Movement) => (
  <PageLink href={deletedAt === null ? `/assets/${id}` : `/deleted-assets/${id}`} inherit>
    {name}
  </PageLink>
)

const columns: readonly Column[] = [
  { label: t('Time'), cell: ({ at }) => <time dateTime={at}>{moment.format(new Date(at))}</time> },
  { label: t('Asset'), cell: (move) => <Asset {...move} /> },
  {
    label: t('From location'),
    cell: ({ previous_location_id: id, previous_location_name: name }) =>
      id === null ? t('First seen') : <PlacePath id={id} name={name} />,
  },
  {
    label: t('Stayed there'),
    cell: ({ stayed_before_seconds: seconds }) => (seconds === null ? '–' : lengthOf(seconds)),
  },
  {
    label: t('To location'),
    cell: ({ location_id: id, location_name: name }) => <PlacePath id={id} name={name} />,
  },
  {
    label: t('Stayed'),
    cell: ({ stayed_seconds: seconds }) => (seconds === null ? t('Still there') : lengthOf(seconds)),
  },
  {
    label: t('Then to'),
    cell: ({ next_location_id: id, next_location_name: name }) =>
      id === null ? '–' : <PlacePath id={id} name={name} />,
  },
  {
    label: t('Reader'),
    cell: ({ reader_id: id, reader_name: name }) =>
      id === null ? (
        t('By a user')
      ) : (
        <PageLink href={`/readers/${id}`} inherit>
          {name}
        </PageLink>
      ),
  },
]

interface MovementRowsProps {
  readonly name: string
  readonly rows: readonly Movement[]
}

/** Moves as a table, and on a phone as cards. */
export function MovementRows({ name, rows }: MovementRowsProps) {
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  // A stay at a place has two moves, and those of one asset can share an event.
  const keyOf = ({ id, direction }: Movement) => `${id} ${direction}`
  if (isNarrow)
    return (
      <ul className="cards" aria-label={name}>
        {rows.map((move) => (
          <Card component="li" key={keyOf(move)} withBorder padding="sm">
            <div className="card-title">
              <Asset {...move} />
            </div>
            <dl className="pairs">
              {columns
                .filter(({ label }) => label !== t('Asset'))
                .map(({ label, cell }) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{cell(move)}</dd>
                  </div>
                ))}
            </dl>
          </Card>
        ))}
      </ul>
    )
  return (
    <TableFrame columns={null}>
      <Table verticalSpacing={9} aria-label={name}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ label }) => (
              <Table.Th key={label} scope="col">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((move) => (
            <Table.Tr key={keyOf(move)}>
              {columns.map(({ label, cell }) => (
                <Table.Td key={label}>{cell(move)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableFrame>
  )
}
