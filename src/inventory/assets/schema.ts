import { type Static, Type } from '@sinclair/typebox'
import {
  CreatedAt,
  DeletedAt,
  Description,
  ExternalKey,
  InEffectFrom,
  InEffectTo,
  IsActive,
  Metadata,
  Name,
  NewMetadata,
  RowId,
  UpdatedAt,
  ValidFrom,
  ValidTo,
  withKnown,
} from '../../contract/fields'
import { echoedOnPatch, placedByScans, readOnlyOnPatch, rejectedOnCreate } from '../../contract/read-only'
import { EchoedTags, TagRequest, tagsOf } from '../tags/schema'

/** A tracked thing (docs/api.md, Asset). It has no location field, because its location comes from scans. */
export const Asset = Type.Object(
  {
    id: RowId,
    external_key: ExternalKey,
    name: Name,
    description: Description,
    is_active: IsActive,
    metadata: Metadata,
    valid_from: InEffectFrom,
    valid_to: InEffectTo,
    created_at: CreatedAt,
    updated_at: UpdatedAt,
    deleted_at: DeletedAt,
    tags: tagsOf('asset'),
  },
  { $id: 'AssetView', description: 'A thing whose location is tracked.' },
)
export type AssetView = Static<typeof Asset>

const placedByScansOnly = { location_id: placedByScans, location_external_key: placedByScans }

const tags = Type.Optional(
  Type.Array(TagRequest, { maxItems: 100, description: 'Tags to attach to the new asset.' }),
)

/**
 * The tags of an imported row. They are checked apart from the other fields, because a change cannot contain new tags.
 */
export const NewTags = Type.Object({ tags })

export const NewAsset = withKnown(
  Type.Object(
    {
      name: Name,
      external_key: Type.Optional(ExternalKey),
      description: Type.Optional(Description),
      is_active: Type.Optional(IsActive),
      metadata: Type.Optional(Metadata),
      valid_from: Type.Optional(ValidFrom),
      valid_to: Type.Optional(ValidTo),
      tags,
    },
    {
      $id: 'AssetCreate',
      description: 'A new asset. Without external_key, the server mints one.',
      additionalProperties: false,
      example: {
        name: 'Pallet 42',
        external_key: 'PALLET-0042',
        metadata: { color: 'blue' },
        tags: [{ tag_type: 'rfid', value: '3414257BF40000000000162E' }],
      },
    },
  ),
  { ...rejectedOnCreate, ...placedByScansOnly },
)
export type NewAsset = Static<typeof NewAsset>

export const AssetChanges = withKnown(
  Type.Object(
    {
      name: Type.Optional(Name),
      description: Type.Optional(Description),
      is_active: Type.Optional(IsActive),
      metadata: Type.Optional(NewMetadata),
      valid_from: Type.Optional(ValidFrom),
      valid_to: Type.Optional(ValidTo),
      ...readOnlyOnPatch,
      tags: Type.Optional(EchoedTags),
    },
    {
      $id: 'AssetPatch',
      description:
        'A merge patch (RFC 7396). Read-only fields may be sent back unchanged. With updated_at, the patch is rejected if the asset was changed since it was read.',
      additionalProperties: false,
      example: { name: 'Pallet 43', description: null, metadata: { color: 'red' } },
    },
  ),
  { ...echoedOnPatch, ...placedByScansOnly },
)
