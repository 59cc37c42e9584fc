import { type Static, Type } from '@sinclair/typebox'
import { ExternalKey, Id, Nullable, Timestamp } from '../contract/fields'

/** One row of the asset-locations report (spec, AssetLocationItem). */
export const AssetLocation = Type.Object(
  {
    asset_id: Type.Integer({ ...Id, description: "The asset's id." }),
    asset_external_key: Type.String({ ...ExternalKey, description: "The asset's external_key." }),
    location_id: Nullable(
      Type.Integer({
        ...Id,
        description: 'Where the asset is; null when that location is soft-deleted.',
        example: 7,
      }),
    ),
    location_external_key: Nullable(
      Type.String({
        ...ExternalKey,
        description: 'Key of the location; null when it is soft-deleted.',
        example: 'DOCK-1',
      }),
    ),
    asset_deleted_at: Nullable(
      Type.String({
        ...Timestamp,
        description: 'When the asset was soft-deleted; null while it is live.',
        example: null,
      }),
    ),
    asset_last_seen: Type.String({
      ...Timestamp,
      description: 'The most recent scan of the asset, wherever it was heard.',
    }),
  },
  { $id: 'AssetLocationItem', description: 'Where one scanned asset is.' },
)
export type AssetLocationItem = Static<typeof AssetLocation>

/** One row of an asset's history (spec, AssetHistoryItem). */
export const AssetHistory = Type.Object(
  {
    event_observed_at: Type.String({ ...Timestamp, description: 'When the asset was first seen there.' }),
    location_id: Type.Integer({ ...Id, description: 'Where it was seen.', example: 7 }),
    location_external_key: Type.String({
      ...ExternalKey,
      description: 'Key of that location.',
      example: 'DOCK-1',
    }),
    duration_seconds: Nullable(
      Type.Integer({
        format: 'int32',
        minimum: 0,
        description: 'Whole seconds from the previous event to this one; null only on the earliest event.',
        example: 5400,
      }),
    ),
  },
  { $id: 'AssetHistoryItem', description: 'One scan event: the asset came to be at a location.' },
)
export type AssetHistoryItem = Static<typeof AssetHistory>
