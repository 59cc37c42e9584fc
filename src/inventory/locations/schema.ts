import { type Static, Type } from '@sinclair/typebox'
import {
  CreatedAt,
  DeletedAt,
  Description,
  ExternalKey,
  Id,
  InEffectFrom,
  InEffectTo,
  IsActive,
  Name,
  Nullable,
  RowId,
  UpdatedAt,
  ValidFrom,
  ValidTo,
  withKnown,
} from '../../contract/fields'
import { echoedOnPatch, readOnlyOnPatch, rejectedOnCreate } from '../../contract/read-only'
import { EchoedTags, TagRequest, tagsOf } from '../tags/schema'

const LocationKey = Type.String({ ...ExternalKey, example: 'DOCK-1' })
const LocationName = Type.String({ ...Name, example: 'Dock 1' })
const ParentId = Nullable(
  Type.Integer({ ...Id, description: 'The immediate parent; null for a root.', example: 7 }),
)
const ParentExternalKey = Nullable(
  Type.String({
    ...ExternalKey,
    description: "The immediate parent's external_key; null for a root.",
    example: 'HALL-2',
  }),
)

/** A location in the tree of locations (docs/api.md, Location). It has no metadata. */
export const Location = Type.Object(
  {
    id: RowId,
    external_key: LocationKey,
    name: LocationName,
    description: Description,
    parent_id: ParentId,
    parent_external_key: ParentExternalKey,
    is_active: IsActive,
    valid_from: InEffectFrom,
    valid_to: InEffectTo,
    created_at: CreatedAt,
    updated_at: UpdatedAt,
    deleted_at: DeletedAt,
    tags: tagsOf('location'),
  },
  {
    $id: 'LocationView',
    description: 'A location of assets, such as a hall or a dock. Locations form a tree.',
  },
)
export type LocationView = Static<typeof Location>

const writable = {
  description: Type.Optional(Description),
  is_active: Type.Optional(IsActive),
  parent_id: Type.Optional(ParentId),
  parent_external_key: Type.Optional(ParentExternalKey),
  valid_from: Type.Optional(ValidFrom),
  valid_to: Type.Optional(ValidTo),
}

export const NewLocation = withKnown(
  Type.Object(
    {
      name: LocationName,
      external_key: Type.Optional(LocationKey),
      ...writable,
      tags: Type.Optional(
        Type.Array(TagRequest, { maxItems: 100, description: 'Tags to attach to the new location.' }),
      ),
    },
    {
      $id: 'LocationCreate',
      description:
        'A new location. Without external_key, the server mints one. Without a parent, the location is a root.',
      additionalProperties: false,
      example: {
        name: 'Dock 1',
        external_key: 'DOCK-1',
        parent_external_key: 'HALL-2',
        tags: [{ tag_type: 'barcode', value: '4006381333931' }],
      },
    },
  ),
  rejectedOnCreate,
)

export const LocationChanges = withKnown(
  Type.Object(
    {
      name: Type.Optional(LocationName),
      ...writable,
      ...readOnlyOnPatch,
      tags: Type.Optional(EchoedTags),
    },
    {
      $id: 'LocationPatch',
      description:
        'A merge patch (RFC 7396). A new parent moves the location with its subtree; null makes it a root. Read-only fields may be sent back unchanged.',
      additionalProperties: false,
      example: { name: 'Dock 1 east', parent_external_key: 'HALL-2' },
    },
  ),
  echoedOnPatch,
)

/** A location in the whole tree, for the console. */
const LocationNode = Type.Object(
  {
    id: RowId,
    external_key: LocationKey,
    name: LocationName,
    parent_id: ParentId,
    is_active: IsActive,
    is_effective: Type.Boolean({ description: 'Whether now is within valid_from and valid_to.' }),
    asset_count: Type.Integer({ description: 'Number of assets at this location in the report.' }),
  },
  { $id: 'LocationNode', description: 'A live location, in effect or not.' },
)
export type LocationNodeView = Static<typeof LocationNode>

export const LocationTree = Type.Object(
  { data: Type.Array(LocationNode) },
  { $id: 'LocationTree', description: 'All live locations, sorted by name.' },
)
