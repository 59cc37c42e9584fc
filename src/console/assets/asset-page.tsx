import { Stack } from '@mantine/core'
import { Redirect, useParams } from 'wouter'
import { AssetAlerts } from '../alerts/alert-strip'
import { RecordChanges } from '../changes/record-changes'
import { t } from '../languages/messages'
import { PhotoGallery } from '../photos/photo-gallery'
import { AssetTelemetry } from '../telemetry/asset-telemetry'
import { PageActions, PageHeader, PagePath } from '../ui/pages/page-header'
import { Empty, NotFound } from '../ui/pages/query-states'
import { AssetActions } from './asset-actions'
import { AssetHero } from './asset-hero'
import { AssetDetails } from './asset-details'
import { AssetHistory } from './asset-history'
import { AssetTags } from './asset-tags'
import { useAsset, useAssetOfKey } from './use-asset'

const back = { href: '/assets', label: t('Assets') }

/** Shows an asset: where it is and why, its location history, its details, tags and change log. */
export function AssetPage() {
  const { id = '' } = useParams()
  return /^\d+$/.test(id) ? <AssetOfId /> : <AssetOfKey externalKey={id} />
}

/** Leads from an address with an external key to that of the asset, for links that people and other programs write. */
function AssetOfKey({ externalKey }: { readonly externalKey: string }) {
  const { data, error, refetch } = useAssetOfKey(externalKey)
  if (data === undefined) return <NotFound error={error} onRetry={refetch} lines={8} back={back} />
  if (data !== null) return <Redirect to={`/assets/${data.id}`} replace />
  return (
    <>
      <PageHeader title={t('Not found')} back={back} />
      <Empty>{t('There is no asset with the key {key}.', { key: externalKey })}</Empty>
    </>
  )
}

function AssetOfId() {
  const { data: asset, error, refetch } = useAsset()
  if (!asset) return <NotFound error={error} onRetry={refetch} lines={8} back={back} />
  return (
    <>
      <div className="asset-bar">
        <PagePath back={back} />
        <PageActions>
          <AssetActions asset={asset} />
        </PageActions>
      </div>
      <Stack>
        <AssetAlerts id={asset.id} />
        <AssetHero asset={asset} />
        <div className="asset-columns">
          <AssetHistory id={asset.id} externalKey={asset.external_key} />
          <Stack>
            <AssetTelemetry asset={asset} />
            <AssetDetails asset={asset} />
            <AssetTags asset={asset} />
            <PhotoGallery asset={asset} />
          </Stack>
        </div>
        <RecordChanges kind="asset" id={asset.id} />
      </Stack>
    </>
  )
}
