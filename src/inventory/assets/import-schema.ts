import { Text } from '../../contract/fields'
import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable } from '../../contract/fields'
import type { Json } from '../../base/json'

/** The rows of an import and their outcomes (docs/internal-api.md, Import). */

/** Maximum number of rows of a request. The rows share one transaction, and all other writes wait for it. */
const importedRowsMax = 500
/** Maximum number of tags in all rows of a request. A tag takes as long to write as a row. */
export const importedTagsMax = 2000

const Row = Type.Unsafe<Record<string, Json>>({
  type: 'object',
  additionalProperties: true,
  description:
    'Fields of AssetCreate that the file contains. metadata may be JSON text, which keeps the digits of its numbers. metadata_changes changes single keys, as in AssetEdit.',
})

export const AssetImport = Type.Object(
  {
    dry_run: Type.Optional(
      Type.Boolean({ description: 'Return the outcome of each row and store nothing.' }),
    ),
    import_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description:
          'Id that the client chooses for an import of several requests. The audit log groups the entries with the same id.',
      }),
    ),
    rows: Type.Array(Row, {
      maxItems: importedRowsMax,
      description: `Rows with more than ${importedTagsMax} tags in total are rejected (413).`,
    }),
  },
  { additionalProperties: false },
)

const importOutcomes = ['created', 'changed', 'unchanged', 'refused'] as const
type ImportOutcome = (typeof importOutcomes)[number]

const ImportProblem = Type.Object({
  field: Type.String(),
  code: Type.String({
    description: 'A code of the error envelope, or `conflict` when the key or the tag is in use.',
  }),
  message: Type.String(),
  text: Text,
  params: Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })),
})

const ImportedRow = Type.Object({
  outcome: Type.Unsafe<ImportOutcome>({ type: 'string', enum: [...importOutcomes] }),
  id: Nullable(
    Type.Integer({
      ...Id,
      description: 'Id of the asset; null for a refused row, and for a row that a dry run would create.',
    }),
  ),
  external_key: Nullable(
    Type.String({
      description: 'Key of the asset; null for a refused row, and for a row that a dry run would create.',
    }),
  ),
  changes: Type.Array(Type.String(), { description: 'Names of the changed fields; empty for other rows.' }),
  errors: Type.Array(ImportProblem, { description: 'The first 20 errors of a refused row.' }),
})
export type ImportedRow = Static<typeof ImportedRow>

const count = Type.Integer({ minimum: 0 })

export const ImportReport = Type.Object(
  {
    created: count,
    changed: count,
    unchanged: count,
    refused: count,
    rows: Type.Array(ImportedRow, { description: 'One for each row, in the order of the request.' }),
  },
  { $id: 'ImportReport', description: 'The outcomes of the rows of an import.' },
)
export type ImportReport = Static<typeof ImportReport>
