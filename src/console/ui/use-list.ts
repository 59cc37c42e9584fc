import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'wouter'

/** The list envelope of the service. */
export interface ListPage<T> {
  readonly data: readonly T[]
  readonly limit: number
  readonly offset: number
  readonly total_count: number
}

export interface ListQuery {
  readonly limit: number
  readonly offset: number
  readonly q?: string
  readonly sort?: string
}

interface ListOptions<P> {
  /** What the rows are, for the cache. */
  readonly key: readonly unknown[]
  readonly load: (query: ListQuery, filter: (name: string) => string | undefined) => Promise<P>
  /** Parameters of the address that narrow the list, beside `q`. */
  readonly filters?: readonly string[]
  /** As the service sorts without being told; "-" before the field for descending. */
  readonly defaultSort?: string
  /** Asks again so often. */
  readonly pollMs?: number
  /** Before its parameters in the address, where a page has another list. */
  readonly prefix?: string
}

export interface List<T> {
  readonly rows: readonly T[]
  readonly total: number
  readonly isLoading: boolean
  /** There may be more rows than these: a search, a filter or a later page. */
  readonly isNarrowed: boolean
  /** The rows are those of the page before while the next ones come. */
  readonly isStale: boolean
  readonly error: unknown
  readonly reload: () => Promise<unknown>
  readonly q: string
  readonly search: (q: string) => void
  readonly sort: string
  readonly sortBy: (sort: string) => void
  readonly limit: number
  readonly offset: number
  readonly goTo: (offset: number) => void
  readonly resize: (limit: number) => void
  readonly filter: (name: string) => string | undefined
  readonly narrow: (name: string, value: string | null) => void
  /** Leaves search, filters and page, so that all there is shows. */
  readonly widen: () => void
}

/** A list with the page that it shows, where that tells more than its rows. */
interface PagedList<P extends ListPage<unknown>> extends List<P['data'][number]> {
  readonly page: P | undefined
}

/** New values of a list's parameters in the address; null or empty for none. */
type Changes = Readonly<Record<string, string | null>>

function changed(before: URLSearchParams, prefix: string, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(before)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(prefix + name)
    else next.set(prefix + name, value)
  }
  return next
}

const offsetText = (offset: number): string | null => (offset === 0 ? null : String(offset))

export const pageSizes = [25, 50, 100]
const usualSize = 50

/** A list of the service, page by page. Search, filters, order and page are in the address, so that links keep them. */
export function useList<P extends ListPage<unknown>>(options: ListOptions<P>): PagedList<P> {
  const { key, load, filters = [], defaultSort = '', pollMs, prefix = '' } = options
  const [params, setParams] = useSearchParams()
  const filter = (name: string) => params.get(prefix + name) ?? undefined
  const q = filter('q') ?? ''
  const sort = filter('sort') ?? defaultSort
  const limit = pageSizes.find((size) => size === Number(filter('limit'))) ?? usualSize
  const offset = Math.max(0, Math.trunc(Number(filter('offset') ?? 0)) || 0)

  const query: ListQuery = { limit, offset, ...(q !== '' && { q }), ...(sort !== '' && { sort }) }
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: [...key, query, filters.map(filter)],
    queryFn: () => load(query, filter),
    placeholderData: keepPreviousData,
    ...(pollMs !== undefined && { refetchInterval: pollMs }),
  })

  /** All but a step to another page starts again at the first, and is no step back in the browser. */
  const change = (changes: Changes) =>
    setParams((before) => changed(before, prefix, { ...changes, offset: null }), { replace: true })
  const narrow = (name: string, value: string | null) => change({ [name]: value })

  // The last rows of the last page may go, and then that page is none.
  const lastOffset = Math.max(0, Math.ceil((data?.total_count ?? 0) / limit) - 1) * limit
  const isBeyond = data?.data.length === 0 && !isPlaceholderData && lastOffset < offset
  useEffect(() => {
    if (!isBeyond) return
    setParams((before) => changed(before, prefix, { offset: offsetText(lastOffset) }), { replace: true })
  }, [isBeyond, lastOffset, prefix, setParams])

  return {
    page: data,
    rows: data?.data ?? [],
    total: data?.total_count ?? 0,
    isLoading: isPending,
    isNarrowed: q !== '' || offset > 0 || filters.some((name) => filter(name) !== undefined),
    isStale: isPlaceholderData,
    error,
    reload: refetch,
    q,
    search: (next) => change({ q: next }),
    sort,
    sortBy: (next) => change({ sort: next === defaultSort ? null : next }),
    limit,
    offset,
    goTo: (next) => setParams((before) => changed(before, prefix, { offset: offsetText(next) })),
    resize: (next) => change({ limit: next === usualSize ? null : String(next) }),
    filter,
    narrow,
    widen: () => change(Object.fromEntries(['q', ...filters].map((name) => [name, null]))),
  }
}
