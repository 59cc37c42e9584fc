import { type Static, Type } from '@sinclair/typebox'
import { CheckedLater } from '../../contract/check'
import { OneOf } from '../../contract/fields'
import type { Json } from '../../base/json'

/** The rows of a batch (docs/api.md, Batch). */

const rowsMax = 1_000
/** Maximum number of tags in all rows of a request. A tag takes as long to write as a row. */
export const batchedTagsMax = 2_000

const actions = ['create', 'update', 'upsert'] as const

const BatchRow = Type.Object(
  {
    action: OneOf(actions, {
      description:
        'create: as POST /api/v1/assets. update: as PATCH of the asset with the external_key of the row. upsert: update if there is such an asset, otherwise create.',
      example: 'upsert',
    }),
    asset: Type.Unsafe<Record<string, Json>>({
      type: 'object',
      additionalProperties: true,
      description: 'The fields of AssetCreate or AssetPatch, with external_key.',
      example: { external_key: 'PALLET-0042', name: 'Pallet 42' },
      // A problem of a row refuses only that row.
      [CheckedLater]: true,
    }),
  },
  { $id: 'AssetBatchRow', description: 'One asset of a batch.', additionalProperties: false },
)
export type BatchedRow = Static<typeof BatchRow>

export const AssetBatch = Type.Object(
  {
    rows: Type.Array(BatchRow, { minItems: 1, maxItems: rowsMax, description: 'They are applied in order.' }),
    all_or_nothing: Type.Optional(
      Type.Boolean({
        description: 'true: a row that is refused rejects the whole request, and nothing is stored.',
        example: false,
      }),
    ),
  },
  {
    $id: 'AssetBatchRequest',
    description: 'Assets to create or change.',
    additionalProperties: false,
    example: {
      rows: [{ action: 'upsert', asset: { external_key: 'PALLET-0042', name: 'Pallet 42' } }],
    },
  },
)
