import { rowMessages } from '../../contract/messages'
import { recordMessages } from '../records/messages'
import { audit, type Edit } from '../../people/audit/record'
import { accepted, checked, problemsOf } from '../../contract/check'
import type { Page, SortKey } from '../../contract/parameters'
import { conflict, notFound } from '../../base/errors'
import type { Author } from '../../base/caller'
import type { JsonObject } from '../../base/json'
import { Records } from '../records/records'
import { changedFields, newFields, Rename, searchTexts, validityProblems } from '../records/rules'
import type { AlsoWrite, LocationRow, LocationSortField, Store, TagRow } from '../../storage/core/store'
import { toTagView } from '../tags/rules'
import type { NewTag } from '../tags/schema'
import { attachInitialTag } from '../tags/service'
import { fold } from '../../base/text'
import { type Clock, toWire, wireOrNull } from '../../base/time'
import { requireValidParent, resolveParent } from './parent'
import { LocationChanges, type LocationNodeView, type LocationView, NewLocation } from './schema'

interface LocationListQuery {
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
  /** Number of live descendants. */
  readonly descendants: number
}

export type TreeRead = 'ancestors' | 'children' | 'descendants'

const defaultOrder: readonly SortKey<LocationSortField>[] = [{ field: 'external_key', descending: false }]

export class LocationService {
  readonly #store: Store
  readonly #now: Clock

  constructor(store: Store, now: Clock) {
    this.#store = store
    this.#now = now
  }

  async get(organizationId: number, id: number): Promise<LocationView> {
    const row = await this.#store.read.locations.find(organizationId, id)
    if (!row) throw notFound(rowMessages('location.not_found'))
    return toView(row, await this.#store.read.tags.ofLocations([id]))
  }

  async #withTags(rows: readonly LocationRow[]): Promise<LocationView[]> {
    const found = await this.#store.read.tags.ofLocations(rows.map((row) => row.id))
    const tags = Map.groupBy(found, (tag) => tag.locationId)
    return rows.map((row) => toView(row, tags.get(row.id) ?? []))
  }

  async list(
    organizationId: number,
    { sort, page, search, ...filter }: LocationListQuery,
  ): Promise<{ rows: LocationView[]; total: number }> {
    const folded = search === undefined ? undefined : fold(search)
    const order = sort ?? defaultOrder
    const { rows, total } = await this.#store.read.locations.list(
      organizationId,
      { ...filter, search: folded },
      this.#now(),
      { order, ...page },
    )
    return { rows: await this.#withTags(rows), total }
  }

  /** Returns a part of the tree around a live location, in the order of that part (docs/api.md, Tree reads). */
  async listTree(
    organizationId: number,
    id: number,
    part: TreeRead,
    page: Page,
  ): Promise<{ rows: LocationView[]; total: number }> {
    const { ids, total } = await this.#store.read.tree[part](organizationId, id, this.#now(), page)
    const rows = new Map(
      (await this.#store.read.locations.findAll(organizationId, ids)).map((row) => [row.id, row]),
    )
    return { rows: await this.#withTags(ids.flatMap((rowId) => rows.get(rowId) ?? [])), total }
  }

  /** Returns every live location, including those that are not in effect, because they can be edited too. */
  async wholeTree(organizationId: number): Promise<LocationNodeView[]> {
    const rows = await this.#store.read.tree.whole(organizationId, this.#now())
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

  create(author: Author, body: JsonObject, alsoWrite?: AlsoWrite<LocationView>): Promise<LocationView> {
    const at = this.#now()
    return this.#store.write(
      async (tx) => {
        const view = await insertLocation({ tx, author, at }, body)
        await alsoWrite?.(tx, view)
        return view
      },
      [author.organizationId],
    )
  }

  /** @param requireMatch throws when the caller expects another state than the current view */
  change(
    author: Author,
    id: number,
    body: JsonObject,
    requireMatch: (view: LocationView) => void,
  ): Promise<LocationView> {
    const { organizationId } = author
    return this.#store.write(
      async (tx) => {
        const { row, tags } = await locationRecords.load(tx, author, id)
        const view = toView(row, tags)
        requireMatch(view)
        const problems = [
          ...problemsOf(LocationChanges, body, view),
          ...validityProblems(body, row.validFrom, row.validTo),
        ]
        const resolution = await resolveParent(tx, organizationId, withoutInvalid(body, problems), row)
        const input = accepted(LocationChanges, body, [...problems, ...resolution.problems])
        const parent = resolution.parent ?? { id: row.parentId, externalKey: row.parentExternalKey }
        const at = this.#now()
        const isMove = parent.id !== row.parentId
        if (isMove) await requireValidParent(tx, organizationId, row, { ...resolution, parent })
        const parentFields = { parentId: parent.id, parentExternalKey: parent.externalKey }
        const changed = { ...row, ...changedFields(row, input), ...parentFields }
        const updated = await locationRecords.update(tx, changed, at)
        const after = toView(updated, tags)
        const action = isMove ? 'moved' : 'changed'
        await audit(tx, author, { at, action, subject: locationRecords.subjectOf(row), before: view, after })
        return after
      },
      [author.organizationId],
    )
  }

  remove(author: Author, id: number, requireMatch: (view: LocationView) => void): Promise<void> {
    return this.#store.write(
      (tx) => removeLocation({ tx, author, at: this.#now() }, id, requireMatch),
      [author.organizationId],
    )
  }

  /** Renames a location. A rename to the current key counts no descendants (docs/api.md, Rename). */
  rename(
    author: Author,
    id: number,
    body: JsonObject,
    alsoWrite?: AlsoWrite<RenamedLocation>,
  ): Promise<RenamedLocation> {
    const { organizationId } = author
    const { external_key: externalKey } = checked(Rename, body)
    return this.#store.write(
      async (tx) => {
        const edit = { tx, author, at: this.#now() }
        const { view, isSame } = await locationRecords.rename(edit, id, externalKey)
        const renamed = { view, descendants: isSame ? 0 : await tx.tree.countLiveBelow(organizationId, id) }
        await alsoWrite?.(tx, renamed)
        return renamed
      },
      [author.organizationId],
    )
  }
}

/** Throws `conflict` when the location has descendants, checked first, or assets (docs/api.md, Delete). */
export async function removeLocation(
  edit: Edit,
  id: number,
  requireMatch: (view: LocationView) => void = () => {},
): Promise<void> {
  const { tx, author } = edit
  const { organizationId } = author
  const location = await locationRecords.load(tx, author, id)
  const { row, tags } = location
  requireMatch(toView(row, tags))
  const descendants = await tx.tree.countLiveBelow(organizationId, id)
  // A wrong count must not leave a location below a deleted one.
  if (descendants > 0 || (await tx.tree.hasLiveChild(id)))
    throw conflict(
      descendants <= 1
        ? recordMessages('location.one_descendant', { location: row.externalKey })
        : recordMessages('location.descendants', { location: row.externalKey, count: descendants }),
    )
  const placed = await tx.locations.placedAssets(organizationId, id)
  if (placed.length > 0)
    throw conflict(recordMessages('location.has_assets', { location: row.externalKey, assets: placed }))
  await locationRecords.remove(edit, location)
}

/**
 * Creates a location. Throws `invalid` with all problems of the body, and `conflict`; before it writes, except when a tag is
 * in use.
 */
export async function insertLocation({ tx, author, at }: Edit, body: JsonObject): Promise<LocationView> {
  const { organizationId } = author
  const problems = [...problemsOf(NewLocation, body), ...validityProblems(body, at, null)]
  const resolution = await resolveParent(tx, organizationId, withoutInvalid(body, problems), undefined)
  const input = accepted(NewLocation, body, [...problems, ...resolution.problems])
  const parent = resolution.parent ?? { id: null, externalKey: null }
  await requireValidParent(tx, organizationId, undefined, { ...resolution, parent })
  const externalKey = await locationRecords.takeFreeKey(tx, organizationId, input.external_key)
  const fields = { externalKey, ...newFields(input, at) }
  const row = { organizationId, parentId: parent.id, ...fields, ...searchTexts(fields) }
  const id = await tx.locations.insert(row)
  const tags: TagRow[] = []
  for (const tag of (input.tags ?? []) as NewTag[])
    tags.push(await attachInitialTag(tx, organizationId, { locationId: id }, tag))
  const inserted = { ...row, id, deletedAt: null, parentExternalKey: parent.externalKey }
  const view = toView(inserted, tags)
  await audit(tx, author, {
    at,
    action: 'created',
    subject: locationRecords.subjectOf(inserted),
    after: view,
  })
  return view
}

/** Removes the malformed fields, so that each is reported once and not also as a reference to a missing row. */
const withoutInvalid = (body: JsonObject, problems: readonly { field: string }[]): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([key]) => !problems.some(({ field }) => field === key)))

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

const locationRecords = new Records<LocationRow, LocationView>({
  kind: 'location',
  find: (tx, organizationId, id) => tx.locations.find(organizationId, id),
  findByKey: (tx, organizationId, externalKey) => tx.locations.findByKey(organizationId, externalKey),
  tagsOf: (tx, id) => tx.tags.ofLocations([id]),
  update: (tx, row) => tx.locations.update(row),
  tagParent: (locationId) => ({ locationId }),
  toView,
})
