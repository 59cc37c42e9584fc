import { rowMessages } from '../../contract/messages'
import { audit, type Edit } from '../../people/audit/record'
import { accepted, checked, problemsOf } from '../../contract/check'
import type { Page, SortKey } from '../../contract/parameters'
import { type FieldError, notFound } from '../../base/errors'
import type { Author } from '../../base/caller'
import { type JsonObject, parseJsonText } from '../../base/json'
import { Records, type Stored } from '../records/records'
import {
  changedFields,
  couldBeMinted,
  newFields,
  Rename,
  searchTexts,
  validityProblems,
} from '../records/rules'
import type {
  AlsoWrite,
  AssetFilter,
  AssetRow,
  AssetSortField,
  AttachedTag,
  ListedAsset,
  Store,
  TagRow,
} from '../../storage/core/store'
import { toTagView } from '../tags/rules'
import type { NewTag } from '../tags/schema'
import { attachChecked, checkNewTags, searchTagsOf } from '../tags/service'
import { fold } from '../../base/text'
import { type Clock, type Instant, toWire, wireOrNull } from '../../base/time'
import { allOf } from '../../base/turns/concurrently'
import { chain, type MaybePromise } from '../../base/turns/maybe-promise'
import { withMetadataChanged } from './metadata'
import { AssetChanges, type AssetView, NewAsset } from './schema'

/** The filters and the order of a list of assets. */
export interface AssetQuery {
  readonly externalKeys: readonly string[]
  readonly isActive: boolean | undefined
  readonly includeDeleted: AssetFilter['includeDeleted']
  readonly search: string | undefined
  readonly sort: readonly SortKey<AssetSortField>[] | undefined
}

const defaultOrder: readonly SortKey<AssetSortField>[] = [{ field: 'external_key', descending: false }]

export const filterOf = ({ externalKeys, isActive, includeDeleted, search }: AssetQuery): AssetFilter => ({
  externalKeys,
  isActive,
  includeDeleted,
  search: search === undefined ? undefined : fold(search),
})

export const orderOf = ({ sort }: AssetQuery): readonly SortKey<AssetSortField>[] => sort ?? defaultOrder

export class AssetService {
  readonly #store: Store
  readonly #now: Clock

  constructor(store: Store, now: Clock) {
    this.#store = store
    this.#now = now
  }

  get(organizationId: number, id: number): MaybePromise<AssetView> {
    return chain(this.#store.read.assets.findWithTags(organizationId, id), (found) => {
      if (!found) throw notFound(rowMessages('asset.not_found'))
      return toView(found.asset, found.tags)
    })
  }

  async list(
    organizationId: number,
    query: AssetQuery,
    page: Page,
  ): Promise<{ rows: AssetView[]; total: number }> {
    const slice = { order: orderOf(query), ...page }
    const { rows, total } = await this.#store.read.assets.listWithTags(
      organizationId,
      filterOf(query),
      this.#now(),
      slice,
    )
    return { rows: rows.map((row) => toView(row, row.tags)), total }
  }

  create(author: Author, body: JsonObject, alsoWrite?: AlsoWrite<AssetView>): Promise<AssetView> {
    const at = this.#now()
    const input = newAssetOf(body, at)
    const { external_key: key } = input
    return this.#store.write(
      async (tx) => {
        const view = await insertAsset({ tx, author, at }, input)
        await alsoWrite?.(tx, view)
        return view
      },
      [author.organizationId],
      // Keys and tags are unique by constraints. The free numbers are not.
      key !== undefined && couldBeMinted('asset', key) ? 'sequential' : 'concurrent',
    )
  }

  /** @param requireMatch throws when the caller expects another state than the current view */
  change(
    author: Author,
    id: number,
    body: JsonObject,
    requireMatch: (view: AssetView) => void,
  ): Promise<AssetView> {
    return this.#store.write(
      async (tx) => {
        const asset = await assetRecords.load(tx, author, id)
        requireMatch(toView(asset.row, asset.tags))
        return updateAsset({ tx, author, at: this.#now() }, asset, changedRow(asset, body))
      },
      [author.organizationId],
    )
  }

  /** Changes an asset like `change`; `metadata_changes` of the body changes single keys of its metadata. */
  edit(author: Author, id: number, body: JsonObject): Promise<AssetView> {
    return this.#store.write(
      async (tx) => {
        const asset = await assetRecords.load(tx, author, id)
        const { body: patch, problems } = withMetadataChanged(body, asset.row.metadata)
        return updateAsset({ tx, author, at: this.#now() }, asset, changedRow(asset, patch, problems))
      },
      [author.organizationId],
    )
  }

  remove(author: Author, id: number, requireMatch: (view: AssetView) => void): Promise<void> {
    return this.#store.write(
      async (tx) => {
        const asset = await assetRecords.load(tx, author, id)
        requireMatch(toView(asset.row, asset.tags))
        await assetRecords.remove({ tx, author, at: this.#now() }, asset)
      },
      [author.organizationId],
    )
  }

  rename(author: Author, id: number, body: JsonObject, alsoWrite?: AlsoWrite<AssetView>): Promise<AssetView> {
    const { external_key: externalKey } = checked(Rename, body)
    return this.#store.write(
      async (tx) => {
        const { view } = await assetRecords.rename({ tx, author, at: this.#now() }, id, externalKey)
        await alsoWrite?.(tx, view)
        return view
      },
      [author.organizationId],
    )
  }
}

/** A live asset with its tags. */
export type StoredAsset = Stored<AssetRow>

/** Returns the checked body of a new asset. Throws `invalid` with all problems of the body. */
export function newAssetOf(body: JsonObject, at: Instant): NewAsset {
  return accepted(NewAsset, body, [...problemsOf(NewAsset, body), ...validityProblems(body, at, null)])
}

export const insertAsset = async (edit: Edit, input: NewAsset): Promise<AssetView> =>
  storeNew(edit, input, await prepareNew(edit, input))

export type PreparedAsset = Awaited<ReturnType<typeof prepareNew>>

/** Makes the checks of a new asset, and takes its key and its ids. The statements share a round trip. */
export async function prepareNew({ tx, author: { organizationId } }: Edit, input: NewAsset) {
  const tags = (input.tags ?? []) as NewTag[]
  const [externalKey, checkedTags, ids] = await allOf([
    assetRecords.takeFreeKey(tx, organizationId, input.external_key),
    checkNewTags(tx, organizationId, tags),
    tx.assets.chooseIds(organizationId, tags.length),
  ])
  return { externalKey, tags: checkedTags, ...ids }
}

/** Stores a new asset. PostgreSQL has chosen its ids, so that nothing waits for the database. */
export async function storeNew(
  { tx, author, at }: Edit,
  input: NewAsset,
  { externalKey, tags: checkedTags, tagIds, ...chosen }: PreparedAsset,
): Promise<AssetView> {
  const fields = { externalKey, ...newFields(input, at) }
  const newTags = checkedTags.map(({ tag }) => tag)
  const asset = {
    organizationId: author.organizationId,
    ...fields,
    metadata: JSON.stringify(input.metadata ?? {}),
    ...searchTexts(fields),
    searchTags: searchTagsOf(newTags),
    tagTypes: newTags.map(({ tag_type: type }) => type),
  }
  const row = await tx.assets.insert(asset, chosen)
  const tags: TagRow[] = []
  for (const [index, tag] of checkedTags.entries())
    tags.push(await attachChecked(tx, row, tag, tagIds[index]))
  const view = toView(row, tags)
  await audit(tx, author, { at, action: 'created', subject: assetRecords.subjectOf(row), after: view })
  return view
}

/**
 * Returns the row as a merge patch changes it. Throws `invalid` with all problems of the body.
 *
 * @param otherProblems problems that the caller has found; they are reported with those of the body
 */
export function changedRow(
  { row, tags }: StoredAsset,
  body: JsonObject,
  otherProblems: readonly FieldError[] = [],
): AssetRow {
  const input = accepted(AssetChanges, body, [
    ...otherProblems,
    ...problemsOf(AssetChanges, body, toView(row, tags)),
    ...validityProblems(body, row.validFrom, row.validTo),
  ])
  return {
    ...row,
    ...changedFields(row, input),
    metadata: input.metadata === undefined ? row.metadata : JSON.stringify(input.metadata),
  }
}

export async function updateAsset(
  { tx, author, at }: Edit,
  { row, tags }: StoredAsset,
  changed: AssetRow,
): Promise<AssetView> {
  const updated = await assetRecords.update(tx, changed, at)
  const [before, after] = [toView(row, tags), toView(updated, tags)]
  await audit(tx, author, { at, action: 'changed', subject: assetRecords.subjectOf(row), before, after })
  return after
}

export const toView = (row: ListedAsset, tags: readonly AttachedTag[]): AssetView => ({
  id: row.id,
  external_key: row.externalKey,
  name: row.name,
  description: row.description,
  is_active: row.isActive,
  metadata: parseJsonText(row.metadata) as AssetView['metadata'],
  valid_from: toWire(row.validFrom),
  valid_to: wireOrNull(row.validTo),
  created_at: toWire(row.createdAt),
  updated_at: toWire(row.updatedAt),
  deleted_at: wireOrNull(row.deletedAt),
  tags: tags.map(toTagView),
})

export const assetRecords = new Records<AssetRow, AssetView>({
  kind: 'asset',
  find: (tx, organizationId, id) => tx.assets.find(organizationId, id),
  findByKey: (tx, organizationId, externalKey) => tx.assets.findByKey(organizationId, externalKey),
  tagsOf: (tx, id) => tx.tags.ofAssets([id]),
  update: (tx, row) => tx.assets.update(row),
  tagParent: (assetId) => ({ assetId }),
  toView,
})

export const removeAsset = async (edit: Edit, id: number): Promise<void> =>
  assetRecords.remove(edit, await assetRecords.load(edit.tx, edit.author, id))
