import { type Static, Type } from '@sinclair/typebox'
import { DeletedAt, ExternalKey, Id, Nullable } from '../../contract/fields'
import { Asset } from './schema'

/** Deleted assets and their restoration (docs/internal-api.md, Deleted assets). */

const ownerKinds = ['asset', 'location'] as const

const tag = { tag_type: Type.String(), value: Type.String() }

export const DeletedAsset = Type.Object(
  {
    ...Asset.properties,
    deleted_at: DeletedAt,
    tags: Type.Array(
      Type.Object({
        ...tag,
        taken_by: Nullable(
          Type.Object(
            {
              kind: Type.Unsafe<(typeof ownerKinds)[number]>({ type: 'string', enum: [...ownerKinds] }),
              id: Id,
              name: Type.String(),
            },
            { description: 'What has the tag now; null when the tag is free.' },
          ),
        ),
      }),
      { description: 'The tags that were deleted with the asset.' },
    ),
    key_taken_by: Nullable(
      Type.Object(
        { id: Id, name: Type.String() },
        { description: 'The asset that has the external_key now; null when the key is free.' },
      ),
    ),
  },
  { $id: 'DeletedAsset', description: 'A soft-deleted asset.' },
)
export type DeletedAssetView = Static<typeof DeletedAsset>

export const RestoreAsset = Type.Object(
  {
    external_key: Type.Optional(
      Type.String({
        ...ExternalKey,
        description: 'The key of the asset from now on; its former key when absent.',
      }),
    ),
  },
  { $id: 'RestoreAsset', additionalProperties: false },
)

export const RestoredAsset = Type.Object(
  {
    asset: Asset,
    tags_taken: Type.Array(Type.Object(tag), {
      description: 'The tags that were not restored, because another asset or location has them.',
    }),
  },
  { $id: 'RestoredAsset', description: 'The restored asset.' },
)
export type RestoredAssetView = Static<typeof RestoredAsset>
