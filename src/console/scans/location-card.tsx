import { Button, Card, Group, Text } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { api, dataOf } from '../api/client'
import type { Locations } from '../api/location-tree'
import { t } from '../languages/messages'
import { LocationTreeSelect } from '../locations/location-tree-select'
import type { ScanLocation } from './scan-store'

interface LocationCardProps {
  readonly locations: Locations | undefined
  readonly location: ScanLocation | null
  readonly onChange: (location: ScanLocation | null) => void
}

/** The location at which the user scans. It is chosen from the list or scanned. */
export function LocationCard({ locations, location, onChange }: LocationCardProps) {
  const choose = (id: number | null) => {
    const chosen = id === null ? undefined : locations?.byId.get(id)
    onChange(chosen ? { id: chosen.id, name: chosen.name } : null)
  }
  if (!location)
    return (
      <Card withBorder>
        <LocationTreeSelect
          size="lg"
          label={t('Where are you?')}
          description={t('Choose a location or scan its code')}
          placeholder={t('Choose a location')}
          locations={locations?.all ?? []}
          value={null}
          onChange={choose}
        />
      </Card>
    )
  const above = locations?.byId.get(location.id)?.parent?.path
  return (
    <Card withBorder>
      <Group wrap="nowrap">
        <IconMapPin aria-hidden />
        <div className="grow tag-value">
          <Text fw={700} size="lg" data-location>
            {location.name}
          </Text>
          {above !== undefined && (
            <Text size="sm" c="dimmed">
              {above}
            </Text>
          )}
        </div>
        <Button variant="default" size="md" aria-label={t('Change location')} onClick={() => onChange(null)}>
          {t('Change')}
        </Button>
      </Group>
    </Card>
  )
}

/** Returns the location with this key. */
export function locationByKey(locations: Locations | undefined, value: string): ScanLocation | undefined {
  const found = locations?.all.find(({ key }) => key === value)
  return found && { id: found.id, name: found.name }
}

/** Returns the location with this tag; undefined also when the service can't be reached. */
export async function locationByTag(value: string): Promise<ScanLocation | undefined> {
  const query = { q: value, limit: 10 }
  const page = await dataOf(api.GET('/api/v1/locations', { params: { query } })).catch(() => null)
  const found = page?.data.find(({ tags }) => tags.some((tag) => isSame(tag.value, value)))
  return found && { id: found.id, name: found.name }
}

const isSame = (one: string, other: string): boolean => one.toUpperCase() === other.toUpperCase()
