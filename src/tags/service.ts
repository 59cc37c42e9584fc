import { checked } from '../contract/check'
import { conflict, notFound } from '../errors'
import type { JsonObject } from '../json'
import type { AlsoWrite, Store, TagParent, TagRow, Writes } from '../storage/store'
import { fold } from '../text'
import type { Clock } from '../time'
import { normalize, toTagView } from './rules'
import { NewTag, type TagView } from './schema'

export type TagService = ReturnType<typeof createTagService>

/** Tags are reached through their asset or location; attaching one does not advance its parent's updated_at. */
export function createTagService(store: Store, now: Clock) {
  function attach(
    organizationId: number,
    parent: TagParent,
    body: JsonObject,
    alsoWrite?: AlsoWrite<TagView>,
  ): Promise<TagView> {
    const tag = checked(NewTag, body)
    return store.write(async (tx) => {
      await requireParent(tx, organizationId, parent)
      const view = toTagView(await attachTag(tx, organizationId, parent, tag))
      await alsoWrite?.(tx, view)
      return view
    })
  }

  function detach(organizationId: number, parent: TagParent, tagId: number): Promise<void> {
    return store.write(async (tx) => {
      await requireParent(tx, organizationId, parent)
      if (!(await tx.tags.delete(parent, tagId, now()))) throw notFound('Tag')
    })
  }

  return { attach, detach }
}

async function requireParent(tx: Writes, organizationId: number, parent: TagParent): Promise<void> {
  if ('assetId' in parent) {
    if (!(await tx.assets.find(organizationId, parent.assetId))) throw notFound('Asset')
  } else if (!(await tx.locations.find(organizationId, parent.locationId))) throw notFound('Location')
}

/**
 * Attaches a tag through the public API, which never rewrites history: what was read of it while nobody knew it is
 * forgotten.
 */
export async function attachTag(
  tx: Writes,
  organizationId: number,
  parent: TagParent,
  tag: NewTag,
): Promise<TagRow> {
  const row = await insertTag(tx, organizationId, parent, tag)
  await tx.unknownTags.deleteNamed(organizationId, row.tagType, row.normalized)
  return row
}

/** The pair of type and value is unique among the live tags of an organization. */
export async function insertTag(
  tx: Writes,
  organizationId: number,
  parent: TagParent,
  { tag_type: tagType, value }: NewTag,
): Promise<TagRow> {
  if (await tx.tags.findByValue(organizationId, tagType, value))
    throw conflict(`A tag of type ${tagType} with the value ${value} already exists`)
  return tx.tags.insert({
    organizationId,
    assetId: 'assetId' in parent ? parent.assetId : null,
    locationId: 'locationId' in parent ? parent.locationId : null,
    tagType,
    value,
    normalized: normalize(tagType, value),
    searchValue: fold(value),
  })
}
