import { type Static, Type } from '@sinclair/typebox'
import {
  Description,
  echoedOnPatch,
  ExternalKey,
  Id,
  IsActive,
  Metadata,
  Name,
  Nullable,
  placedByScans,
  refusedOnCreate,
  Timestamp,
  ValidFrom,
  ValidTo,
  withKnown,
} from '../contract/fields'
import { Tag, TagRequest } from '../tags/schema'

/** A thing whose whereabouts are tracked (spec, AssetView). It carries no location of any kind. */
export const Asset = Type.Object(
  {
    id: Id,
    external_key: ExternalKey,
    name: Name,
    description: Description,
    is_active: IsActive,
    metadata: Metadata,
    valid_from: Type.String({ ...Timestamp, description: 'In effect from this instant on.' }),
    valid_to: Nullable(
      Type.String({ ...Timestamp, description: 'In effect before this instant; null: for ever.' }),
    ),
    created_at: Type.String({ ...Timestamp, description: 'When the row was created.' }),
    updated_at: Type.String({
      ...Timestamp,
      description: 'Advances with every accepted write; echo it in a PATCH to detect a concurrent one.',
    }),
    deleted_at: Nullable(
      Type.String({ ...Timestamp, description: 'When the row was soft-deleted; null while it is live.' }),
    ),
    tags: Type.Array(Type.Ref(Tag), {
      description: 'The tags that identify the asset, in order of creation.',
    }),
  },
  { $id: 'Asset', description: 'A thing whose whereabouts are tracked.' },
)
export type AssetView = Static<typeof Asset>

const placedByScansOnly = { location_id: placedByScans, location_external_key: placedByScans }

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
      tags: Type.Optional(Type.Array(TagRequest, { maxItems: 100, description: 'Tags to attach at once.' })),
    },
    {
      $id: 'AssetCreate',
      description: 'A new asset. Without external_key the server mints one.',
      additionalProperties: false,
    },
  ),
  { ...refusedOnCreate, ...placedByScansOnly },
)

export const AssetChanges = withKnown(
  Type.Object(
    {
      name: Type.Optional(Name),
      description: Type.Optional(Description),
      is_active: Type.Optional(IsActive),
      metadata: Type.Optional(Metadata),
      valid_from: Type.Optional(ValidFrom),
      valid_to: Type.Optional(ValidTo),
    },
    {
      $id: 'AssetPatch',
      description:
        'A merge patch (RFC 7396). Read-only fields may be sent back unchanged; updated_at then guards against concurrent writes.',
    },
  ),
  { ...echoedOnPatch, ...placedByScansOnly },
)
