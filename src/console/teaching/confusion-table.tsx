import { Table, Text } from '@mantine/core'
import { t } from '../languages/messages'
import { usePathText } from '../ui/pages/place-path'
import { percentOf, type TaughtPlace } from './queries'

/** The table is readable with so many places; the worst ones are shown. */
const placesMax = 12
const wrongShare = 0.1

const shareBetween = (place: TaughtPlace, otherId: number): number =>
  place.location_id === otherId
    ? (place.right_share ?? 0)
    : (place.confused_with.find((other) => other.location_id === otherId)?.share ?? 0)

/** Which place is taken for which, in % of the held-back parts of samples. */
export function ConfusionTable({ places }: { readonly places: readonly TaughtPlace[] }) {
  const pathOf = usePathText()
  const shown = places
    .toSorted((a, b) => (a.right_share ?? 1) - (b.right_share ?? 1))
    .slice(0, placesMax)
    .toSorted((a, b) => pathOf(a.location_id).localeCompare(pathOf(b.location_id)))
  const names = shown.map(({ location_id: id }) => pathOf(id))
  return (
    <>
      <Text size="sm" c="dimmed">
        {t(
          '% of samples, held back from learning. A row is where they really are, a column what they are taken for.',
        )}
      </Text>
      <Table.ScrollContainer minWidth={0}>
        <Table className="confusion" fz="sm" aria-label={t('What is taken for what')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('Really in')}</Table.Th>
              {names.map((name) => (
                <Table.Th key={name} scope="col">
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((place, row) => (
              <Table.Tr key={place.location_id}>
                <Table.Th scope="row">{names[row]}</Table.Th>
                {shown.map(({ location_id: id }) => (
                  <Cell key={id} share={shareBetween(place, id)} isRight={id === place.location_id} />
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  )
}

function Cell({ share, isRight }: { readonly share: number; readonly isRight: boolean }) {
  const kind = isRight ? 'right' : share >= wrongShare ? 'very-wrong' : 'wrong'
  return <Table.Td data-share={share > 0 ? kind : undefined}>{share > 0 ? percentOf(share) : '·'}</Table.Td>
}
