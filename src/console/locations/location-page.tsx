import { Code, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { api, dataOf, type Schemas } from '../api/client'
import { pathTo, type TreeLocation, type Locations } from '../api/location-tree'
import { useSignedIn } from '../api/session'
import { locationsChanged, useNamedLocation, useLocationTree } from '../api/use-locations'
import { LocationAlerts } from '../alerts/alert-strip'
import { RecordChanges } from '../changes/record-changes'
import { t } from '../languages/messages'
import { useView, ViewSwitch } from '../plans/view-switch'
import { TagsCard } from '../records/tags-card'
import { assetsText } from '../ui/values/format'
import { LinkButton, PageLink } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { Pairs } from '../ui/values/pairs'
import { NotFound } from '../ui/pages/query-states'
import { Section } from '../ui/pages/section'
import { StateBadge } from '../ui/values/state-badge'
import { Time } from '../ui/values/time'
import { CreatedNotice } from './created-notice'
import { LocationActions } from './location-actions'
import { LocationAssets } from './location-assets'
import { LocationPlan } from './location-plan'
import { LocationMoves } from './location-moves'
import { LocationSgln } from './location-sgln'

type View = Schemas['LocationView']

interface LocationProps {
  readonly location: View
  readonly node: TreeLocation
  readonly tree: Locations
}

/** Shows a location: its path, the assets at it, its sub-locations, arrivals and departures, then its details and tags. */
export function LocationPage() {
  const { id, data: location, error, refetch } = useNamedLocation()
  const tree = useLocationTree()
  const node = tree.data?.byId.get(id)
  const { view, choose } = useView('list')
  const { may } = useSignedIn()
  const problem = error ?? tree.error
  if (!location || !tree.data || !node)
    return (
      <NotFound
        error={problem}
        onRetry={() => Promise.all([refetch(), tree.refetch()])}
        lines={8}
        back={{ href: '/locations', label: t('Locations') }}
      />
    )
  const props = { location, node, tree: tree.data }
  return (
    <>
      <LocationHeader {...props} viewSwitch={<ViewSwitch view={view} onChange={choose} />} />
      {may('manager') && <CreatedNotice location={node} />}
      <Stack>
        <LocationAlerts id={node.id} />
        {view === 'plan' && <LocationPlan location={node} locations={tree.data} />}
        {view === 'list' && <LocationAssets key={node.id} location={node} />}
        {node.children.length > 0 && <SubLocations node={node} />}
        <LocationMoves key={`moves ${node.id}`} location={node} locations={tree.data} />
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Stack>
            <Details location={location} />
            {node.children.length === 0 && <SubLocations node={node} />}
          </Stack>
          <LocationTags location={location} />
        </SimpleGrid>
        <LocationSgln locationId={node.id} />
        <RecordChanges kind="location" id={location.id} />
      </Stack>
    </>
  )
}

function LocationHeader({
  location,
  node,
  tree,
  viewSwitch,
}: LocationProps & { readonly viewSwitch: ReactNode }) {
  return (
    <PageHeader
      key={location.id}
      title={location.name}
      back={[
        { href: '/locations', label: t('Locations') },
        ...pathTo(node)
          .slice(0, -1)
          .map(({ id, name }) => ({ href: `/locations/${id}`, label: name })),
      ]}
      subtitle={
        <Group gap="xs">
          <Code>{location.external_key}</Code>
          {!location.is_active && <StateBadge state="muted">{t('Inactive')}</StateBadge>}
          {!node.isEffective && <StateBadge state="muted">{t('Not in effect')}</StateBadge>}
        </Group>
      }
    >
      {viewSwitch}
      <LocationActions {...{ location, node, tree }} />
    </PageHeader>
  )
}

function SubLocations({ node }: { readonly node: TreeLocation }) {
  const { may } = useSignedIn()
  return (
    <Section
      id="sub-locations"
      title={t('Sub-locations')}
      aside={
        may('manager') && (
          <LinkButton href={`/locations/new?under=${node.id}`} variant="default" size="compact-sm">
            {t('New sub-location')}
          </LinkButton>
        )
      }
    >
      {node.children.length === 0 ? (
        <Text c="dimmed">{t('No sub-locations yet.')}</Text>
      ) : (
        <ul className="sub-locations">
          {node.children.map(({ id, name, assetsInAll }) => (
            <li key={id}>
              <PageLink href={`/locations/${id}`}>{name}</PageLink>
              <Text span size="sm" c="dimmed">
                {assetsText(assetsInAll)}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function LocationTags({ location: { id, tags } }: { readonly location: View }) {
  const path = { location_id: id }
  return (
    <TagsCard
      tags={tags}
      none={t('No tags yet. Add a tag to select this location by scanning it with a handheld.')}
      removing={t('Scanning this tag with a handheld will no longer select this location.')}
      firstType="barcode"
      owner={path}
      attach={async (body) => {
        await dataOf(api.POST('/api/v1/locations/{location_id}/tags', { params: { path }, body }))
        await locationsChanged()
      }}
      detach={async (tagId) => {
        const params = { path: { ...path, tag_id: tagId } }
        await dataOf(api.DELETE('/api/v1/locations/{location_id}/tags/{tag_id}', { params }))
        await locationsChanged()
      }}
    />
  )
}

const Details = ({ location }: { readonly location: View }) => (
  <Section id="details" title={t('Details')}>
    <Pairs
      pairs={[
        [t('Key'), location.external_key],
        [t('Description'), location.description ?? '–'],
        [t('Status'), location.is_active ? t('Active') : t('Inactive')],
        [t('Valid from'), <Time key="from" at={location.valid_from} />],
        [t('Valid to'), <Time key="to" at={location.valid_to} empty={t('No end date')} />],
        [t('Created'), <Time key="created" at={location.created_at} />],
        [t('Last changed'), <Time key="changed" at={location.updated_at} />],
      ]}
    />
  </Section>
)
