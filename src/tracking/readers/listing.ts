import type { Page, SortKey } from '../../contract/parameters'
import type { ReaderRecord, Store } from '../../storage/core/store'
import { fold } from '../../base/text'
import type { ReaderView } from './schema'
import { isInState, type ReaderState } from './states'

export interface ReaderFilter {
  readonly search: string | undefined
  readonly sort: readonly SortKey<'name' | 'external_key'>[] | undefined
  readonly state: ReaderState | undefined
  readonly page: Page
}

type Reads = Pick<Store['read'], 'readers'>
type ViewsOf = (records: readonly ReaderRecord[]) => Promise<ReaderView[]>

/** Number of readers whose states are determined at once. */
const chunkSize = 200

/**
 * Lists readers in natural order of their names, or by key. A search compares the words with names and keys. The state of a
 * reader follows from its messages, its connections and the time, so a filter by state determines that of all readers.
 */
export async function listReaders(
  { readers }: Reads,
  viewsOf: ViewsOf,
  organizationId: number,
  filter: ReaderFilter,
): Promise<{ rows: ReaderView[]; total: number }> {
  const { state, page } = filter
  const read = await searched(readers, organizationId, filter)
  if (state === undefined) {
    const { rows, total } = await read(page)
    return { rows: await viewsOf(rows), total }
  }
  const found: ReaderView[] = []
  for (let offset = 0, total = 1; offset < total; offset += chunkSize) {
    const chunk = await read({ limit: chunkSize, offset })
    total = chunk.total
    found.push(...(await viewsOf(chunk.rows)).filter((reader) => isInState(reader, state)))
  }
  return { rows: found.slice(page.offset, page.offset + page.limit), total: found.length }
}

type ReadPage = (page: Page) => Promise<{ rows: ReaderRecord[]; total: number }>

/** Returns the function that reads a page of the readers that match the search. It compares the names once for all pages. */
async function searched(
  readers: Reads['readers'],
  organizationId: number,
  { search, sort }: ReaderFilter,
): Promise<ReadPage> {
  const [key] = sort ?? []
  const field = key?.field ?? 'external_key'
  const order = key?.descending ? (`-${field}` as const) : field
  const words = fold(search?.toWellFormed() ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return (page) => readers.list(organizationId, order, page)
  const found = (await readers.names(organizationId, order)).filter(({ externalKey, name }) => {
    const text = fold(`${externalKey} ${name}`)
    return words.every((word) => text.includes(word))
  })
  return async ({ limit, offset }) => {
    const ids = found.slice(offset, offset + limit).map(({ id }) => id)
    return { rows: await readers.ofIds(organizationId, ids), total: found.length }
  }
}
