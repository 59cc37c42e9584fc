import { api, dataOf, queryClient, type Schemas } from '../api/client'

/** Tags that readers cannot tell apart: they differ only in separators, case or leading zeros. */

export type OwnedTag = Schemas['OwnedTag']
export type NewTag = Schemas['TagRequest']

/** The asset or location to which a tag belongs. */
export type TagOwner = { readonly asset_id: number } | { readonly location_id: number }

/** Returns the tags that are the same as this one for readers, in all types when no type is given. */
export async function tagsLike(value: string, tagType?: NewTag['tag_type']): Promise<OwnedTag[]> {
  if (value === '') return []
  const query = { value, ...(tagType !== undefined && { tag_type: tagType }), limit: 200 }
  return (await dataOf(api.GET('/internal/v1/tags', { params: { query } }))).data
}

export const isOwnedBy = (tag: OwnedTag, owner: TagOwner): boolean =>
  'asset_id' in owner ? tag.asset_id === owner.asset_id : tag.location_id === owner.location_id

/** A tag that was checked before it is added, and those who already have it. */
export interface Taken {
  readonly tag: NewTag
  readonly others: readonly OwnedTag[]
}

export const takenBy = (tag: NewTag, others: readonly OwnedTag[]): Taken | undefined =>
  others.length > 0 ? { tag, others } : undefined

/** Whether the inputs still contain the tag that was checked. */
export const isOf = (
  { tag }: Taken,
  { tag_type: type, value }: { readonly tag_type: string; readonly value: string },
): boolean => tag.tag_type === type && tag.value === value

/** Takes a tag, in each of its spellings, from all others and gives it to the owner. */
export async function moveTag({ tag_type, value }: NewTag, owner: TagOwner): Promise<void> {
  await dataOf(api.POST('/internal/v1/tags/move', { body: { tag_type, value, ...owner } }))
  await Promise.all(
    ['asset', 'assets', 'location', 'locations', 'report', 'shared-tags'].map((key) =>
      queryClient.invalidateQueries({ queryKey: [key] }),
    ),
  )
}
