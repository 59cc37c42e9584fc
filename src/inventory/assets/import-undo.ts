import { recordMessages } from '../records/messages'
import { type Static, Type } from '@sinclair/typebox'
import { type Edit, importedBy } from '../../people/audit/record'
import type { Author } from '../../base/caller'
import { Id } from '../../contract/fields'
import { AppError, notFound } from '../../base/errors'
import { isObject, type Json, type JsonObject, parseJsonText } from '../../base/json'
import { createPauses } from '../../base/turns/pause'
import { randomHex } from '../../base/secrets'
import type { ImportEntry, Store } from '../../storage/core/store'
import { detachTag } from '../tags/service'
import type { Clock } from '../../base/time'
import { changedRow, removeAsset, updateAsset } from './service'

/** Takes back what an import has changed, as the audit log tells it (docs/internal-api.md, Undo of an import). */

const skipReasons = ['changed_since', 'deleted_since', 'not_kept'] as const
type SkipReason = (typeof skipReasons)[number]

export const ImportUndo = Type.Object(
  {
    deleted: Type.Integer({ description: 'Number of assets that the import had created.' }),
    reverted: Type.Integer({ description: 'Number of assets that the import had changed.' }),
    skipped: Type.Array(
      Type.Object({
        asset_id: Id,
        reason: Type.Unsafe<SkipReason>({ type: 'string', enum: [...skipReasons] }),
      }),
      { description: 'The assets that stay as they are.' },
    ),
  },
  { $id: 'ImportUndo', description: 'What the undo of an import has done.' },
)
export type ImportUndo = Static<typeof ImportUndo>

/** Number of assets of a write: other writes wait for it. */
const assetsAtOnce = 50
/** Maximum number of changes of an import to one asset: its creation or a change, and its tags. */
const entriesMax = 2100

type Undone = 'deleted' | 'reverted' | SkipReason

export type ImportUndoService = ReturnType<typeof createImportUndoService>

export function createImportUndoService(store: Store, now: Clock) {
  /** Several writes do it, each with some assets as a whole. Throws `not_found` when there is no such import. */
  return async (caller: Author, importId: string): Promise<ImportUndo> => {
    const { organizationId } = caller
    const ids = await store.read.audit.importedAssets(organizationId, importId)
    if (ids.length === 0) throw notFound(recordMessages('asset.import_not_found'))
    const author = importedBy(caller, `${undoPrefix}${randomHex(8)}`)
    const undone: ImportUndo = { deleted: 0, reverted: 0, skipped: [] }
    for (let from = 0; from < ids.length; from += assetsAtOnce) {
      const part = ids.slice(from, from + assetsAtOnce)
      const results = await store.write(
        async (tx) => {
          const pause = createPauses()
          const results: [id: number, result: Undone][] = []
          for (const id of part) {
            results.push([id, await undo({ tx, author, at: now() }, importId, id)])
            await pause()
          }
          return results
        },
        [organizationId],
      )
      for (const [id, result] of results)
        if (result === 'deleted' || result === 'reverted') undone[result]++
        else undone.skipped.push({ asset_id: id, reason: result })
    }
    return undone
  }
}

/** The changes of an undo are one row of the change log, whose id begins with this. */
const undoPrefix = 'undo-'

async function undo(edit: Edit, importId: string, id: number): Promise<Undone> {
  const { tx, author } = edit
  const row = await tx.assets.find(author.organizationId, id)
  if (!row) return 'deleted_since'
  const latest = await tx.audit.latestOf(author.organizationId, id, entriesMax)
  const isOther = (entry: ImportEntry): boolean => entry.importId !== importId
  const end = latest.findIndex(isOther)
  const imported = end < 0 ? latest : latest.slice(0, end)
  if (imported.length === 0) return 'changed_since'
  // A change of somebody else lies between two parts of the import.
  if (latest.slice(imported.length).some((entry) => !isOther(entry))) return 'changed_since'
  if (imported.some(({ action }) => action === 'created')) {
    await removeAsset(edit, id)
    return 'deleted'
  }
  const before = formerFields(imported)
  if (!before) return 'not_kept'
  const tags = await tx.tags.ofAssets([id])
  const stored = { row, tags }
  try {
    const changed = changedRow(stored, before)
    if (Object.keys(before).length > 0) await updateAsset(edit, stored, changed)
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid') return 'not_kept'
    throw error
  }
  for (const { action, after } of imported)
    if (action === 'tag_attached')
      await detachTag(edit, { assetId: id, externalKey: row.externalKey }, idIn(after))
  return 'reverted'
}

/** Returns the fields before the import; undefined when the audit log has not kept one, because it was too long. */
function formerFields(imported: readonly ImportEntry[]): JsonObject | undefined {
  const fields: JsonObject = {}
  for (const { action, before } of imported) if (action === 'changed') Object.assign(fields, objectOf(before))
  return Object.values(fields).some(isNotKept) ? undefined : fields
}

const isNotKept = (value: Json): boolean => isObject(value) && Object.hasOwn(value, 'not_kept_characters')

const objectOf = (text: string | null): JsonObject => {
  const value = text === null ? {} : parseJsonText(text)
  return isObject(value) ? value : {}
}

const idIn = (text: string | null): number => Number(objectOf(text)['id'])
