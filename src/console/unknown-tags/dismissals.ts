import { api, dataOf, queryClient } from '../api/client'
import { t } from '../languages/messages'
import { toastDone } from '../ui/notices/toasts'

/** Requests that dismiss unknown tags for good, and restore them. */

export const reloadTags = () =>
  Promise.all(
    ['unknown-tags', 'dismissed-tags'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
  )

export const tagsText = (count: number): string => t('{count, plural, one {# tag} other {# tags}}', { count })

export const whatDismissingDoes = t(
  'The history of the tag is deleted, and the tag does not appear again when it is read. You can restore it under Dismissed tags.',
)

export async function dismissTags(ids: readonly number[]): Promise<void> {
  const body = { unknown_tag_ids: [...ids] }
  const { data } = await dataOf(api.POST('/internal/v1/dismissed-tags', { body }))
  toastDone(t('{tags} dismissed', { tags: tagsText(data.dismissed) }))
  await reloadTags()
}

/** Returns the number of unknown tags that were dismissed. */
export async function dismissPrefix(prefix: string, tagType: 'rfid' | 'ble' | 'barcode'): Promise<number> {
  const body = { tag_type: tagType, prefix }
  const { data } = await dataOf(api.POST('/internal/v1/dismissed-tags/prefixes', { body }))
  await reloadTags()
  return data.dismissed
}

export const requestRestore = (id: number) =>
  dataOf(
    api.DELETE('/internal/v1/dismissed-tags/{dismissed_tag}', { params: { path: { dismissed_tag: id } } }),
  )

export async function restoreTag(id: number, name: string): Promise<void> {
  await requestRestore(id)
  toastDone(t('{name} restored', { name }))
  await reloadTags()
}
