import { Stack, Text } from '@mantine/core'
import { deletedLocation } from '../../api/record-names'
import { usePlaces } from '../../api/use-locations'
import { t } from '../../languages/messages'
import { PageLink } from '../../ui/pages/link'
import { PlacePath } from '../../ui/pages/place-path'
import type { Reader } from '../use-reader'

/** Number of locations that are named when there are several. */
const named = 3

/** Shows where a reader reads: the locations of its antennas. */
export function ReaderPlaces({ reader: { kind, antennas } }: { readonly reader: Reader }) {
  const places = usePlaces()
  const [id, ...others] = new Set(antennas.map(({ location_id: location }) => location))
  if (kind === 'handheld') return <span>{t('Chosen at each scan')}</span>
  if (id === undefined) return <span>{t('No location')}</span>
  if (others.length === 0) return <PlacePath id={id} />
  const ids = [id, ...others]
  return (
    <Stack gap={0} align="flex-start">
      <Text span size="sm">
        {t('{count, plural, one {# location} other {# locations}}', { count: ids.length })}
      </Text>
      <Text span size="sm" c="dimmed">
        {ids.slice(0, named).map((one, at) => (
          <span key={one}>
            {at > 0 && ', '}
            <PageLink href={`/locations/${one}`} inherit>
              {places?.byId.get(one)?.name ?? (places ? deletedLocation : '…')}
            </PageLink>
          </span>
        ))}
        {ids.length > named && ` ${t('and {count} more', { count: ids.length - named })}`}
      </Text>
    </Stack>
  )
}
