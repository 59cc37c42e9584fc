import { type Static, Type } from '@sinclair/typebox'
import { CreatedAt, Description, Id, Nullable } from '../../contract/fields'

/** Photos of assets (docs/internal-api.md, Photos). */

/** Maximum number of photos of an asset. */
export const photosMax = 10

const Text = Nullable(
  Type.String({
    ...Description,
    maxLength: 255,
    description: 'What the photo shows, for users who do not see it.',
  }),
)
const Position = Type.Integer({
  minimum: 1,
  maximum: photosMax,
  description: 'The order of the photos of the asset, from 1.',
})

export const Photo = Type.Object(
  {
    id: Id,
    asset_id: Id,
    position: Position,
    description: Text,
    media_type: Type.String({ description: 'image/png, image/jpeg or image/webp.' }),
    width: Type.Integer({ minimum: 1, description: 'In pixels.' }),
    height: Type.Integer({ minimum: 1, description: 'In pixels.' }),
    bytes: Type.Integer({ minimum: 1, description: 'Size of the stored image.' }),
    has_thumbnail: Type.Boolean(),
    created_at: CreatedAt,
  },
  { $id: 'AssetPhoto', description: 'A photo of an asset.' },
)
export type PhotoView = Static<typeof Photo>

export const PhotoChanges = Type.Object(
  { description: Type.Optional(Text), position: Type.Optional(Position) },
  { $id: 'AssetPhotoPatch', additionalProperties: false },
)
