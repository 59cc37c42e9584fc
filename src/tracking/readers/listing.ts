import type { Page, SortKey } from '../../contract/parameters'
import type { ReaderRecord, Store } from '../../storage/core/store'
import { fold } from '../../base/text'

export interface ReaderFilter {
  readonly search: string | undefined
  readonly sort: readonly SortKey<'name' | 'external_key'>[] | undefined
  readonly page: Page
}

/** Lists readers in natural order of their names, or by key. A search compares the words with names and keys. */
export async function listReaders(
  { readers }: Pick<Store['read'], 'readers'>,
  organizationId: number,
  { search, sort, page }: ReaderFilter,
): Promise<{ rows: ReaderRecord[]; total: number }> {
  const [key] = sort ?? []
  const field = key?.field ?? 'external_key'
  const order = key?.descending ? (`-${field}` as const) : field
  const words = fold(search?.toWellFormed() ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return readers.list(organizationId, order, page)
  const found = (await readers.names(organizationId, order)).filter(({ externalKey, name }) => {
    const text = fold(`${externalKey} ${name}`)
    return words.every((word) => text.includes(word))
  })
  const ids = found.slice(page.offset, page.offset + page.limit).map(({ id }) => id)
  return { rows: await readers.ofIds(organizationId, ids), total: found.length }
}
