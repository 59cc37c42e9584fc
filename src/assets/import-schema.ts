import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable } from '../contract/fields'
import type { Json } from '../json'

/** Rows of a file and what becomes of them: the private surface of the console's import. */

/** So many at once: they share a transaction, for which everybody else waits. */
export const importedRowsMax = 500
/** Of all rows together: a tag takes as long as a row does. */
export const importedTagsMax = 2000

const Row = Type.Unsafe<Record<string, Json>>({
  type: 'object',
  additionalProperties: true,
  description:
    'Fields of AssetCreate; only those that the file has. metadata may be JSON text, which keeps the digits of its numbers.',
})

export const AssetImport = Type.Object(
  {
    dry_run: Type.Optional(
      Type.Boolean({ description: 'Answers what would become of the rows, and keeps nothing.' }),
    ),
    rows: Type.Array(Row, {
      maxItems: importedRowsMax,
      description: `With more than ${importedTagsMax} tags in all they are refused (413).`,
    }),
  },
  { additionalProperties: false },
)

export const importOutcomes = ['created', 'changed', 'unchanged', 'refused'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

const ImportProblem = Type.Object({
  field: Type.String(),
  code: Type.String({
    description: 'As in the error envelope; `conflict` where another row or asset is in the way.',
  }),
  message: Type.String(),
  params: Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })),
})
export type ImportProblem = Static<typeof ImportProblem>

const ImportedRow = Type.Object({
  outcome: Type.Unsafe<ImportOutcome>({ type: 'string', enum: [...importOutcomes] }),
  id: Nullable(
    Type.Integer({ ...Id, description: 'Of the asset; null where there is none, or none yet in a dry run.' }),
  ),
  external_key: Nullable(
    Type.String({ description: 'Of the asset; null where a dry run has none to tell, or the row has none.' }),
  ),
  changes: Type.Array(Type.String(), { description: 'The fields that differ, of a changed row.' }),
  errors: Type.Array(ImportProblem, { description: 'What is wrong with a refused row: the first 20.' }),
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
  { $id: 'ImportReport', description: 'What became of the rows of an import.' },
)
export type ImportReport = Static<typeof ImportReport>
