import { Badge, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { api, dataOf, type Schemas } from '../api/client'
import { deletedLocation, locationNames } from '../api/record-names'
import { useSignedIn } from '../api/session'
import { RecordChanges } from '../changes/record-changes'
import { ChangeKey } from '../records/change-key'
import { ConfirmButton } from '../ui/confirm-button'
import { LastSeen } from '../ui/freshness'
import { LinkButton, PageLink } from '../ui/link'
import { PageHeader } from '../ui/page-header'
import { Pairs } from '../ui/pairs'
import { Failed, Loading, MissingPage } from '../ui/query-states'
import { Section } from '../ui/section'
import { Time } from '../ui/time'
import { toastDone } from '../ui/toasts'
import { AssetHistory } from './asset-history'
import { AssetTags } from './asset-tags'
import { assetChanged, useAsset } from './use-asset'

type Asset = Schemas['AssetView']

/** All there is to know of one asset: what it is, where it is, where it has been. */
export function AssetPage() {
  const { data: asset, error, refetch } = useAsset()
  if (!asset)
    return (
      <MissingPage error={error} onRetry={refetch} lines={8} back={{ href: '/assets', label: 'Assets' }} />
    )
  return (
    <>
      <AssetHeader asset={asset} />
      <Stack>
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Stack>
            <Place asset={asset} />
            <AssetTags asset={asset} />
          </Stack>
          <Fields asset={asset} />
        </SimpleGrid>
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
    toastDone(`${asset.name} is deleted`)
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
            The asset disappears from lists and its tags are free for others. Its history stays.
          </ConfirmButton>
        </>
      )}
      <LinkButton href={`/labels?assets=${asset.external_key}`} variant="default">
        Label
      </LinkButton>
    </PageHeader>
  )
}

const placePollMs = 3000

function Place({ asset }: { readonly asset: Asset }) {
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
    refetchInterval: placePollMs,
  })
  return (
    <Section id="place" title="Where it is">
      {isPending && <Loading lines={1} />}
      {error && <Failed error={error} />}
      {data === null && <Text c="dimmed">It has not been seen yet.</Text>}
      {data && (
        <Group justify="space-between">
          <Text fw={600} data-place>
            {data.id === null ? (
              deletedLocation
            ) : (
              <PageLink href={`/locations/${data.id}`} inherit>
                {data.name}
              </PageLink>
            )}
          </Text>
          <LastSeen at={data.seen} />
        </Group>
      )}
    </Section>
  )
}

const Fields = ({ asset }: { readonly asset: Asset }) => (
  <Section id="fields" title="What it is">
    <Pairs
      pairs={[
        ['Key', asset.external_key],
        ['Description', asset.description ?? '–'],
        ['State', asset.is_active ? 'Active' : 'Inactive'],
        ['Valid from', <Time key="from" at={asset.valid_from} />],
        ['Valid to', <Time key="to" at={asset.valid_to} empty="It does not end" />],
        ['Created', <Time key="created" at={asset.created_at} />],
        ['Changed', <Time key="changed" at={asset.updated_at} />],
        ...Object.entries(asset.metadata).map(
          ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
        ),
      ]}
    />
  </Section>
)
