import { tagMessages } from './messages'
import { rowMessages } from '../../contract/messages'
import { audit, type Edit, type Subject } from '../../people/audit/record'
import { checked } from '../../contract/check'
import { type AppError, conflict, notFound } from '../../base/errors'
import type { Author } from '../../base/caller'
import type { JsonObject } from '../../base/json'
import type {
  AlsoWrite,
  AssetRow,
  Store,
  TagMatch,
  TagParent,
  TagRow,
  Writes,
} from '../../storage/core/store'
import { fold, separator } from '../../base/text'
import type { Clock } from '../../base/time'
import { allOf } from '../../base/turns/concurrently'
import type { TagOwner } from './owner'
import { identityKey, normalize, toTagView } from './rules'
import { NewTag, type TagView } from './schema'

export type TagService = ReturnType<typeof createTagService>

/** Attaches tags to an asset or a location and detaches them. Neither advances the parent's `updated_at`. */
export function createTagService(store: Store, now: Clock) {
  function attach(
    author: Author,
    parent: TagParent,
    body: JsonObject,
    alsoWrite?: AlsoWrite<TagView>,
  ): Promise<TagView> {
    const tag = checked(NewTag, body)
    return store.write(
      async (tx) => {
        const owner = await requireOwner(tx, author, parent)
        const view = toTagView(await attachTag({ tx, author, at: now() }, owner, tag))
        await alsoWrite?.(tx, view)
        return view
      },
      [author.organizationId],
    )
  }

  function detach(author: Author, parent: TagParent, tagId: number): Promise<void> {
    return store.write(
      async (tx) => {
        const owner = await requireOwner(tx, author, parent)
        if (!(await detachTag({ tx, author, at: now() }, owner, tagId)))
          throw notFound(tagMessages('tag.not_found'))
      },
      [author.organizationId],
    )
  }

  return { attach, detach }
}

export const subjectOf = (owner: TagOwner): Subject =>
  'assetId' in owner
    ? { kind: 'asset', id: owner.assetId, name: owner.externalKey }
    : { kind: 'location', id: owner.locationId, name: owner.externalKey }

async function requireOwner(tx: Writes, { organizationId }: Author, parent: TagParent): Promise<TagOwner> {
  const isAsset = 'assetId' in parent
  const row = isAsset
    ? await tx.assets.find(organizationId, parent.assetId)
    : await tx.locations.find(organizationId, parent.locationId)
  if (!row) throw notFound(rowMessages(isAsset ? 'asset.not_found' : 'location.not_found'))
  return { ...parent, externalKey: row.externalKey }
}

/** Attaches a tag to an existing asset or location, with an audit entry. Throws `conflict` when the tag is in use. */
export async function attachTag({ tx, author, at }: Edit, owner: TagOwner, tag: NewTag): Promise<TagRow> {
  const row = await attachUnaudited(tx, author.organizationId, owner, tag)
  await audit(tx, author, { at, action: 'tag_attached', subject: subjectOf(owner), after: toTagView(row) })
  return row
}

/** Detaches a tag, with an audit entry. Returns false when the owner has no such tag. */
export async function detachTag({ tx, author, at }: Edit, owner: TagOwner, tagId: number): Promise<boolean> {
  const row = await tx.tags.delete(owner, tagId, at)
  if (!row) return false
  const subject = subjectOf(owner)
  await audit(tx, author, { at, action: 'tag_detached', subject, before: toTagView(row) })
  return true
}

/** Attaches a tag like `attachTag`, for a change whose audit entry contains the tag. */
export async function attachUnaudited(
  tx: Writes,
  organizationId: number,
  parent: TagParent,
  tag: NewTag,
): Promise<TagRow> {
  const row = await insertTag(tx, organizationId, parent, tag)
  await deleteUnknownTag(tx, row)
  return row
}

/**
 * Checks the tags of a new asset, and finds those of them that also name unknown tags. Throws `conflict` when one is in use or is
 * repeated.
 */
export async function checkNewTags(
  tx: Writes,
  organizationId: number,
  tags: readonly NewTag[],
): Promise<CheckedTag[]> {
  const names = new Set<string>()
  return allOf(
    tags.map(async (tag) => {
      const { tag_type: type, value } = tag
      const name = JSON.stringify([type, value])
      if (names.has(name)) throw taken(tag)
      names.add(name)
      const identity = identityKey(type, value)
      const [naming] = await allOf([
        identity === null || identity === '' ? noIds : tx.unknownTags.naming(organizationId, identity),
        requireFreeTag(tx, organizationId, tag),
      ])
      return { tag, namesUnknown: naming.length > 0 }
    }),
  )
}

interface CheckedTag {
  readonly tag: NewTag
  /** Whether unknown tags name the same object. */
  readonly namesUnknown: boolean
}

const noIds = Promise.resolve<number[]>([])

/**
 * Attaches a checked tag to a new asset, which has its searchable value. There is no audit entry, because the entry of the creation
 * contains the tags.
 */
export async function attachChecked(
  tx: Writes,
  { organizationId, id: assetId }: Pick<AssetRow, 'organizationId' | 'id'>,
  { tag, namesUnknown }: CheckedTag,
  tagId: number | undefined,
): Promise<TagRow> {
  const row = await tx.tags.insertInitial(rowOf(organizationId, { assetId }, tag), tagId)
  if (namesUnknown) await deleteUnknownTag(tx, row)
  else await tx.unknownTags.deleteNamed(organizationId, row.tagType, row.normalized)
  return row
}

/**
 * Attaches a tag to a new location. There is no audit entry, because the entry of the creation contains the tags. Throws `conflict`
 * when the tag is in use.
 */
export async function attachInitialTag(
  tx: Writes,
  organizationId: number,
  parent: TagParent,
  tag: NewTag,
): Promise<TagRow> {
  await requireFreeTag(tx, organizationId, tag)
  const row = await tx.tags.insertInitial(rowOf(organizationId, parent, tag))
  await deleteUnknownTag(tx, row)
  return row
}

/**
 * Deletes the reads of a tag, in each of its spellings, from the time when it was unknown: the public API never changes history
 * (docs/history.md, Unknown tags).
 */
async function deleteUnknownTag(tx: Writes, { organizationId, tagType, normalized, identity }: TagRow) {
  await tx.unknownTags.deleteNamed(organizationId, tagType, normalized)
  for (const id of await unknownSpellings(tx, organizationId, identity)) await tx.unknownTags.delete(id)
}

/**
 * Returns the unknown tags that a tag with this identity stands for, too: those that name the same object. There are none while
 * several assets or locations have it, because a read of another spelling then matches none of them.
 */
export async function unknownSpellings(
  tx: Writes,
  organizationId: number,
  identity: string | null,
): Promise<number[]> {
  if (identity === null || identity === '') return []
  const ids = await tx.unknownTags.naming(organizationId, identity)
  if (ids.length === 0) return ids
  return haveOneOwner(await tx.tags.matchingIdentities(organizationId, [identity])) ? ids : []
}

/** Whether it does not matter which of the tags is meant: they are spellings of one. */
export const haveOneOwner = ([first, ...others]: readonly Pick<
  TagMatch,
  'assetId' | 'locationId'
>[]): boolean =>
  others.every(({ assetId, locationId }) => assetId === first?.assetId && locationId === first?.locationId)

/** Throws `conflict` when a live tag of the organization has this type and value. */
export async function requireFreeTag(tx: Writes, organizationId: number, tag: NewTag): Promise<void> {
  if (await tx.tags.findByValue(organizationId, tag.tag_type, tag.value)) throw taken(tag)
}

const taken = ({ tag_type: type, value }: NewTag): AppError =>
  conflict(tagMessages('tag.taken', { type, value }))

export async function insertTag(
  tx: Writes,
  organizationId: number,
  parent: TagParent,
  tag: NewTag,
): Promise<TagRow> {
  await requireFreeTag(tx, organizationId, tag)
  return tx.tags.insert(rowOf(organizationId, parent, tag))
}

const rowOf = (organizationId: number, parent: TagParent, { tag_type: tagType, value }: NewTag) => ({
  organizationId,
  assetId: 'assetId' in parent ? parent.assetId : null,
  locationId: 'locationId' in parent ? parent.locationId : null,
  tagType,
  value,
  normalized: normalize(tagType, value),
  identity: identityKey(tagType, value),
  searchValue: fold(value),
})

/** Returns the searchable values of the tags of a new asset. */
export const searchTagsOf = (tags: readonly NewTag[]): string =>
  tags.map(({ value }) => fold(value)).join(separator)
