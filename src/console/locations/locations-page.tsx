import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { found } from '../api/location-tree'
import { useSignedIn } from '../api/session'
import { useLocationTree } from '../api/use-locations'
import { LinkButton } from '../ui/link'
import { PageHeader } from '../ui/page-header'
import { Empty, Missing } from '../ui/query-states'
import { SearchInput } from '../ui/search-input'
import { LocationTree } from './location-tree'
import { useExpandedLocations } from './use-expanded-locations'

/** The tree of places, and how many assets are where. */
export function LocationsPage() {
  const { may } = useSignedIn()
  const { data: places, error, refetch } = useLocationTree()
  const [sought, setSought] = useState('')
  const open = useExpandedLocations(places)

  const content = () => {
    if (!places) return <Missing error={error} onRetry={refetch} lines={8} />
    if (places.all.length === 0)
      return <Empty>{may('manager') ? beginning : 'There are no locations yet.'}</Empty>
    const shown = sought === '' ? undefined : found(places, sought)
    if (shown?.size === 0) return <Empty>Nothing matches.</Empty>
    return <LocationTree places={places} shown={shown} open={open} />
  }
  return (
    <>
      <PageHeader title="Locations" subtitle="Places where assets can be, one within another.">
        {may('manager') && <LinkButton href="/locations/new">New location</LinkButton>}
        {places && places.all.length > 0 && (
          <LinkButton href="/labels" variant="default">
            Print labels
          </LinkButton>
        )}
      </PageHeader>
      <Stack gap="sm">
        {places && places.all.length > 0 && (
          <div className="toolbar">
            <SearchInput label="Search name and key" value={sought} onSearch={setSought} />
            <Button variant="default" onClick={open.all} disabled={sought !== ''}>
              Open all
            </Button>
            <Button variant="default" onClick={open.none} disabled={sought !== ''}>
              Close all
            </Button>
          </div>
        )}
        {content()}
      </Stack>
    </>
  )
}

const beginning =
  'There are no locations yet. Begin with a building or a hall, then add the rooms, docks and shelves in it.'
