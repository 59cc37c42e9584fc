import { type Static, Type } from '@sinclair/typebox'
import {
  Description,
  echoedOnPatch,
  ExternalKey,
  Id,
  IsActive,
  Name,
  Nullable,
  refusedOnCreate,
  Timestamp,
  ValidFrom,
  ValidTo,
  withKnown,
} from '../contract/fields'
import { Tag, TagRequest } from '../tags/schema'

const ParentId = Nullable(Type.Integer({ ...Id, description: 'The immediate parent; null for a root.' }))
const ParentExternalKey = Nullable(
  Type.String({ ...ExternalKey, description: "The immediate parent's external_key; null for a root." }),
)

/** A place in the tree of places (spec, LocationView). It has no metadata. */
export const Location = Type.Object(
  {
    id: Id,
    external_key: ExternalKey,
    name: Name,
    description: Description,
    parent_id: ParentId,
    parent_external_key: ParentExternalKey,
    is_active: IsActive,
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
      description: 'The tags that identify the location, in order of creation.',
    }),
  },
  { $id: 'Location', description: 'A place where assets can be, in a tree of places.' },
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
      name: Name,
      external_key: Type.Optional(ExternalKey),
      ...writable,
      tags: Type.Optional(Type.Array(TagRequest, { maxItems: 100, description: 'Tags to attach at once.' })),
    },
    {
      $id: 'LocationCreate',
      description:
        'A new location. Without external_key the server mints one; without a parent it is a root.',
      additionalProperties: false,
    },
  ),
  refusedOnCreate,
)

export const LocationChanges = withKnown(
  Type.Object(
    { name: Type.Optional(Name), ...writable },
    {
      $id: 'LocationPatch',
      description:
        'A merge patch (RFC 7396). A new parent moves the subtree; null makes it a root. Read-only fields may be sent back unchanged.',
    },
  ),
  echoedOnPatch,
)
