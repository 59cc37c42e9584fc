import { Text } from '../../contract/fields'
import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable } from '../../contract/fields'
import type { Json } from '../../base/json'

/** The rows of an import of locations and their outcomes (docs/internal-api.md, Import of locations). */

/** Maximum number of rows of a request. The rows share one transaction, and all other writes wait for it. */
const importedRowsMax = 1000

const Row = Type.Unsafe<Record<string, Json>>({
  type: 'object',
  additionalProperties: true,
  description:
    'Fields of LocationCreate without tags. parent_row, the index of an earlier row, names a parent of the same request.',
})

export const LocationImport = Type.Object(
  {
    dry_run: Type.Optional(
      Type.Boolean({ description: 'Return the outcome of each row and store nothing.' }),
    ),
    rows: Type.Array(Row, {
      maxItems: importedRowsMax,
      description: 'Each parent comes before its children.',
    }),
  },
  { additionalProperties: false },
)

const importOutcomes = ['created', 'existing', 'refused'] as const
type ImportOutcome = (typeof importOutcomes)[number]

const ImportedLocation = Type.Object({
  outcome: Type.Unsafe<ImportOutcome>({
    type: 'string',
    enum: [...importOutcomes],
    description: '`existing` when the location exists already. It is not changed.',
  }),
  id: Nullable(
    Type.Integer({
      ...Id,
      description: 'Id of the location; null for a refused row, and for a row that a dry run would create.',
    }),
  ),
  external_key: Nullable(
    Type.String({
      description:
        'Key of the location; null for a refused row, and for a row without a key that a dry run would create.',
    }),
  ),
  errors: Type.Array(
    Type.Object({
      field: Type.String(),
      code: Type.String({ description: 'A code of the error envelope, or `conflict`.' }),
      message: Type.String(),
      text: Text,
    }),
    { description: 'The errors of a refused row.' },
  ),
})
export type ImportedLocation = Static<typeof ImportedLocation>

const count = Type.Integer({ minimum: 0 })

export const LocationImportReport = Type.Object(
  {
    created: count,
    existing: count,
    refused: count,
    rows: Type.Array(ImportedLocation, { description: 'One for each row, in the order of the request.' }),
  },
  { $id: 'LocationImportReport', description: 'The outcomes of the rows of an import of locations.' },
)
export type LocationImportReport = Static<typeof LocationImportReport>
