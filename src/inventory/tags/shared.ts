import { audit, type Edit } from '../../people/audit/record'
import type { Author } from '../../base/caller'
import type { Page } from '../../contract/parameters'
import type { JsonObject } from '../../base/json'
import type { OwnedTag, Reads, SharedTag, Store, Writes } from '../../storage/core/store'
import type { Clock } from '../../base/time'
import { findOwner, requireOneOwner, type TagOwner } from './owner'
import { identityKey, normalize, toTagView } from './rules'
import { type OwnedTagView, type SharedTagView, TagMove, type TagType } from './schema'
import { attachTag, subjectOf } from './service'

/** Maximum number of owners of one tag in a response, and of tags that one move detaches. */
const ownersMax = 100

export type SharedTagService = ReturnType<typeof createSharedTagService>

/** Tags that are the same for readers although they are written differently (docs/internal-api.md, Same tags). */
export function createSharedTagService(store: Store, now: Clock) {
  /**
   * Returns the tags that a read of this value could mean, in the order in which a scan looks for them; those with the same
   * spelling first. All types when none is given. Tags that name the same object may have any type.
   */
  async function sameAs(organizationId: number, value: string, tagType?: TagType): Promise<OwnedTagView[]> {
    const found: OwnedTag[] = []
    for (const type of tagType === undefined ? scanOrder : [tagType])
      found.push(...(await sameTags(store.read, organizationId, { tagType: type, value })))
    return unique(found)
      .toSorted((a, b) => Number(b.value === value) - Number(a.value === value))
      .map(toOwnedView)
  }

  /** Returns the tags that several assets or locations have. */
  async function list(organizationId: number, page: Page): Promise<{ rows: SharedTagView[]; total: number }> {
    const { rows, total } = await store.read.tags.shared(organizationId, page)
    const withOwners = rows.map(async (row): Promise<SharedTagView> => {
      const tags = await store.read.tags.sameAs(organizationId, row.tagType, row.normalized, ownersMax)
      return toSharedView(row, tags)
    })
    return { rows: await Promise.all(withOwners), total }
  }

  /**
   * Gives a tag to one asset or location and takes it, in each of its spellings, from all others. One write does all of it.
   * Throws `invalid`.
   */
  function move(author: Author, body: JsonObject): Promise<OwnedTagView> {
    const input = requireOneOwner(TagMove, body)
    const { tag_type: tagType, value } = input
    const { organizationId } = author
    const same = (tx: Writes) => sameTags(tx, organizationId, { tagType, value })
    return store.write(
      async (tx) => {
        const owner = await findOwner(tx, organizationId, input)
        const edit = { tx, author, at: now() }
        const tags = await same(tx)
        for (const tag of tags) if (!isOf(owner, tag)) await detach(edit, tag)
        if (!tags.some((tag) => isOf(owner, tag))) await attachTag(edit, owner, { tag_type: tagType, value })
        const moved = (await same(tx)).find((tag) => isOf(owner, tag))
        return toOwnedView(moved as OwnedTag)
      },
      [organizationId],
    )
  }

  return { sameAs, list, move }
}

/** Returns the tags with the normal form of a value, and those that name the same object. */
async function sameTags(
  { tags }: Pick<Reads, 'tags'>,
  organizationId: number,
  { tagType, value }: { readonly tagType: string; readonly value: string },
): Promise<OwnedTag[]> {
  const alike = await tags.sameAs(organizationId, tagType, normalize(tagType, value), ownersMax)
  return unique([
    ...alike,
    ...(await tags.ownedNaming(organizationId, identityKey(tagType, value), ownersMax)),
  ])
}

const unique = (tags: readonly OwnedTag[]): OwnedTag[] => [
  ...new Map(tags.map((tag) => [tag.id, tag])).values(),
]

/** Without a type, a scanned value is looked up in this order (docs/internal-api.md, Scans). */
const scanOrder = ['rfid', 'barcode', 'ble'] as const
const isOf = (owner: TagOwner, tag: OwnedTag): boolean =>
  'assetId' in owner ? tag.assetId === owner.assetId : tag.locationId === owner.locationId

async function detach({ tx, author, at }: Edit, tag: OwnedTag): Promise<void> {
  const { assetId, locationId, ownerKey: externalKey } = tag
  const owner =
    assetId === null ? { locationId: locationId as number, externalKey } : { assetId, externalKey }
  await tx.tags.delete(owner, tag.id, at)
  const subject = subjectOf(owner)
  await audit(tx, author, { at, action: 'tag_detached', subject, before: toTagView(tag) })
}

const toOwnedView = ({
  id,
  tagType,
  value,
  assetId,
  locationId,
  ownerKey,
  ownerName,
}: OwnedTag): OwnedTagView => ({
  id,
  tag_type: tagType,
  value,
  asset_id: assetId,
  location_id: locationId,
  owner_external_key: ownerKey,
  owner_name: ownerName,
})

const toSharedView = ({ tagType }: SharedTag, tags: readonly OwnedTag[]): SharedTagView => ({
  tag_type: tagType,
  tags: tags.map(toOwnedView),
})
