import { Badge, Breadcrumbs, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { api, dataOf, type Schemas } from '../api/client'
import { pathTo, type Place, type Places } from '../api/location-tree'
import { useSignedIn } from '../api/session'
import { locationsChanged, useNamedLocation, useLocationTree } from '../api/use-locations'
import { RecordChanges } from '../changes/record-changes'
import { ChangeKey } from '../records/change-key'
import { TagsCard } from '../records/tags-card'
import { LinkButton, PageLink } from '../ui/link'
import { PageHeader } from '../ui/page-header'
import { Pairs } from '../ui/pairs'
import { MissingPage } from '../ui/query-states'
import { Section } from '../ui/section'
import { Time } from '../ui/time'
import { DeleteLocation } from './delete-location'
import { LocationAssets } from './location-assets'
import { LocationMoves } from './location-moves'
import { MoveLocation } from './move-location'

type View = Schemas['LocationView']

interface LocationProps {
  readonly location: View
  readonly place: Place
  readonly places: Places
}

/** All there is to know of one place: where in the tree it is, what is there, what is in it. */
export function LocationPage() {
  const { id, data: location, error, refetch } = useNamedLocation()
  const tree = useLocationTree()
  const place = tree.data?.byId.get(id)
  const problem = error ?? tree.error
  if (!location || !tree.data || !place)
    return (
      <MissingPage
        error={problem}
        onRetry={refetch}
        lines={8}
        back={{ href: '/locations', label: 'Locations' }}
      />
    )
  const props = { location, place, places: tree.data }
  return (
    <>
      <LocationHeader {...props} />
      <Stack>
        <LocationAssets key={place.id} place={place} />
        <LocationMoves key={`moves ${place.id}`} place={place} places={tree.data} />
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Below place={place} />
          <Stack>
            <LocationTags location={location} />
            <Fields location={location} />
          </Stack>
        </SimpleGrid>
        <RecordChanges kind="location" id={location.id} />
      </Stack>
    </>
  )
}

function LocationHeader({ location, place, places }: LocationProps) {
  const { may } = useSignedIn()
  return (
    <>
      <Breadcrumbs component="nav" aria-label="Path" className="crumbs" separator="›" mb={4}>
        <PageLink href="/locations" size="sm">
          Locations
        </PageLink>
        {pathTo(place)
          .slice(0, -1)
          .map(({ id, name }) => (
            <PageLink key={id} href={`/locations/${id}`} size="sm">
              {name}
            </PageLink>
          ))}
      </Breadcrumbs>
      <PageHeader
        key={location.id}
        title={location.name}
        subtitle={
          <Group gap="xs">
            <Code>{location.external_key}</Code>
            {!location.is_active && <Badge color="gray">Inactive</Badge>}
            {!place.isEffective && <Badge color="gray">Not in effect</Badge>}
          </Group>
        }
      >
        {may('manager') && (
          <>
            <LinkButton href={`/locations/${location.id}/edit`}>Edit</LinkButton>
            <MoveLocation place={place} places={places} />
            <ChangeKey
              what="location"
              externalKey={location.external_key}
              rename={(body) => {
                const params = { path: { location_id: location.id } }
                return dataOf(api.POST('/api/v1/locations/{location_id}/rename', { params, body }))
              }}
              done={locationsChanged}
            />
            <DeleteLocation place={place} />
          </>
        )}
        <LinkButton href={`/labels?locations=${location.external_key}`} variant="default">
          Label
        </LinkButton>
      </PageHeader>
    </>
  )
}

function Below({ place }: { readonly place: Place }) {
  const { may } = useSignedIn()
  return (
    <Section
      id="below"
      title="Places in it"
      aside={
        may('manager') && (
          <LinkButton href={`/locations/new?under=${place.id}`} variant="default" size="compact-sm">
            New location here
          </LinkButton>
        )
      }
    >
      {place.children.length === 0 ? (
        <Text c="dimmed">None.</Text>
      ) : (
        <ul className="below">
          {place.children.map(({ id, name, assetsInAll }) => (
            <li key={id}>
              <PageLink href={`/locations/${id}`}>{name}</PageLink>
              <Text span size="sm" c="dimmed">
                {assetsInAll === 1 ? '1 asset' : `${assetsInAll} assets`}
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
      none="None. With a barcode or a tag at the place, a handheld tells where it is by reading it."
      removing="A handheld that reads it will no longer know the place by it."
      firstType="barcode"
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

const Fields = ({ location }: { readonly location: View }) => (
  <Section id="fields" title="What it is">
    <Pairs
      pairs={[
        ['Key', location.external_key],
        ['Description', location.description ?? '–'],
        ['State', location.is_active ? 'Active' : 'Inactive'],
        ['Valid from', <Time key="from" at={location.valid_from} />],
        ['Valid to', <Time key="to" at={location.valid_to} empty="It does not end" />],
        ['Created', <Time key="created" at={location.created_at} />],
        ['Changed', <Time key="changed" at={location.updated_at} />],
      ]}
    />
  </Section>
)
