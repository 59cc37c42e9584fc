import { type Result, required } from './errors.js'

/** A page of a list. */
export interface Page<T> {
  readonly data: readonly T[]
  readonly total_count: number
}

/**
 * Returns all rows of a list, page by page. A row that is created or deleted in the meantime can be missed or repeated.
 *
 * @param load - requests the page at an offset, such as
 *   `(offset) => api.GET('/api/v1/assets', { params: { query: { offset, limit: 200 } } })`
 */
export async function* rows<T>(load: (offset: number) => Promise<Result<Page<T>>>): AsyncGenerator<T, void> {
  for (let offset = 0; ;) {
    const { data, total_count } = required(await load(offset))
    yield* data
    offset += data.length
    if (data.length === 0 || offset >= total_count) return
  }
}
