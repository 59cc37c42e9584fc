import { rowMessages } from '../../contract/messages'
import { recordMessages } from './messages'
import { audit, type Edit, type Subject } from '../../people/audit/record'
import type { Author } from '../../base/caller'
import { conflict, notFound } from '../../base/errors'
import type { TagParent, TagRow, Writes } from '../../storage/core/store'
import { type Instant, laterThan } from '../../base/time'
import { mintKey, releaseKey, searchTexts, takeKey } from './rules'

/**
 * The operations that assets and locations have in common, with the check that a key is unique. Each runs in a write of
 * the caller.
 */

interface RecordRow {
  readonly id: number
  readonly organizationId: number
  readonly externalKey: string
  readonly name: string
  readonly description: string | null
  readonly updatedAt: Instant
  readonly deletedAt: Instant | null
}

/** A live row with its tags. */
export interface Stored<Row> {
  readonly row: Row
  readonly tags: readonly TagRow[]
}

/** The queries and texts that differ between assets and locations. */
interface RecordKind<Row extends RecordRow, View extends object> {
  readonly kind: 'asset' | 'location'
  find(tx: Writes, organizationId: number, id: number): Promise<Row | undefined>
  findByKey(tx: Writes, organizationId: number, externalKey: string): Promise<unknown>
  tagsOf(tx: Writes, id: number): Promise<TagRow[]>
  update(tx: Writes, row: Row): Promise<unknown>
  tagParent(id: number): TagParent
  readonly toView: (row: Row, tags: readonly TagRow[]) => View
}

export class Records<Row extends RecordRow, View extends object> {
  readonly #recordKind: RecordKind<Row, View>
  readonly #kind: 'asset' | 'location'
  readonly #toView: (row: Row, tags: readonly TagRow[]) => View

  constructor(recordKind: RecordKind<Row, View>) {
    this.#recordKind = recordKind
    this.#kind = recordKind.kind
    this.#toView = recordKind.toView
  }

  subjectOf({ id, externalKey }: Pick<Row, 'id' | 'externalKey'>): Subject {
    return {
      kind: this.#kind,
      id,
      name: externalKey,
    }
  }

  /** Returns the live row. Throws `not_found`. */
  async load(tx: Writes, { organizationId }: Author, id: number): Promise<Stored<Row>> {
    const row = await this.#recordKind.find(tx, organizationId, id)
    if (!row) throw notFound(rowMessages(`${this.#kind}.not_found`))
    return { row, tags: await this.#recordKind.tagsOf(tx, id) }
  }

  /**
   * Takes the given key, or without one the lowest free minted key, and returns it. Throws `conflict` when the given key
   * is in use.
   */
  async takeFreeKey(tx: Writes, organizationId: number, given: string | undefined): Promise<string> {
    if (given === undefined) return mintKey(tx, organizationId, this.#kind)
    if (await this.#recordKind.findByKey(tx, organizationId, given))
      throw conflict(recordMessages(`${this.#kind}.key_taken`, { key: given }))
    await takeKey(tx, organizationId, this.#kind, given)
    return given
  }

  /** Stores the row with its search texts and a later `updatedAt`. */
  async update(tx: Writes, row: Row, at: Instant): Promise<Row> {
    const updated = { ...row, ...searchTexts(row), updatedAt: laterThan(row.updatedAt, at) }
    await this.#recordKind.update(tx, updated)
    return updated
  }

  async #changeKey(tx: Writes, row: Row, externalKey: string, at: Instant): Promise<Row> {
    await this.takeFreeKey(tx, row.organizationId, externalKey)
    await releaseKey(tx, row.organizationId, this.#kind, row.externalKey)
    return this.update(tx, { ...row, externalKey }, at)
  }

  /** Renames a row. A rename to the current key changes nothing, not even `updated_at` (docs/api.md, Rename). */
  async rename(
    { tx, author, at }: Edit,
    id: number,
    externalKey: string,
  ): Promise<{ view: View; isSame: boolean }> {
    const { row, tags } = await this.load(tx, author, id)
    const isSame = row.externalKey === externalKey
    const renamed = isSame ? row : await this.#changeKey(tx, row, externalKey, at)
    const [before, view] = [this.#toView(row, tags), this.#toView(renamed, tags)]
    await audit(tx, author, { at, action: 'renamed', subject: this.subjectOf(row), before, after: view })
    return { view, isSame }
  }

  /** Soft-deletes the row with its tags and frees its key. */
  async remove({ tx, author, at }: Edit, { row, tags }: Stored<Row>): Promise<void> {
    const deletedAt = laterThan(row.updatedAt, at)
    await this.#recordKind.update(tx, { ...row, updatedAt: deletedAt, deletedAt })
    await tx.tags.deleteAll(this.#recordKind.tagParent(row.id), deletedAt)
    await releaseKey(tx, author.organizationId, this.#kind, row.externalKey)
    const before = this.#toView(row, tags)
    await audit(tx, author, { at, action: 'deleted', subject: this.subjectOf(row), before })
  }

  /** Makes a soft-deleted row live again under a key. Throws `conflict` when the key is in use. */
  async revive(tx: Writes, row: Row, externalKey: string, at: Instant): Promise<Row> {
    await this.takeFreeKey(tx, row.organizationId, externalKey)
    return this.update(tx, { ...row, externalKey, deletedAt: null }, at)
  }
}
