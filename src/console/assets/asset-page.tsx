import { Stack } from '@mantine/core'
import type { Schemas } from '../api/client'
import { RecordChanges } from '../changes/record-changes'
import { useMetadataPairs } from '../fields/values'
import { PhotoGallery } from '../photos/photo-gallery'
import { PageLink } from '../ui/link'
import { Pairs } from '../ui/pairs'
import { NotFound } from '../ui/query-states'
import { Section } from '../ui/section'
import { Time } from '../ui/time'
import { AssetActions } from './asset-actions'
import { AssetHero } from './asset-hero'
import { AssetHistory } from './asset-history'
import { AssetTags } from './asset-tags'
import { useAsset } from './use-asset'

type Asset = Schemas['AssetView']

/** Shows an asset: where it is and why, its location history, its details, tags and change log. */
export function AssetPage() {
  const { data: asset, error, refetch } = useAsset()
  if (!asset)
    return <NotFound error={error} onRetry={refetch} lines={8} back={{ href: '/assets', label: 'Assets' }} />
  return (
    <>
      <div className="asset-bar">
        <PageLink href="/assets" size="sm" className="page-back">
          ← Assets
        </PageLink>
        <AssetActions asset={asset} />
      </div>
      <Stack>
        <AssetHero asset={asset} />
        <div className="asset-columns">
          <AssetHistory id={asset.id} />
          <Stack>
            <Details asset={asset} />
            <AssetTags asset={asset} />
            <PhotoGallery asset={asset} />
          </Stack>
        </div>
        <RecordChanges kind="asset" id={asset.id} />
      </Stack>
    </>
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
