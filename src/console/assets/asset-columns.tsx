import { Group } from '@mantine/core'
import type { Schemas } from '../api/client'
import type { AssetField } from '../fields/use-fields'
import { shownValue } from '../fields/values'
import { t } from '../languages/messages'
import { altOf, PhotoImage } from '../photos/photo-image'
import type { Photo } from '../photos/use-photos'
import type { Column } from '../ui/lists/data-table'
import { PageLink } from '../ui/pages/link'
import { SelectRow } from '../ui/lists/selection-bar'
import { StateBadge } from '../ui/values/state-badge'
import { Time } from '../ui/values/time'
import type { Selection } from '../ui/lists/use-selection'
import { LastSeen } from '../ui/values/freshness'
import { PlacePath } from '../ui/pages/place-path'
import { NotSeen, type Place, PlaceAndAge } from './current-place'

/** An asset of the list. */
export type Asset = Schemas['ListedAsset'] & {
  readonly place: Place | undefined
  /** The first photo. */
  readonly photo: Photo | undefined
}

/** Most assets are active, so only an inactive one has a badge. */
const Name = ({ asset: { name, is_active: isActive } }: { readonly asset: Asset }) =>
  isActive ? (
    name
  ) : (
    <Group gap="xs" component="span">
      {name}
      <StateBadge state="muted">{t('Inactive')}</StateBadge>
    </Group>
  )

export const baseColumns: [Column<Asset>, ...Column<Asset>[]] = [
  { key: 'name', label: t('Name'), cell: (asset) => <Name asset={asset} />, sort: 'name' },
  { key: 'key', label: t('Key'), cell: (asset) => asset.external_key, sort: 'external_key', isWhole: true },
  {
    key: 'location',
    label: t('Location'),
    cell: ({ place }) => (place ? <PlacePath id={place.id} name={place.name} /> : <NotSeen />),
  },
  {
    key: 'seen',
    label: t('Last seen'),
    cell: ({ place }) => (place ? <LastSeen at={place.seenAt} /> : '–'),
    sort: 'last_seen',
  },
  {
    key: 'arrived',
    label: t('Here since'),
    cell: (asset) => <Time at={asset.arrived_at} />,
    isOptional: true,
  },
  {
    key: 'tags',
    label: t('Tags'),
    cell: ({ tags }) => tags.map(({ value }) => value).join(', ') || '–',
    isWhole: true,
  },
  {
    key: 'updated',
    label: t('Updated'),
    cell: (asset) => <Time at={asset.updated_at} />,
    sort: 'updated_at',
    isOptional: true,
  },
  {
    key: 'created',
    label: t('Created'),
    cell: (asset) => <Time at={asset.created_at} />,
    sort: 'created_at',
    isExtra: true,
  },
  { key: 'description', label: t('Description'), cell: (asset) => asset.description ?? '–', isExtra: true },
  { key: 'until', label: t('Valid to'), cell: (asset) => <Time at={asset.valid_to} />, isExtra: true },
  { key: 'photo', label: t('Photo'), cell: FirstPhoto, isOptional: true },
]

interface AssetCardProps {
  readonly asset: Asset
  readonly selection: Selection
}

/** An asset on a phone: its name and key, and below them its location. */
export const AssetCard = ({ asset, selection }: AssetCardProps) => (
  <div className="asset-card">
    <SelectRow selection={selection} id={asset.id} name={asset.name} />
    <div className="asset-card-text">
      <PageLink href={`/assets/${asset.id}`} fw={600}>
        {asset.name}
      </PageLink>{' '}
      {!asset.is_active && <StateBadge state="muted">{t('Inactive')}</StateBadge>}
      <div className="asset-card-more">
        <span>{asset.external_key}</span>
        <PlaceAndAge place={asset.place} />
      </div>
    </div>
  </div>
)

function FirstPhoto({ name, photo }: Asset) {
  if (!photo?.has_thumbnail) return '–'
  return (
    <div className="photo-small">
      <PhotoImage photo={photo} size="thumbnail" alt={altOf(photo, name)} />
    </div>
  )
}

/** The columns of the fields that the organization has defined. */
export const columnOf = (field: AssetField): Column<Asset> => ({
  key: `field ${field.key}`,
  label: field.name,
  cell: ({ metadata }) => shownValue(field, metadata),
  isOptional: true,
})
