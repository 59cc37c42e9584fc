import { accepted, checked, problemsOf } from '../contract/check'
import type { Page, SortKey } from '../contract/parameters'
import { conflict, notFound } from '../errors'
import { type JsonObject, parseJsonText } from '../json'
import {
  instantField,
  mintKey,
  releaseKey,
  Rename,
  searchTexts,
  takeKey,
  validityProblems,
  wireOrNull,
} from '../records/rules'
import type { AlsoWrite, AssetRow, AssetSortField, Store, TagRow, Writes } from '../storage/store'
import { toTagView } from '../tags/rules'
import type { NewTag } from '../tags/schema'
import { attachTag } from '../tags/service'
import { fold } from '../text'
import { type Clock, laterThan, toWire } from '../time'
import { AssetChanges, type AssetView, NewAsset } from './schema'

export interface AssetListQuery {
  readonly externalKeys: readonly string[]
  readonly isActive: boolean | undefined
  readonly includeDeleted: boolean
  readonly search: string | undefined
  readonly sort: readonly SortKey<AssetSortField>[] | undefined
  readonly page: Page
}

const defaultOrder: readonly SortKey<AssetSortField>[] = [{ field: 'external_key', descending: false }]

export type AssetService = ReturnType<typeof createAssetService>

export function createAssetService(store: Store, now: Clock) {
  async function get(organizationId: number, id: number): Promise<AssetView> {
    const row = await store.read.assets.find(organizationId, id)
    if (!row) throw notFound('Asset')
    return toView(row, await store.read.tags.ofAssets([id]))
  }

  async function list(
    organizationId: number,
    query: AssetListQuery,
  ): Promise<{ rows: AssetView[]; total: number }> {
    const { externalKeys, isActive, includeDeleted, page } = query
    const search = query.search === undefined ? undefined : fold(query.search)
    const filter = { externalKeys, isActive, includeDeleted, search }
    const order = query.sort ?? defaultOrder
    const { rows, total } = await store.read.assets.list(organizationId, filter, now(), order, page)
    const tags = Map.groupBy(await store.read.tags.ofAssets(rows.map((row) => row.id)), (tag) => tag.assetId)
    return { rows: rows.map((row) => toView(row, tags.get(row.id) ?? [])), total }
  }

  function create(
    organizationId: number,
    body: JsonObject,
    alsoWrite?: AlsoWrite<AssetView>,
  ): Promise<AssetView> {
    const at = now()
    const problems = [...problemsOf(NewAsset, body), ...validityProblems(body, at, null)]
    const input = accepted(NewAsset, body, problems)
    return store.write(async (tx) => {
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
        tags.push(await attachTag(tx, organizationId, { assetId: row.id }, tag))
      const view = toView(row, tags)
      await alsoWrite?.(tx, view)
      return view
    })
  }

  /** @param requireMatch refuses where the caller expects another state than the current view */
  function change(
    organizationId: number,
    id: number,
    body: JsonObject,
    requireMatch: (view: AssetView) => void,
  ): Promise<AssetView> {
    return store.write(async (tx) => {
      const { row, tags } = await load(tx, organizationId, id)
      const view = toView(row, tags)
      requireMatch(view)
      const problems = problemsOf(AssetChanges, body, view)
      const input = accepted(AssetChanges, body, [
        ...problems,
        ...validityProblems(body, row.validFrom, row.validTo),
      ])
      const changed: AssetRow = {
        ...row,
        name: input.name ?? row.name,
        description: input.description === undefined ? row.description : input.description,
        isActive: input.is_active ?? row.isActive,
        metadata: input.metadata === undefined ? row.metadata : JSON.stringify(input.metadata),
        validFrom: instantField(input.valid_from, row.validFrom) ?? row.validFrom,
        validTo:
          input.valid_to === undefined ? row.validTo : (instantField(input.valid_to, row.validTo) ?? null),
        updatedAt: laterThan(row.updatedAt, now()),
      }
      const updated = { ...changed, ...searchTexts(changed) }
      await tx.assets.update(updated)
      return toView(updated, tags)
    })
  }

  function remove(
    organizationId: number,
    id: number,
    requireMatch: (view: AssetView) => void,
  ): Promise<void> {
    return store.write(async (tx) => {
      const { row, tags } = await load(tx, organizationId, id)
      requireMatch(toView(row, tags))
      const deletedAt = laterThan(row.updatedAt, now())
      await tx.assets.update({ ...row, updatedAt: deletedAt, deletedAt })
      await tx.tags.deleteAll({ assetId: id }, deletedAt)
      await releaseKey(tx, organizationId, 'asset', row.externalKey)
    })
  }

  /** The same key again changes nothing, not even updated_at (spec, Rename rules). */
  function rename(
    organizationId: number,
    id: number,
    body: JsonObject,
    alsoWrite?: AlsoWrite<AssetView>,
  ): Promise<AssetView> {
    const { external_key: externalKey } = checked(Rename, body)
    return store.write(async (tx) => {
      const { row, tags } = await load(tx, organizationId, id)
      const renamed = row.externalKey === externalKey ? row : await giveKey(tx, row, externalKey)
      const view = toView(renamed, tags)
      await alsoWrite?.(tx, view)
      return view
    })
  }

  async function giveKey(tx: Writes, row: AssetRow, externalKey: string): Promise<AssetRow> {
    const { organizationId } = row
    await requireFreeKey(tx, organizationId, externalKey)
    await releaseKey(tx, organizationId, 'asset', row.externalKey)
    await takeKey(tx, organizationId, 'asset', externalKey)
    const renamed = { ...row, externalKey, updatedAt: laterThan(row.updatedAt, now()) }
    const updated = { ...renamed, ...searchTexts(renamed) }
    await tx.assets.update(updated)
    return updated
  }

  return { get, list, create, change, remove, rename }
}

async function load(
  tx: Writes,
  organizationId: number,
  id: number,
): Promise<{ row: AssetRow; tags: TagRow[] }> {
  const row = await tx.assets.find(organizationId, id)
  if (!row) throw notFound('Asset')
  return { row, tags: await tx.tags.ofAssets([id]) }
}

async function requireFreeKey(tx: Writes, organizationId: number, externalKey: string): Promise<void> {
  if (await tx.assets.findByKey(organizationId, externalKey))
    throw conflict(`An asset with the external_key ${externalKey} already exists`)
}

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
