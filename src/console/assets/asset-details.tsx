import type { Schemas } from '../api/client'
import { useMetadataPairs } from '../fields/values'
import { t } from '../languages/messages'
import { Pairs } from '../ui/values/pairs'
import { Section } from '../ui/pages/section'
import { Time } from '../ui/values/time'

interface AssetDetailsProps {
  readonly asset: Schemas['AssetView'] | Schemas['DeletedAsset']
}

/** Shows the fields of an asset. The last update of a deleted one is its deletion, which its page shows already. */
export const AssetDetails = ({ asset }: AssetDetailsProps) => (
  <Section id="details" title={t('Details')}>
    <Pairs
      pairs={[
        [t('Key'), asset.external_key],
        [t('Description'), asset.description ?? '–'],
        [t('Status'), asset.is_active ? t('Active') : t('Inactive')],
        ...useMetadataPairs(asset.metadata),
        [t('Valid from'), <Time key="from" at={asset.valid_from} />],
        [t('Valid to'), <Time key="to" at={asset.valid_to} empty={t('No end date')} />],
        [t('Created'), <Time key="created" at={asset.created_at} />],
        ...(asset.deleted_at === null
          ? [[t('Updated'), <Time key="updated" at={asset.updated_at} />] as const]
          : []),
      ]}
    />
  </Section>
)
