import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { searchTree } from '../api/location-tree'
import { useSignedIn } from '../api/session'
import { useLocationTree } from '../api/use-locations'
import { LinkButton } from '../ui/link'
import { PageHeader } from '../ui/page-header'
import { Empty, QueryState } from '../ui/query-states'
import { SearchInput } from '../ui/search-input'
import { LocationTree } from './location-tree'
import { useExpandedLocations } from './use-expanded-locations'

/** Shows the tree of locations with the number of assets at each. */
export function LocationsPage() {
  const { may } = useSignedIn()
  const { data: locations, error, refetch } = useLocationTree()
  const [search, setSearch] = useState('')
  const open = useExpandedLocations(locations)

  const content = () => {
    if (!locations) return <QueryState error={error} onRetry={refetch} lines={8} />
    if (locations.all.length === 0) return <Empty>{may('manager') ? noLocations : 'No locations yet.'}</Empty>
    const shown = search === '' ? undefined : searchTree(locations, search)
    if (shown?.size === 0) return <Empty>No results found.</Empty>
    return <LocationTree locations={locations} shown={shown} open={open} />
  }
  return (
    <>
      <PageHeader title="Locations" subtitle="Where your assets can be: buildings, rooms, docks and shelves.">
        {may('manager') && (
          <>
            <LinkButton href="/locations/new">New location</LinkButton>
            <LinkButton href="/locations/import" variant="default">
              Import
            </LinkButton>
          </>
        )}
        {locations && locations.all.length > 0 && (
          <LinkButton href="/labels" variant="default">
            Print labels
          </LinkButton>
        )}
      </PageHeader>
      <Stack gap="sm">
        {locations && locations.all.length > 0 && (
          <div className="toolbar">
            <SearchInput label="Search by name or key" value={search} onSearch={setSearch} />
            <Button variant="default" onClick={open.all} disabled={search !== ''}>
              Expand all
            </Button>
            <Button variant="default" onClick={open.none} disabled={search !== ''}>
              Collapse all
            </Button>
          </div>
        )}
        {content()}
      </Stack>
    </>
  )
}

const noLocations =
  'No locations yet. Start with a building or a hall, then add the rooms, docks and shelves in it. You can also import a list.'
