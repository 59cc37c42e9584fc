import { Button, Card, Group, Text } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { api, dataOf } from '../api/client'
import type { Places } from '../api/location-tree'
import { LocationTreeSelect } from '../locations/location-tree-select'
import type { ScanLocation } from './scan-store'

interface LocationCardProps {
  readonly places: Places | undefined
  readonly place: ScanLocation | null
  readonly onChange: (place: ScanLocation | null) => void
}

/** Where the scans are made: chosen from the list, or scanned. */
export function LocationCard({ places, place, onChange }: LocationCardProps) {
  const choose = (id: number | null) => {
    const chosen = id === null ? undefined : places?.byId.get(id)
    onChange(chosen ? { id: chosen.id, name: chosen.name } : null)
  }
  if (!place)
    return (
      <Card withBorder>
        <LocationTreeSelect
          size="lg"
          label="Where are you?"
          description="Choose the location, or scan its code"
          placeholder="Choose a location"
          places={places?.all ?? []}
          value={null}
          onChange={choose}
        />
      </Card>
    )
  const path = places?.byId.get(place.id)?.path
  return (
    <Card withBorder>
      <Group wrap="nowrap">
        <IconMapPin aria-hidden />
        <div className="grow tag-value">
          <Text fw={700} size="lg" data-place>
            {place.name}
          </Text>
          {path !== undefined && path !== place.name && (
            <Text size="sm" c="dimmed">
              {path}
            </Text>
          )}
        </div>
        <Button variant="default" size="md" aria-label="Change the location" onClick={() => onChange(null)}>
          Change
        </Button>
      </Group>
    </Card>
  )
}

/** The location of which this is the key. */
export function locationByKey(places: Places | undefined, value: string): ScanLocation | undefined {
  const found = places?.all.find(({ key }) => key === value)
  return found && { id: found.id, name: found.name }
}

/** The location that carries this tag; undefined also where the service can't be asked now. */
export async function locationByTag(value: string): Promise<ScanLocation | undefined> {
  const query = { q: value, limit: 10 }
  const page = await dataOf(api.GET('/api/v1/locations', { params: { query } })).catch(() => null)
  const found = page?.data.find(({ tags }) => tags.some((tag) => isSame(tag.value, value)))
  return found && { id: found.id, name: found.name }
}

export const isSame = (one: string, other: string): boolean => one.toUpperCase() === other.toUpperCase()
