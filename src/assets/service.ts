import { audit, type Subject } from '../audit/record'
import { accepted, checked, problemsOf } from '../contract/check'
import type { Page, SortKey } from '../contract/parameters'
import { conflict, type FieldError, notFound } from '../errors'
import type { Author } from '../caller'
import { type JsonObject, parseJsonText } from '../json'
import {
  instantField,
  mintKey,
  releaseKey,
  Rename,
  searchTexts,
  takeKey,
  validityProblems,
} from '../records/rules'
import type {
  AlsoWrite,
  AssetFilter,
  AssetRow,
  AssetSortField,
  Store,
  TagRow,
  Writes,
} from '../storage/store'
import { toTagView } from '../tags/rules'
import type { NewTag } from '../tags/schema'
import { attachInitialTag } from '../tags/service'
import { fold } from '../text'
import { type Clock, type Instant, laterThan, toWire, wireOrNull } from '../time'
import { AssetChanges, type AssetView, NewAsset } from './schema'

/** Which assets, and in which order. */
export interface AssetQuery {
  readonly externalKeys: readonly string[]
  readonly isActive: boolean | undefined
  readonly includeDeleted: boolean
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

export type AssetService = ReturnType<typeof createAssetService>

export function createAssetService(store: Store, now: Clock) {
  async function get(organizationId: number, id: number): Promise<AssetView> {
    const row = await store.read.assets.find(organizationId, id)
    if (!row) throw notFound('Asset')
    return toView(row, await store.read.tags.ofAssets([id]))
  }

  async function list(
    organizationId: number,
    query: AssetQuery,
    page: Page,
  ): Promise<{ rows: AssetView[]; total: number }> {
    const [filter, order] = [filterOf(query), orderOf(query)]
    const { rows, total } = await store.read.assets.list(organizationId, filter, now(), order, page)
    const tags = Map.groupBy(await store.read.tags.ofAssets(rows.map((row) => row.id)), (tag) => tag.assetId)
    return { rows: rows.map((row) => toView(row, tags.get(row.id) ?? [])), total }
  }

  function create(author: Author, body: JsonObject, alsoWrite?: AlsoWrite<AssetView>): Promise<AssetView> {
    const at = now()
    const input = newAssetOf(body, at)
    return store.write(async (tx) => {
      const view = await insertAsset(tx, author, input, at)
      await alsoWrite?.(tx, view)
      return view
    })
  }

  /** @param requireMatch refuses where the caller expects another state than the current view */
  function change(
    author: Author,
    id: number,
    body: JsonObject,
    requireMatch: (view: AssetView) => void,
  ): Promise<AssetView> {
    return store.write(async (tx) => {
      const asset = await load(tx, author, id)
      requireMatch(toView(asset.row, asset.tags))
      return updateAsset(tx, author, asset, changedRow(asset, body), now())
    })
  }

  function remove(author: Author, id: number, requireMatch: (view: AssetView) => void): Promise<void> {
    return store.write(async (tx) => {
      const { row, tags } = await load(tx, author, id)
      const before = toView(row, tags)
      requireMatch(before)
      const at = now()
      const deletedAt = laterThan(row.updatedAt, at)
      await tx.assets.update({ ...row, updatedAt: deletedAt, deletedAt })
      await tx.tags.deleteAll({ assetId: id }, deletedAt)
      await releaseKey(tx, author.organizationId, 'asset', row.externalKey)
      await audit(tx, author, { at, action: 'deleted', subject: subjectOf(row), before })
    })
  }

  /** A rename to the current key changes nothing, not even updated_at (docs/api.md, Rename). */
  function rename(
    author: Author,
    id: number,
    body: JsonObject,
    alsoWrite?: AlsoWrite<AssetView>,
  ): Promise<AssetView> {
    const { external_key: externalKey } = checked(Rename, body)
    return store.write(async (tx) => {
      const { row, tags } = await load(tx, author, id)
      const at = now()
      const renamed = row.externalKey === externalKey ? row : await giveKey(tx, row, externalKey, at)
      const [before, view] = [toView(row, tags), toView(renamed, tags)]
      await audit(tx, author, { at, action: 'renamed', subject: subjectOf(row), before, after: view })
      await alsoWrite?.(tx, view)
      return view
    })
  }

  return { get, list, create, change, remove, rename }
}

/** A live asset as it is stored. */
export interface StoredAsset {
  readonly row: AssetRow
  readonly tags: readonly TagRow[]
}

/** What a body asks for, or all that is wrong with it. */
export function newAssetOf(body: JsonObject, at: Instant): NewAsset {
  return accepted(NewAsset, body, [...problemsOf(NewAsset, body), ...validityProblems(body, at, null)])
}

export async function insertAsset(
  tx: Writes,
  author: Author,
  input: NewAsset,
  at: Instant,
): Promise<AssetView> {
  const { organizationId } = author
  const externalKey = input.external_key ?? (await mintKey(tx, organizationId, 'asset'))
  await requireFreeKey(tx, organizationId, externalKey)
  await takeKey(tx, organizationId, 'asset', externalKey)
  const row = await tx.assets.insert({
    organizationId,
    externalKey,
    name: input.name,
    description: input.description ?? null,
    isActive: input.is_active ?? true,
    metadata: JSON.stringify(input.metadata ?? {}),
    validFrom: instantField(input.valid_from) ?? at,
    validTo: instantField(input.valid_to) ?? null,
    createdAt: at,
    updatedAt: at,
    ...searchTexts({ externalKey, name: input.name, description: input.description ?? null }),
  })
  const tags: TagRow[] = []
  for (const tag of (input.tags ?? []) as NewTag[])
    tags.push(await attachInitialTag(tx, organizationId, { assetId: row.id }, tag))
  const view = toView(row, tags)
  await audit(tx, author, { at, action: 'created', subject: subjectOf(row), after: view })
  return view
}

/** The row as the body wants it, or all that is wrong with the body; `others` is what the caller has found wrong. */
export function changedRow(
  { row, tags }: StoredAsset,
  body: JsonObject,
  others: readonly FieldError[] = [],
): AssetRow {
  const input = accepted(AssetChanges, body, [
    ...others,
    ...problemsOf(AssetChanges, body, toView(row, tags)),
    ...validityProblems(body, row.validFrom, row.validTo),
  ])
  return {
    ...row,
    name: input.name ?? row.name,
    description: input.description === undefined ? row.description : input.description,
    isActive: input.is_active ?? row.isActive,
    metadata: input.metadata === undefined ? row.metadata : JSON.stringify(input.metadata),
    validFrom: instantField(input.valid_from, row.validFrom) ?? row.validFrom,
    validTo: input.valid_to === undefined ? row.validTo : (instantField(input.valid_to, row.validTo) ?? null),
  }
}

export async function updateAsset(
  tx: Writes,
  author: Author,
  { row, tags }: StoredAsset,
  changed: AssetRow,
  at: Instant,
): Promise<AssetView> {
  const updated = { ...changed, ...searchTexts(changed), updatedAt: laterThan(row.updatedAt, at) }
  await tx.assets.update(updated)
  const [before, after] = [toView(row, tags), toView(updated, tags)]
  await audit(tx, author, { at, action: 'changed', subject: subjectOf(row), before, after })
  return after
}

async function giveKey(tx: Writes, row: AssetRow, externalKey: string, at: Instant): Promise<AssetRow> {
  const { organizationId } = row
  await requireFreeKey(tx, organizationId, externalKey)
  await releaseKey(tx, organizationId, 'asset', row.externalKey)
  await takeKey(tx, organizationId, 'asset', externalKey)
  const renamed = { ...row, externalKey, updatedAt: laterThan(row.updatedAt, at) }
  const updated = { ...renamed, ...searchTexts(renamed) }
  await tx.assets.update(updated)
  return updated
}

async function load(tx: Writes, { organizationId }: Author, id: number): Promise<StoredAsset> {
  const row = await tx.assets.find(organizationId, id)
  if (!row) throw notFound('Asset')
  return { row, tags: await tx.tags.ofAssets([id]) }
}

async function requireFreeKey(tx: Writes, organizationId: number, externalKey: string): Promise<void> {
  if (await tx.assets.findByKey(organizationId, externalKey))
    throw conflict(`An asset with the external_key ${externalKey} already exists`)
}

const subjectOf = ({ id, externalKey }: AssetRow): Subject => ({ kind: 'asset', id, name: externalKey })

const toView = (row: AssetRow, tags: readonly TagRow[]): AssetView => ({
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
