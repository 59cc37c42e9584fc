import { Group } from '@mantine/core'
import type { Schemas } from '../api/client'
import type { LiveMove } from '../api/live-events'
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
import { PlacePath, usePathText } from '../ui/pages/place-path'
import { NotSeen, type Place, SeenAt } from './current-place'

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

interface ShownProps {
  readonly asset: Asset
  /** The assets that have just moved, by their ids. */
  readonly moves?: ReadonlyMap<number, LiveMove> | undefined
}

/** Where an asset is, and from where it has just come. */
function Where({ asset: { id, place }, moves }: ShownProps) {
  const pathOf = usePathText()
  if (!place) return <NotSeen />
  const shown = <PlacePath id={place.id} name={place.name} />
  const move = moves?.get(id)
  if (!move) return shown
  const { previous_location_id: fromId, previous_location_name: from } = move
  return (
    <Group gap="xs">
      {shown}
      <span className="just-moved">
        <span className="state-dot" data-state="moved" aria-hidden />
        <span>
          {from === null ? t('Just seen') : t('Just moved from {path}', { path: pathOf(fromId, from) })}
        </span>
      </span>
    </Group>
  )
}

interface ColumnOptions extends Pick<ShownProps, 'moves'> {
  readonly fields: readonly AssetField[]
  /** The instant of the list; undefined now. */
  readonly at: string | undefined
}

/** The columns of the list. That of a past time has one order. */
export function columnsOf({ fields, moves, at }: ColumnOptions): [Column<Asset>, ...Column<Asset>[]] {
  const columns: [Column<Asset>, ...Column<Asset>[]] = [...baseColumns(moves, at), ...fields.map(columnOf)]
  if (at === undefined) return columns
  return columns.map(({ sort, ...column }): Column<Asset> =>
    sort === 'external_key' ? { ...column, sort } : column,
  ) as typeof columns
}

const baseColumns = (
  moves: ColumnOptions['moves'],
  at: string | undefined,
): [Column<Asset>, ...Column<Asset>[]] => [
  { key: 'name', label: t('Name'), cell: (asset) => <Name asset={asset} />, sort: 'name' },
  { key: 'key', label: t('Key'), cell: (asset) => asset.external_key, sort: 'external_key', isWhole: true },
  {
    key: 'location',
    label: t('Location'),
    cell: (asset) => <Where asset={asset} moves={moves} />,
  },
  {
    key: 'seen',
    label: t('Last seen'),
    cell: ({ place }) => (place ? <SeenAt at={place.seenAt} then={at} /> : '–'),
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

interface AssetCardProps extends ShownProps {
  readonly selection: Selection | undefined
  readonly at: string | undefined
}

/** An asset on a phone: its name and key, and below them its location. */
export const AssetCard = ({ asset, selection, moves, at }: AssetCardProps) => (
  <div className="asset-card">
    {selection && <SelectRow selection={selection} id={asset.id} name={asset.name} />}
    <div className="asset-card-text">
      <PageLink href={`/assets/${asset.id}`} fw={600}>
        {asset.name}
      </PageLink>{' '}
      {!asset.is_active && <StateBadge state="muted">{t('Inactive')}</StateBadge>}
      <div className="asset-card-more">
        <span>{asset.external_key}</span>
        <div className="place-and-age">
          <Where asset={asset} moves={moves} />
          {asset.place && <SeenAt at={asset.place.seenAt} then={at} />}
        </div>
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
const columnOf = (field: AssetField): Column<Asset> => ({
  key: `field ${field.key}`,
  label: field.name,
  cell: ({ metadata }) => shownValue(field, metadata),
  isOptional: true,
})
