import { type Static, Type } from '@sinclair/typebox'
import { json } from '../../http/body'
import { type Endpoint, endpoint, needs } from '../../http/endpoint'
import { describeError } from '../../http/errors'
import type { AssetBatchService, RowResult } from './batch'
import { FieldError } from '../../http/openapi/shapes'
import { AssetBatch } from './batch-schema'
import { Asset } from './schema'

const RowError = Type.Object(
  {
    type: Type.String({ description: 'The kind of error, to branch on.', example: 'validation_error' }),
    title: Type.String({ description: 'The title of the type, for users.', example: 'Validation failed' }),
    status: Type.Integer({ format: 'int32', description: 'The status.', example: 400 }),
    detail: Type.String({ description: 'The error message, for users.', example: 'name is required' }),
    fields: Type.Optional(
      Type.Array(FieldError, { description: 'The errors of the fields. Only with validation_error.' }),
    ),
  },
  { $id: 'AssetBatchError', description: 'Why a row was refused.' },
)

const BatchResult = Type.Object(
  {
    status: Type.Integer({
      format: 'int32',
      description: 'The status that the single request would have: 200, 201, 400, 404 or 409.',
      example: 201,
    }),
    data: Type.Optional(Asset),
    error: Type.Optional(RowError),
  },
  { $id: 'AssetBatchResult', description: 'The result of a row: data when it was stored, otherwise error.' },
)

const count = (description: string) => Type.Integer({ format: 'int32', minimum: 0, description, example: 1 })

const AssetBatchOutcome = Type.Object(
  {
    data: Type.Array(BatchResult, { description: 'One result for each row, in the order of the request.' }),
    created: count('Number of created assets.'),
    changed: count('Number of changed assets.'),
    refused: count('Number of refused rows.'),
  },
  { $id: 'AssetBatchOutcome', description: 'The results of a batch.' },
)
type BatchOutcome = Static<typeof AssetBatchOutcome>

/** Batches of assets (docs/api.md, Batch). */
export const assetBatchRoutes = (batch: AssetBatchService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/api/v1/assets/batch',
    access: needs('assets:write'),
    doc: {
      operationId: 'batchAssets',
      summary: 'Create and change many assets',
      description:
        'Creates, updates or upserts up to 1,000 assets by external_key. Each row has the result that its single request would have. A refused row does not affect the others, unless all_or_nothing is true: then the response is the error of the first refused row, and nothing is stored.',
      tag: 'Assets',
    },
    mayConflict: true,
    takesIdempotencyKey: true,
    body: { mediaTypes: [json], schema: AssetBatch },
    response: { status: 200, description: 'The results of the rows.', schema: AssetBatchOutcome },
    handle: ({ caller, body, replyOnce }) =>
      replyOnce(
        (results: readonly RowResult[]) => ({ status: 200, body: toOutcome(results) }),
        (alsoWrite) => batch(caller, body, alsoWrite),
      ),
  }),
]

function toOutcome(results: readonly RowResult[]): BatchOutcome {
  const data = results.map((result) => {
    if ('asset' in result) return { status: result.status, data: result.asset }
    const error = describeError(result.error)
    return { status: error.status, error }
  })
  const countOf = (wanted: number) => data.filter(({ status }) => status === wanted).length
  const [created, changed] = [countOf(201), countOf(200)]
  return { data, created, changed, refused: data.length - created - changed }
}
