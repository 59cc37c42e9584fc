import type { Schemas } from '../api/client'
import { useMetadataPairs } from '../fields/values'
import { Pairs } from '../ui/pairs'
import { Section } from '../ui/section'
import { Time } from '../ui/time'

interface AssetDetailsProps {
  readonly asset: Schemas['AssetView'] | Schemas['DeletedAsset']
}

/** Shows the fields of an asset. The last update of a deleted one is its deletion, which its page shows already. */
export const AssetDetails = ({ asset }: AssetDetailsProps) => (
  <Section id="details" title="Details">
    <Pairs
      pairs={[
        ['Key', asset.external_key],
        ['Description', asset.description ?? '–'],
        ['Status', asset.is_active ? 'Active' : 'Inactive'],
        ['Valid from', <Time key="from" at={asset.valid_from} />],
        ['Valid to', <Time key="to" at={asset.valid_to} empty="No end date" />],
        ['Created', <Time key="created" at={asset.created_at} />],
        ...(asset.deleted_at === null
          ? [['Updated', <Time key="updated" at={asset.updated_at} />] as const]
          : []),
        ...useMetadataPairs(asset.metadata),
      ]}
    />
  </Section>
)
