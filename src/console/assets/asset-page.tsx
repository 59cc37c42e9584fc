import { Badge, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { api, dataOf, type Schemas } from '../api/client'
import { locationNames } from '../api/record-names'
import { useSignedIn } from '../api/session'
import { RecordChanges } from '../changes/record-changes'
import { useMetadataPairs } from '../fields/values'
import { PhotoGallery } from '../photos/photo-gallery'
import { ChangeKey } from '../records/change-key'
import { ConfirmButton } from '../ui/confirm-button'
import { LastSeen } from '../ui/freshness'
import { LinkButton } from '../ui/link'
import { PageHeader } from '../ui/page-header'
import { Pairs } from '../ui/pairs'
import { PlacePath } from '../ui/place-path'
import { Failed, Loading, NotFound } from '../ui/query-states'
import { Section } from '../ui/section'
import { Time } from '../ui/time'
import { toastDone } from '../ui/toasts'
import { AssetHistory } from './asset-history'
import { AssetTags } from './asset-tags'
import { assetChanged, useAsset } from './use-asset'

type Asset = Schemas['AssetView']

/** Shows an asset: its details, current location, tags, location history and change log. */
export function AssetPage() {
  const { data: asset, error, refetch } = useAsset()
  if (!asset)
    return <NotFound error={error} onRetry={refetch} lines={8} back={{ href: '/assets', label: 'Assets' }} />
  return (
    <>
      <AssetHeader asset={asset} />
      <Stack>
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Stack>
            <CurrentLocation asset={asset} />
            <AssetTags asset={asset} />
          </Stack>
          <Details asset={asset} />
        </SimpleGrid>
        <PhotoGallery asset={asset} />
        <AssetHistory id={asset.id} />
        <RecordChanges kind="asset" id={asset.id} />
      </Stack>
    </>
  )
}

function AssetHeader({ asset }: { readonly asset: Asset }) {
  const { may } = useSignedIn()
  const [, navigate] = useLocation()
  const params = { path: { asset_id: asset.id } }

  async function remove(): Promise<void> {
    await dataOf(api.DELETE('/api/v1/assets/{asset_id}', { params }))
    toastDone(`${asset.name} deleted`)
    navigate('/assets', { replace: true })
    await assetChanged(asset.id)
  }

  return (
    <PageHeader
      title={asset.name}
      subtitle={
        <Group gap="xs">
          <Code>{asset.external_key}</Code>
          {!asset.is_active && <Badge color="gray">Inactive</Badge>}
        </Group>
      }
      back={{ href: '/assets', label: 'Assets' }}
    >
      {may('operator') && asset.tags[0] && (
        <LinkButton
          href={`/scan?${new URLSearchParams({ tag: asset.tags[0].value }).toString()}`}
          variant="default"
        >
          Scan here
        </LinkButton>
      )}
      {may('manager') && (
        <>
          <LinkButton href={`/assets/${asset.id}/edit`}>Edit</LinkButton>
          <ChangeKey
            what="asset"
            externalKey={asset.external_key}
            rename={(body) => dataOf(api.POST('/api/v1/assets/{asset_id}/rename', { params, body }))}
            done={() => assetChanged(asset.id)}
          />
          <ConfirmButton label="Delete" ofWhat={asset.name} onConfirm={remove}>
            The asset is removed from all lists, and its tags can be added to other assets. Its history is
            kept.
          </ConfirmButton>
        </>
      )}
      <LinkButton href={`/labels?assets=${asset.external_key}`} variant="default">
        Print label
      </LinkButton>
    </PageHeader>
  )
}

const locationPollMs = 3000

function CurrentLocation({ asset }: { readonly asset: Asset }) {
  const { data, error, isPending } = useQuery({
    queryKey: ['report', 'asset', asset.id],
    queryFn: async () => {
      const params = { query: { asset_id: [asset.id] } }
      const report = await dataOf(api.GET('/api/v1/reports/asset-locations', { params }))
      const [row] = report.data
      if (!row) return null
      const key = row.location_external_key
      const name = key === null ? null : ((await locationNames([key])).get(key) ?? key)
      return { id: row.location_id, name, seen: row.asset_last_seen }
    },
    refetchInterval: locationPollMs,
  })
  return (
    <Section id="location" title="Current location">
      {isPending && <Loading lines={1} />}
      {error && <Failed error={error} />}
      {data === null && <Text c="dimmed">This asset has not been seen yet.</Text>}
      {data && (
        <Group justify="space-between">
          <div data-location>
            <PlacePath id={data.id} name={data.name} />
          </div>
          <LastSeen at={data.seen} />
        </Group>
      )}
    </Section>
  )
}

const Details = ({ asset }: { readonly asset: Asset }) => (
  <Section id="details" title="Details">
    <Pairs
      pairs={[
        ['Key', asset.external_key],
        ['Description', asset.description ?? '–'],
        ['Status', asset.is_active ? 'Active' : 'Inactive'],
        ['Valid from', <Time key="from" at={asset.valid_from} />],
        ['Valid to', <Time key="to" at={asset.valid_to} empty="No end date" />],
        ['Created', <Time key="created" at={asset.created_at} />],
        ['Updated', <Time key="updated" at={asset.updated_at} />],
        ...useMetadataPairs(asset.metadata),
      ]}
    />
  </Section>
)
