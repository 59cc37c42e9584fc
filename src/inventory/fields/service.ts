import type { Message } from '../../base/messages'
import { assetFieldMessages } from './messages'
import { audit } from '../../people/audit/record'
import type { Author } from '../../base/caller'
import { accepted, problemsOf } from '../../contract/check'
import { conflict, type FieldError, notFound } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import type { AssetFieldRow, Store, Writes } from '../../storage/core/store'
import { type Clock, type Instant, laterThan, toWire } from '../../base/time'
import { AssetFieldChanges, type AssetFieldView, fieldsMax, NewAssetField } from './schema'

/**
 * The fields that an organization defines for its assets (docs/internal-api.md, Asset fields). A field describes a key
 * of `metadata`; no write of an asset depends on it.
 */
export class FieldService {
  readonly #store: Store
  readonly #now: Clock

  constructor(store: Store, now: Clock) {
    this.#store = store
    this.#now = now
  }

  async list(organizationId: number): Promise<AssetFieldView[]> {
    return (await this.#store.read.assetFields.list(organizationId)).map(toView)
  }

  async get(organizationId: number, id: number): Promise<AssetFieldView> {
    return toView(fieldIn(await this.#store.read.assetFields.list(organizationId), id))
  }

  create(author: Author, body: JsonObject): Promise<AssetFieldView> {
    const input = accepted(NewAssetField, body, newProblems(body))
    const { organizationId } = author
    return this.#store.write(async (tx) => {
      const fields = await tx.assetFields.list(organizationId)
      if (fields.length >= fieldsMax)
        throw conflict(assetFieldMessages('asset_field.many', { max: fieldsMax }))
      if (fields.some(({ key }) => key === input.key))
        throw conflict(assetFieldMessages('asset_field.key_taken', { key: input.key }))
      const at = this.#now()
      const row = await tx.assetFields.insert({
        organizationId,
        key: input.key,
        name: input.name,
        kind: input.type,
        options: JSON.stringify(input.options ?? []),
        isRequired: input.is_required ?? false,
        position: fields.length + 1,
        createdAt: at,
        updatedAt: at,
        indexedTo: 0,
      })
      const after = toView(row)
      await audit(tx, author, { at, action: 'created', subject: subjectOf(row), after })
      return after
    })
  }

  change(author: Author, id: number, body: JsonObject): Promise<AssetFieldView> {
    return this.#store.write(async (tx) => {
      const fields = await tx.assetFields.list(author.organizationId)
      const row = fieldIn(fields, id)
      const before = toView(row)
      const problems = problemsOf(AssetFieldChanges, body, before)
      const input = accepted(AssetFieldChanges, body, [
        ...problems,
        ...optionProblems(row.kind, body['options']),
      ])
      const at = this.#now()
      const changed: AssetFieldRow = {
        ...row,
        name: input.name ?? row.name,
        options: input.options ? JSON.stringify(input.options) : row.options,
        isRequired: input.is_required ?? row.isRequired,
        position: Math.min(input.position ?? row.position, fields.length),
        updatedAt: laterThan(row.updatedAt, at),
      }
      const others = fields.filter((field) => field.id !== id)
      await arrange(tx, others.toSpliced(changed.position - 1, 0, changed), fields)
      const after = toView(changed)
      await audit(tx, author, { at, action: 'changed', subject: subjectOf(row), before, after })
      return after
    })
  }

  remove(author: Author, id: number): Promise<void> {
    return this.#store.write(async (tx) => {
      const fields = await tx.assetFields.list(author.organizationId)
      const row = fieldIn(fields, id)
      await tx.assetFields.delete(author.organizationId, id)
      await arrange(
        tx,
        fields.filter((field) => field !== row),
        fields,
      )
      await audit(tx, author, {
        at: this.#now(),
        action: 'deleted',
        subject: subjectOf(row),
        before: toView(row),
      })
    })
  }
}

/** Stores the fields that differ from `before`, with their positions from 1. */
async function arrange(
  tx: Writes,
  fields: readonly AssetFieldRow[],
  before: readonly AssetFieldRow[],
): Promise<void> {
  for (const [index, field] of fields.entries()) {
    const position = index + 1
    if (field.position !== position || !before.includes(field))
      await tx.assetFields.update({ ...field, position })
  }
}

function fieldIn(fields: readonly AssetFieldRow[], id: number): AssetFieldRow {
  const field = fields.find((each) => each.id === id)
  if (!field) throw notFound(assetFieldMessages('asset_field.not_found'))
  return field
}

const newProblems = (body: JsonObject): FieldError[] => [
  ...problemsOf(NewAssetField, body),
  ...optionProblems(body['type'], body['options'] ?? []),
]

/** Reports options that do not fit the type of the field. Values of a wrong type are reported elsewhere. */
function optionProblems(type: unknown, options: unknown): FieldError[] {
  if (!Array.isArray(options)) return []
  const field = 'options'
  const problem = (message: Message): FieldError[] => [{ field, code: 'invalid_value', message }]
  if (type !== 'choice')
    return options.length > 0 ? problem(assetFieldMessages('asset_field.no_options')) : []
  if (options.length === 0) return problem(assetFieldMessages('asset_field.needs_options', { field }))
  return new Set(options).size < options.length
    ? problem(assetFieldMessages('asset_field.same_options', { field }))
    : []
}

const subjectOf = ({ id, name }: AssetFieldRow) => ({ kind: 'asset_field', id, name }) as const

const toView = (row: AssetFieldRow): AssetFieldView => ({
  id: row.id,
  key: row.key,
  name: row.name,
  type: row.kind,
  options: JSON.parse(row.options) as string[],
  is_required: row.isRequired,
  position: row.position,
  created_at: toWire(row.createdAt as Instant),
  updated_at: toWire(row.updatedAt as Instant),
})
