import type { FieldError } from '../../base/errors'
import { toFieldText } from '../../contract/problems'
import { recordMessages } from '../records/messages'
import { type Edit, importedBy } from '../../people/audit/record'
import { checked, problemsOf } from '../../contract/check'
import { isExternalKey } from '../../contract/fields'
import { AppError } from '../../base/errors'
import { withoutSeparators } from '../../base/gs1/element-strings'
import type { Author } from '../../base/caller'
import { isObject, JsonError, type JsonObject, parseJsonText } from '../../base/json'
import type { AlsoWrite, AssetRow, Store, TagRow, Writes } from '../../storage/core/store'
import { attachTag, requireFreeTag } from '../tags/service'
import type { NewTag } from '../tags/schema'
import { createPauses } from '../../base/turns/pause'
import { concurrently } from '../../base/turns/concurrently'
import type { Clock } from '../../base/time'
import { AssetImport, type ImportedRow, importedTagsMax, type ImportReport } from './import-schema'
import { withMetadataChanged } from './metadata'
import { runsOf } from './runs'
import { NewTags } from './schema'
import { changedRow, insertAsset, newAssetOf, updateAsset } from './service'

/**
 * Imports assets from the rows of a file (docs/internal-api.md, Import). A row with the key of a live asset changes
 * that asset, like PATCH, and adds its tags. Any other row creates an asset, like POST. A row is applied as a whole or
 * refused; a refused row does not affect the others.
 */

export type AssetImportService = ReturnType<typeof createAssetImportService>

export function createAssetImportService(store: Store, now: Clock) {
  return async (
    caller: Author,
    body: JsonObject,
    alsoWrite?: AlsoWrite<ImportReport>,
  ): Promise<ImportReport> => {
    const { rows, dry_run: isDryRun = false, import_id: importId } = checked(AssetImport, body)
    const author = importedBy(caller, importId)
    requireFewTags(rows)
    const at = now()
    if (isDryRun)
      return withoutNewIds(
        await store.dryRun((tx) => importRows({ tx, author, at }, rows), [author.organizationId]),
      )
    return store.write(
      async (tx) => {
        const report = await importRows({ tx, author, at }, rows)
        await alsoWrite?.(tx, report)
        return report
      },
      [author.organizationId],
    )
  }
}

function requireFewTags(rows: readonly JsonObject[]): void {
  const count = rows.reduce((sum, { tags }) => sum + (Array.isArray(tags) ? tags.length : 0), 0)
  if (count > importedTagsMax)
    throw new AppError('too_large', recordMessages('asset.many_tags', { count, max: importedTagsMax }))
}

/** Removes the ids and keys of created rows. A dry run assigns none: another asset may get them. */
const withoutNewIds = (report: ImportReport): ImportReport => ({
  ...report,
  rows: report.rows.map((row) =>
    row.outcome === 'created' ? { ...row, id: null, external_key: null } : row,
  ),
})

/** Imports the rows without a key last, so that none of them is given a key that a later row has. */
async function importRows(edit: Edit, rows: readonly JsonObject[]): Promise<ImportReport> {
  const imported = new Map<JsonObject, ImportedRow>()
  const keys = new Set<string>()
  const pause = createPauses()
  const [keyed, keyless] = partition(rows, (row) => Object.hasOwn(row, 'external_key'))
  const write = async (row: JsonObject): Promise<void> => {
    const key = row['external_key']
    const isRepeated = typeof key === 'string' && keys.has(key)
    if (typeof key === 'string') keys.add(key)
    imported.set(row, isRepeated ? refusedRepeat(key) : await importRow(edit, row))
  }
  for (const run of runsOf([...keyed, ...keyless], (row) => row)) await concurrently(run, write, pause)
  return reportOf(rows.map((row) => imported.get(row) as ImportedRow))
}

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

const refusedRepeat = (key: string): ImportedRow =>
  refused([
    {
      field: 'external_key',
      code: 'conflict',
      message: recordMessages('record.repeated_key', { key }),
    },
  ])

const countOf = (rows: readonly ImportedRow[], wanted: ImportedRow['outcome']): number =>
  rows.filter(({ outcome }) => outcome === wanted).length

const reportOf = (rows: ImportedRow[]): ImportReport => ({
  created: countOf(rows, 'created'),
  changed: countOf(rows, 'changed'),
  unchanged: countOf(rows, 'unchanged'),
  refused: countOf(rows, 'refused'),
  rows,
})

/** Maximum number of errors of a row. It keeps the response from growing far beyond the size of the file. */
const errorsMax = 20

/** `conflict` is the code of a key or tag in use. */
type Refusal = Omit<FieldError, 'code'> & { readonly code: string }

const refused = (errors: readonly Refusal[]): ImportedRow => ({
  outcome: 'refused',
  id: null,
  external_key: null,
  changes: [],
  errors: errors.slice(0, errorsMax).map(toFieldText),
})

/**
 * Imports one row. It finds all problems before it writes anything, so a refused row leaves nothing in the transaction.
 */
async function importRow(edit: Edit, sent: JsonObject): Promise<ImportedRow> {
  const { tx, author } = edit
  const key = sent['external_key']
  const stored = isExternalKey(key) ? await tx.assets.findByKey(author.organizationId, key) : undefined
  try {
    const own = withTagValues(withMetadata(sent))
    const { body: row, problems } = withMetadataChanged(own, stored?.metadata ?? '{}')
    if (problems.length > 0) return refused(problems)
    return stored ? await change(edit, stored, row) : await create(edit, row)
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid') return refused(error.details.fields ?? [])
    throw error
  }
}

/**
 * Parses `metadata` that is JSON text. Other text stays as it is and is refused later, as a value of the wrong type.
 */
function withMetadata(row: JsonObject): JsonObject {
  const { metadata } = row
  if (typeof metadata !== 'string') return row
  try {
    return { ...row, metadata: parseJsonText(metadata) }
  } catch (error) {
    if (error instanceof JsonError) return row
    throw error
  }
}

/** Writes codes of tags that have separators with brackets. Other control characters are refused later. */
function withTagValues(row: JsonObject): JsonObject {
  const { tags } = row
  if (!Array.isArray(tags)) return row
  const own = tags.map((tag) =>
    isObject(tag) && typeof tag['value'] === 'string'
      ? { ...tag, value: withoutSeparators(tag['value']) ?? tag['value'] }
      : tag,
  )
  return { ...row, tags: own }
}

async function create(edit: Edit, row: JsonObject): Promise<ImportedRow> {
  const { tx, author, at } = edit
  const input = newAssetOf(row, at)
  const tags = distinct((input.tags ?? []) as NewTag[])
  const conflicts = await conflictsOf(tx, author.organizationId, tags, input.tags ?? [])
  if (conflicts.length > 0) return refused(conflicts)
  const { id, external_key } = await insertAsset(edit, { ...input, tags })
  return { outcome: 'created', id, external_key, changes: [], errors: [] }
}

/** The columns that a row can change, with the names of their fields. */
const comparedColumns: readonly (readonly [column: keyof AssetRow, field: string])[] = [
  ['name', 'name'],
  ['description', 'description'],
  ['isActive', 'is_active'],
  ['metadata', 'metadata'],
  ['validFrom', 'valid_from'],
  ['validTo', 'valid_to'],
]

async function change(edit: Edit, stored: AssetRow, row: JsonObject): Promise<ImportedRow> {
  const { tx } = edit
  const { id, externalKey, organizationId } = stored
  const { tags: sent, ...fields } = row
  const owned = await tx.tags.ofAssets([id])
  const ofTags = sent === undefined ? {} : { tags: sent }
  const changed = changedRow({ row: stored, tags: owned }, fields, problemsOf(NewTags, ofTags))
  const wanted = (ofTags.tags ?? []) as unknown as NewTag[]
  const tags = distinct(wanted).filter((tag) => !owned.some((own) => isSameTag(tag, own)))
  const conflicts = await conflictsOf(tx, organizationId, tags, wanted)
  if (conflicts.length > 0) return refused(conflicts)

  const changes = comparedColumns
    .filter(([column]) => changed[column] !== stored[column])
    .map(([, field]) => field)
  if (changes.length > 0) await updateAsset(edit, { row: stored, tags: owned }, changed)
  for (const tag of tags) await attachTag(edit, { assetId: id, externalKey }, tag)
  if (tags.length > 0) changes.push('tags')
  const outcome = changes.length > 0 ? 'changed' : 'unchanged'
  return { outcome, id, external_key: externalKey, changes, errors: [] }
}

const isSameTag = ({ tag_type: type, value }: NewTag, own: TagRow): boolean =>
  own.tagType === type && own.value === value

const nameOf = ({ tag_type: type, value }: NewTag): string => `${type} ${value}`

const distinct = (tags: readonly NewTag[]): NewTag[] => [
  ...new Map(tags.map((tag) => [nameOf(tag), tag])).values(),
]

/**
 * Reports the tags that another asset or location has. A field is the index of the tag in the row, such as `tags[1]`.
 */
async function conflictsOf(
  tx: Writes,
  organizationId: number,
  tags: readonly NewTag[],
  sent: readonly NewTag[],
): Promise<Refusal[]> {
  const names = sent.map(nameOf)
  const problems: Refusal[] = []
  for (const tag of tags) {
    try {
      await requireFreeTag(tx, organizationId, tag)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'conflict') throw error
      const field = `tags[${names.indexOf(nameOf(tag))}]`
      problems.push({ field, code: 'conflict', message: error.said })
    }
  }
  return problems
}
