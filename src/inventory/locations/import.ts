import { toFieldText } from '../../contract/problems'
import type { Message } from '../../base/messages'
import { recordMessages } from '../records/messages'
import type { Static } from '@sinclair/typebox'
import type { Author } from '../../base/caller'
import { type Edit, importedBy } from '../../people/audit/record'
import { checked, problemsOf } from '../../contract/check'
import { isExternalKey } from '../../contract/fields'
import { AppError, type FieldError, invalidField } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import { createPauses } from '../../base/turns/pause'
import { releaseKey, takeKey } from '../records/rules'
import type { AlsoWrite, LocationRow, Store, Writes } from '../../storage/core/store'
import type { Clock } from '../../base/time'
import { type ImportedLocation, LocationImport, type LocationImportReport } from './import-schema'
import { NewLocation } from './schema'
import { insertLocation } from './service'

/**
 * Imports locations from the rows of a file or a list (docs/internal-api.md, Import of locations). A location with the key
 * of a row, or with its name under the same parent, is reused without a change. Any other row creates a location, like POST.
 */

export type LocationImportService = ReturnType<typeof createLocationImportService>

export function createLocationImportService(store: Store, now: Clock) {
  return async (
    caller: Author,
    body: JsonObject,
    alsoWrite?: AlsoWrite<LocationImportReport>,
  ): Promise<LocationImportReport> => {
    const { rows, dry_run: isDryRun = false } = checked(LocationImport, body)
    const author = importedBy(caller)
    const at = now()
    if (isDryRun)
      return withoutNewIds(
        await store.dryRun((tx) => importRows({ tx, author, at }, rows), [author.organizationId]),
        rows,
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

/** Removes what a dry run can't know of created rows: their ids and minted keys. */
const withoutNewIds = (report: LocationImportReport, rows: readonly JsonObject[]): LocationImportReport => ({
  ...report,
  rows: report.rows.map((row, at) =>
    row.outcome === 'created'
      ? { ...row, id: null, external_key: keyOf(rows[at] as JsonObject) ?? null }
      : row,
  ),
})

/** Returns the key of a row; undefined without a valid one. */
const keyOf = ({ external_key: key }: JsonObject): string | undefined =>
  isExternalKey(key) ? key : undefined

async function importRows(edit: Edit, rows: readonly JsonObject[]): Promise<LocationImportReport> {
  const { tx, author } = edit
  const reserved = await reserveKeys(tx, author.organizationId, rows)
  const imported: ImportedLocation[] = []
  const keys = new Set<string>()
  const pause = createPauses()
  for (const row of rows) {
    const key = keyOf(row)
    const isRepeated = key !== undefined && keys.has(key)
    if (key !== undefined) keys.add(key)
    imported.push(
      isRepeated
        ? refused([conflictOf(recordMessages('record.repeated_key', { key }))])
        : await importRow(edit, row, { imported, reserved }),
    )
    await pause()
  }
  for (const key of reserved) await releaseKey(tx, author.organizationId, 'location', key)
  const countOf = (wanted: ImportedLocation['outcome']) =>
    imported.filter(({ outcome }) => outcome === wanted).length
  return {
    created: countOf('created'),
    existing: countOf('existing'),
    refused: countOf('refused'),
    rows: imported,
  }
}

/** Reserves the keys of the rows, so that no row without a key is given the key of a later row. Returns the reserved keys. */
async function reserveKeys(
  tx: Writes,
  organizationId: number,
  rows: readonly JsonObject[],
): Promise<Set<string>> {
  const reserved = new Set<string>()
  for (const key of new Set(rows.flatMap((row) => keyOf(row) ?? []))) {
    if (await tx.locations.findByKey(organizationId, key)) continue
    await takeKey(tx, organizationId, 'location', key)
    reserved.add(key)
  }
  return reserved
}

interface Progress {
  /** The outcomes of the rows before. */
  readonly imported: readonly ImportedLocation[]
  readonly reserved: Set<string>
}

async function importRow(
  edit: Edit,
  sent: JsonObject,
  { imported, reserved }: Progress,
): Promise<ImportedLocation> {
  const { tx } = edit
  const { organizationId } = edit.author
  try {
    const { parent_row: parentRow, ...row } = sent
    if ('tags' in row)
      throw invalidField('tags', 'unknown_field', recordMessages('location.no_tags', { field: 'tags' }))
    const parent = parentRow === undefined ? undefined : parentIn(imported, parentRow)
    const body = parent === undefined ? row : { ...row, parent_id: parent.id as number }
    const known = await existing(tx, organizationId, body)
    if (known) return { outcome: 'existing', id: known.id, external_key: known.externalKey, errors: [] }
    const key = keyOf(row)
    if (key !== undefined && reserved.delete(key)) await releaseKey(tx, organizationId, 'location', key)
    const { id, external_key } = await insertLocation(edit, body)
    return { outcome: 'created', id, external_key, errors: [] }
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid') return refused(error.details.fields ?? [])
    if (error instanceof AppError && error.code === 'conflict') return refused([conflictOf(error.said)])
    throw error
  }
}

type Refusal = Omit<FieldError, 'code'> & { readonly code: string }

const refused = (errors: readonly Refusal[]): ImportedLocation => ({
  outcome: 'refused',
  id: null,
  external_key: null,
  errors: errors.map(({ field, code, message }) => toFieldText({ field, code, message })),
})

const conflictOf = (message: Message): Refusal => ({ field: 'external_key', code: 'conflict', message })

function parentIn(imported: readonly ImportedLocation[], index: unknown): ImportedLocation {
  const parent = typeof index === 'number' ? imported[index] : undefined
  if (!parent)
    throw invalidField(
      'parent_row',
      'invalid_value',
      recordMessages('location.parent_row', { field: 'parent_row' }),
    )
  if (parent.outcome === 'refused')
    throw invalidField('parent_row', 'fk_not_found', recordMessages('location.parent_refused'))
  return parent
}

/**
 * Finds the location of a row by its key, or without one by its name under the same parent. Undefined for an invalid key, name or
 * parent, which no location has.
 */
async function existing(
  tx: Writes,
  organizationId: number,
  row: JsonObject,
): Promise<LocationRow | undefined> {
  const faulty = new Set(problemsOf(NewLocation, row).map(({ field }) => field))
  const {
    external_key: key,
    name,
    parent_id: id = null,
    parent_external_key: parentKey,
  } = row as Partial<Static<typeof NewLocation>>
  if (key !== undefined)
    return faulty.has('external_key') ? undefined : tx.locations.findByKey(organizationId, key)
  if (name === undefined || ['name', 'parent_id', 'parent_external_key'].some((field) => faulty.has(field)))
    return undefined
  if (typeof parentKey === 'string') {
    const parent = await tx.locations.findByKey(organizationId, parentKey)
    return parent && tx.locations.findByName(organizationId, parent.id, name)
  }
  return tx.locations.findByName(organizationId, id, name)
}
