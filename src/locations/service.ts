import { audit, type Subject } from '../audit/record'
import { accepted, checked, problemsOf } from '../contract/check'
import type { Page, SortKey } from '../contract/parameters'
import { conflict, notFound } from '../errors'
import type { Author } from '../caller'
import type { JsonObject } from '../json'
import {
  instantField,
  mintKey,
  releaseKey,
  Rename,
  searchTexts,
  takeKey,
  validityProblems,
} from '../records/rules'
import type { AlsoWrite, LocationRow, LocationSortField, Store, TagRow, Writes } from '../storage/store'
import { toTagView } from '../tags/rules'
import type { NewTag } from '../tags/schema'
import { attachInitialTag } from '../tags/service'
import { fold } from '../text'
import { type Clock, type Instant, laterThan, toWire, wireOrNull } from '../time'
import { requirePlaceInTree, resolveParent } from './parent'
import { LocationChanges, type LocationNodeView, type LocationView, NewLocation } from './schema'

export interface LocationListQuery {
  readonly externalKeys: readonly string[]
  readonly parentIds: readonly number[]
  readonly parentExternalKeys: readonly string[]
  readonly isActive: boolean | undefined
  readonly includeDeleted: boolean
  readonly search: string | undefined
  readonly sort: readonly SortKey<LocationSortField>[] | undefined
  readonly page: Page
}

export interface RenamedLocation {
  readonly view: LocationView
  /** Live ones, below the location. */
  readonly descendants: number
}

export type TreeRead = 'ancestors' | 'children' | 'descendants'

const defaultOrder: readonly SortKey<LocationSortField>[] = [{ field: 'external_key', descending: false }]

export type LocationService = ReturnType<typeof createLocationService>

export function createLocationService(store: Store, now: Clock) {
  async function get(organizationId: number, id: number): Promise<LocationView> {
    const row = await store.read.locations.find(organizationId, id)
    if (!row) throw notFound('Location')
    return toView(row, await store.read.tags.ofLocations([id]))
  }

  async function withTags(rows: readonly LocationRow[]): Promise<LocationView[]> {
    const found = await store.read.tags.ofLocations(rows.map((row) => row.id))
    const tags = Map.groupBy(found, (tag) => tag.locationId)
    return rows.map((row) => toView(row, tags.get(row.id) ?? []))
  }

  async function list(
    organizationId: number,
    { sort, page, search, ...filter }: LocationListQuery,
  ): Promise<{ rows: LocationView[]; total: number }> {
    const folded = search === undefined ? undefined : fold(search)
    const order = sort ?? defaultOrder
    const { rows, total } = await store.read.locations.list(
      organizationId,
      { ...filter, search: folded },
      now(),
      order,
      page,
    )
    return { rows: await withTags(rows), total }
  }

  /** A part of the tree around a live location, in the order of that part (docs/api.md, Tree reads). */
  async function listTree(
    organizationId: number,
    id: number,
    part: TreeRead,
    page: Page,
  ): Promise<{ rows: LocationView[]; total: number }> {
    const { ids, total } = await store.read.tree[part](organizationId, id, now(), page)
    const rows = new Map(
      (await store.read.locations.findAll(organizationId, ids)).map((row) => [row.id, row]),
    )
    return { rows: await withTags(ids.flatMap((rowId) => rows.get(rowId) ?? [])), total }
  }

  /** Every live location: what is not in effect any more, or not yet, can be looked after too. */
  async function wholeTree(organizationId: number): Promise<LocationNodeView[]> {
    const rows = await store.read.tree.whole(organizationId, now())
    return rows.map((row) => ({
      id: row.id,
      external_key: row.externalKey,
      name: row.name,
      parent_id: row.parentId,
      is_active: row.isActive,
      is_effective: row.isEffective,
      asset_count: row.assetCount,
    }))
  }

  function create(
    author: Author,
    body: JsonObject,
    alsoWrite?: AlsoWrite<LocationView>,
  ): Promise<LocationView> {
    const { organizationId } = author
    const at = now()
    const problems = [...problemsOf(NewLocation, body), ...validityProblems(body, at, null)]
    return store.write(async (tx) => {
      const resolution = await resolveParent(tx, organizationId, withoutFaulty(body, problems), undefined)
      const input = accepted(NewLocation, body, [...problems, ...resolution.problems])
      const parent = resolution.parent ?? { id: null, externalKey: null }
      await requirePlaceInTree(tx, organizationId, undefined, parent, resolution.field)
      const externalKey = input.external_key ?? (await mintKey(tx, organizationId, 'location'))
      await requireFreeKey(tx, organizationId, externalKey)
      await takeKey(tx, organizationId, 'location', externalKey)
      const row = {
        organizationId,
        externalKey,
        name: input.name,
        description: input.description ?? null,
        parentId: parent.id,
        isActive: input.is_active ?? true,
        validFrom: instantField(input.valid_from) ?? at,
        validTo: instantField(input.valid_to) ?? null,
        createdAt: at,
        updatedAt: at,
      }
      const id = await tx.locations.insert({ ...row, ...searchTexts(row) })
      const tags: TagRow[] = []
      for (const tag of (input.tags ?? []) as NewTag[])
        tags.push(await attachInitialTag(tx, organizationId, { locationId: id }, tag))
      const view = toView(
        { ...row, ...searchTexts(row), id, deletedAt: null, parentExternalKey: parent.externalKey },
        tags,
      )
      await audit(tx, author, { at, action: 'created', subject: subjectOf(view), after: view })
      await alsoWrite?.(tx, view)
      return view
    })
  }

  /** @param requireMatch refuses where the caller expects another state than the current view */
  function change(
    author: Author,
    id: number,
    body: JsonObject,
    requireMatch: (view: LocationView) => void,
  ): Promise<LocationView> {
    const { organizationId } = author
    return store.write(async (tx) => {
      const { row, tags } = await load(tx, organizationId, id)
      const view = toView(row, tags)
      requireMatch(view)
      const problems = [
        ...problemsOf(LocationChanges, body, view),
        ...validityProblems(body, row.validFrom, row.validTo),
      ]
      const resolution = await resolveParent(tx, organizationId, withoutFaulty(body, problems), row)
      const input = accepted(LocationChanges, body, [...problems, ...resolution.problems])
      const parent = resolution.parent ?? { id: row.parentId, externalKey: row.parentExternalKey }
      const at = now()
      const isMove = parent.id !== row.parentId
      if (isMove) await requirePlaceInTree(tx, organizationId, row, parent, resolution.field)
      const changed = {
        ...row,
        name: input.name ?? row.name,
        description: input.description === undefined ? row.description : input.description,
        isActive: input.is_active ?? row.isActive,
        parentId: parent.id,
        parentExternalKey: parent.externalKey,
        validFrom: instantField(input.valid_from, row.validFrom) ?? row.validFrom,
        validTo:
          input.valid_to === undefined ? row.validTo : (instantField(input.valid_to, row.validTo) ?? null),
        updatedAt: laterThan(row.updatedAt, at),
      }
      const updated = { ...changed, ...searchTexts(changed) }
      await tx.locations.update(updated)
      const after = toView(updated, tags)
      const action = isMove ? 'moved' : 'changed'
      await audit(tx, author, { at, action, subject: subjectOf(view), before: view, after })
      return after
    })
  }

  /** Refuses a location that is not empty: descendants are checked first, then assets (docs/api.md, Delete). */
  function remove(author: Author, id: number, requireMatch: (view: LocationView) => void): Promise<void> {
    const { organizationId } = author
    return store.write(async (tx) => {
      const { row, tags } = await load(tx, organizationId, id)
      const before = toView(row, tags)
      requireMatch(before)
      const descendants = await tx.tree.countLiveBelow(organizationId, id)
      if (descendants > 0)
        throw conflict(
          `Location ${row.externalKey} has ${descendants} live descendants; delete or move them first`,
        )
      const placed = await tx.locations.placedAssets(organizationId, id)
      if (placed.length > 0)
        throw conflict(`Location ${row.externalKey} has assets placed at it, such as ${placed.join(', ')}`)
      const at = now()
      const deletedAt = laterThan(row.updatedAt, at)
      await tx.locations.update({ ...row, updatedAt: deletedAt, deletedAt })
      await tx.tags.deleteAll({ locationId: id }, deletedAt)
      await releaseKey(tx, organizationId, 'location', row.externalKey)
      await audit(tx, author, { at, action: 'deleted', subject: subjectOf(before), before })
    })
  }

  /** A rename to the current key changes nothing and counts no descendants (docs/api.md, Rename). */
  function rename(
    author: Author,
    id: number,
    body: JsonObject,
    alsoWrite?: AlsoWrite<RenamedLocation>,
  ): Promise<RenamedLocation> {
    const { organizationId } = author
    const { external_key: externalKey } = checked(Rename, body)
    return store.write(async (tx) => {
      const { row, tags } = await load(tx, organizationId, id)
      const isSame = row.externalKey === externalKey
      const at = now()
      const before = toView(row, tags)
      const view = isSame ? before : toView(await giveKey(tx, row, externalKey, at), tags)
      await audit(tx, author, { at, action: 'renamed', subject: subjectOf(before), before, after: view })
      const renamed = { view, descendants: isSame ? 0 : await tx.tree.countLiveBelow(organizationId, id) }
      await alsoWrite?.(tx, renamed)
      return renamed
    })
  }

  return { get, list, listTree, wholeTree, create, change, remove, rename }
}

async function giveKey(tx: Writes, row: LocationRow, externalKey: string, at: Instant): Promise<LocationRow> {
  const { organizationId } = row
  await requireFreeKey(tx, organizationId, externalKey)
  await releaseKey(tx, organizationId, 'location', row.externalKey)
  await takeKey(tx, organizationId, 'location', externalKey)
  const renamed = { ...row, externalKey, updatedAt: laterThan(row.updatedAt, at) }
  const updated = { ...renamed, ...searchTexts(renamed) }
  await tx.locations.update(updated)
  return updated
}

/** A field that is malformed is reported once; it does not also fail to name a row. */
const withoutFaulty = (body: JsonObject, problems: readonly { field: string }[]): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([key]) => !problems.some(({ field }) => field === key)))

async function load(
  tx: Writes,
  organizationId: number,
  id: number,
): Promise<{ row: LocationRow; tags: TagRow[] }> {
  const row = await tx.locations.find(organizationId, id)
  if (!row) throw notFound('Location')
  return { row, tags: await tx.tags.ofLocations([id]) }
}

async function requireFreeKey(tx: Writes, organizationId: number, externalKey: string): Promise<void> {
  if (await tx.locations.findByKey(organizationId, externalKey))
    throw conflict(`A location with the external_key ${externalKey} already exists`)
}

const subjectOf = ({ id, external_key: name }: LocationView): Subject => ({ kind: 'location', id, name })

const toView = (row: LocationRow, tags: readonly TagRow[]): LocationView => ({
  id: row.id,
  external_key: row.externalKey,
  name: row.name,
  description: row.description,
  parent_id: row.parentId,
  parent_external_key: row.parentExternalKey,
  is_active: row.isActive,
  valid_from: toWire(row.validFrom),
  valid_to: wireOrNull(row.validTo),
  created_at: toWire(row.createdAt),
  updated_at: toWire(row.updatedAt),
  deleted_at: wireOrNull(row.deletedAt),
  tags: tags.map(toTagView),
})
