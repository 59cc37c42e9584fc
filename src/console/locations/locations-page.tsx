import { Button, Checkbox, Stack } from '@mantine/core'
import { useState } from 'react'
import { matchesIn, type TreeLocation } from '../api/location-tree'
import { useSignedIn } from '../api/session'
import { useLocationTree } from '../api/use-locations'
import { labelsHref, labelsMax } from '../labels/labels-address'
import { t } from '../languages/messages'
import { HeaderAction } from '../ui/pages/header-action'
import { LinkButton } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { Empty, EmptyList, NoMatch, QueryState } from '../ui/pages/query-states'
import { SearchInput } from '../ui/lists/search-input'
import { type Selection, useSelection } from '../ui/lists/use-selection'
import { LocationTree } from './location-tree'
import { SelectedLocations } from './selected-locations'
import { useExpandedLocations } from './use-expanded-locations'

/** Shows the tree of locations with the number of assets at each. */
export function LocationsPage() {
  const { may } = useSignedIn()
  const { data: locations, error, refetch } = useLocationTree()
  const [search, setSearch] = useState('')
  const open = useExpandedLocations(locations)

  const matches = locations && search !== '' ? matchesIn(locations, search) : undefined
  const listed = matches ?? locations?.all ?? []
  const selection = useSelection(listed)

  const isEmpty = locations?.all.length === 0
  const content = () => {
    if (!locations) return <QueryState error={error} onRetry={refetch} lines={8} />
    if (isEmpty) return <NoLocations />
    if (matches?.length === 0)
      return (
        <Empty>
          <NoMatch onWiden={() => setSearch('')} />
        </Empty>
      )
    return (
      <>
        <LocationTree locations={locations} matches={matches} open={open} selection={selection} />
        <div className="selection-dock">
          <SelectedLocations selection={selection} locations={locations} />
        </div>
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={t('Locations')}
        subtitle={t('Where your assets can be: buildings, rooms, docks and shelves.')}
        secondary={
          <>
            {may('manager') && !isEmpty && (
              <HeaderAction href="/locations/import">{t('Import')}</HeaderAction>
            )}
            {locations && !isEmpty && <HeaderAction href="/locations/accuracy">{t('Accuracy')}</HeaderAction>}
            {locations && !isEmpty && <LabelsAction matches={matches} />}
          </>
        }
      >
        {may('manager') && !isEmpty && <LinkButton href="/locations/new">{t('New location')}</LinkButton>}
      </PageHeader>
      <Stack gap="sm">
        {locations && !isEmpty && (
          <Toolbar {...{ search, setSearch, open, selection }} count={listed.length} />
        )}
        {content()}
      </Stack>
    </>
  )
}

interface ToolbarProps extends SelectListedProps {
  readonly search: string
  readonly setSearch: (search: string) => void
  readonly open: ReturnType<typeof useExpandedLocations>
}

const Toolbar = ({ search, setSearch, open, selection, count }: ToolbarProps) => (
  <div className="toolbar">
    <SearchInput label={t('Search by name or key')} value={search} onSearch={setSearch} />
    <Button variant="default" onClick={open.all} disabled={search !== ''}>
      {t('Expand all')}
    </Button>
    <Button variant="default" onClick={open.none} disabled={search !== ''}>
      {t('Collapse all')}
    </Button>
    {count > 0 && <SelectListed selection={selection} count={count} />}
  </div>
)

interface SelectListedProps {
  readonly selection: Selection
  readonly count: number
}

const SelectListed = ({ selection, count }: SelectListedProps) => (
  <Checkbox
    label={t('{count, plural, one {Select the location} other {Select all # locations}}', { count })}
    checked={selection.isAll}
    indeterminate={selection.ids.length > 0 && !selection.isAll}
    onChange={selection.toggleAll}
  />
)

interface LabelsActionProps {
  /** The locations that the search finds; undefined without a search. */
  readonly matches: readonly TreeLocation[] | undefined
}

/** Opens the labels of all locations that the search finds, up to the maximum, and otherwise the page of labels. */
function LabelsAction({ matches }: LabelsActionProps) {
  const labeled = matches?.slice(0, labelsMax) ?? []
  const count = labeled.length
  if (count === 0) return <HeaderAction href="/labels">{t('Print labels')}</HeaderAction>
  return (
    <HeaderAction
      href={labelsHref(
        'locations',
        labeled.map(({ key }) => key),
      )}
    >
      {(matches?.length ?? 0) > labelsMax
        ? t('Print the first {count, plural, one {label} other {# labels}}', { count })
        : t('Print {count, plural, one {# label} other {# labels}}', { count })}
    </HeaderAction>
  )
}

function NoLocations() {
  const { may } = useSignedIn()
  return (
    <Empty>
      <EmptyList
        title={t('Your locations appear here')}
        action={
          may('manager') && (
            <>
              <LinkButton href="/locations/new">{t('New location')}</LinkButton>
              <LinkButton href="/locations/import" variant="subtle">
                {t('Import')}
              </LinkButton>
            </>
          )
        }
      >
        {may('manager')
          ? t(
              'No locations yet. Start with a building or a hall, then add the rooms, docks and shelves in it. You can also import a list.',
            )
          : t('No locations yet.')}
      </EmptyList>
    </Empty>
  )
}
