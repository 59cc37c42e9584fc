import { Stack } from '@mantine/core'
import { AssetAlerts } from '../alerts/alert-strip'
import { RecordChanges } from '../changes/record-changes'
import { t } from '../languages/messages'
import { PhotoGallery } from '../photos/photo-gallery'
import { AssetTelemetry } from '../telemetry/asset-telemetry'
import { PageActions, PagePath } from '../ui/pages/page-header'
import { NotFound } from '../ui/pages/query-states'
import { AssetActions } from './asset-actions'
import { AssetHero } from './asset-hero'
import { AssetDetails } from './asset-details'
import { AssetHistory } from './asset-history'
import { AssetTags } from './asset-tags'
import { useAsset } from './use-asset'

/** Shows an asset: where it is and why, its location history, its details, tags and change log. */
export function AssetPage() {
  const { data: asset, error, refetch } = useAsset()
  if (!asset)
    return (
      <NotFound error={error} onRetry={refetch} lines={8} back={{ href: '/assets', label: t('Assets') }} />
    )
  return (
    <>
      <div className="asset-bar">
        <PagePath back={{ href: '/assets', label: t('Assets') }} />
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
