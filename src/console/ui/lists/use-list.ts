import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'wouter'

/** The list envelope of the service. */
export interface ListPage<T> {
  readonly data: readonly T[]
  readonly limit: number
  readonly offset: number
  readonly total_count: number
  /** false: there are more rows than `total_count`. */
  readonly is_count_exact?: boolean
}

export interface ListQuery {
  readonly limit: number
  readonly offset: number
  readonly q?: string
  readonly sort?: string
}

interface ListOptions<P> {
  /** Start of the query key. */
  readonly key: readonly unknown[]
  readonly load: (query: ListQuery, filter: (name: string) => string | undefined) => Promise<P>
  /** Parameters of the address that filter the list, besides `q`. */
  readonly filters?: readonly string[]
  /** The service's default order: a field, with "-" before it for descending order. */
  readonly defaultSort?: string
  /** Interval between reloads, in milliseconds. */
  readonly pollMs?: number
  /** Prefix of the parameters in the address, when a page has several lists. */
  readonly prefix?: string
}

export interface List<T> {
  readonly rows: readonly T[]
  readonly total: number
  /** Whether there are no more rows than `total`. */
  readonly isTotalExact: boolean
  readonly isLoading: boolean
  /** Whether a search, a filter or a later page is chosen. */
  readonly isNarrowed: boolean
  /** Whether the rows are those of the previous query while the next one is loading. */
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
  /** Clears the search and the filters, and returns to the first page. */
  readonly widen: () => void
}

/** A list with the response of the service, which may contain more than the rows. */
export interface PagedList<P extends ListPage<unknown>> extends List<P['data'][number]> {
  readonly page: P | undefined
  /** The values of all filters. */
  readonly filters: readonly (string | undefined)[]
  /** Loads the first rows of the search and the filters, of all pages, up to a number. */
  readonly loadFirst: (most: number) => Promise<P['data']>
  /** Whether there is nothing to list without any search and filter. */
  readonly isEmpty: boolean
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

/** The largest page of the service. */
const largestPage = 200
export const pageSizes = [25, 50, 100]
const defaultSize = 50

/** The parameters of a list in the address. */
function useAddress(prefix: string) {
  const [params, setParams] = useSearchParams()
  return {
    filter: (name: string) => params.get(prefix + name) ?? undefined,
    /** Returns to the first page, without a new entry in the browser's history. */
    change: (changes: Changes) =>
      setParams((before) => changed(before, prefix, { ...changes, offset: null }), { replace: true }),
    goTo: (offset: number) => setParams((before) => changed(before, prefix, { offset: offsetText(offset) })),
    setParams,
  }
}

type LoadPage<P> = (query: ListQuery) => Promise<P>

/** Loads the first rows, up to a number. */
async function firstRows<P extends ListPage<unknown>>(load: LoadPage<P>, query: ListQuery, most: number) {
  const found: P['data'][number][] = []
  while (found.length < most) {
    const size = Math.min(largestPage, most - found.length)
    // One page after the other, so that the service serves other users in between.
    const page = await load({ ...query, limit: size, offset: found.length })
    found.push(...page.data)
    if (page.data.length < size) break
  }
  return found
}

/** Loads a list page by page. Search, filters, order and page are in the address, so that links contain them. */
export function useList<P extends ListPage<unknown>>(options: ListOptions<P>): PagedList<P> {
  const { key, load, filters = [], defaultSort = '', pollMs, prefix = '' } = options
  const { filter, change, goTo, setParams } = useAddress(prefix)
  const q = filter('q') ?? ''
  const sort = filter('sort') ?? defaultSort
  const limit = pageSizes.find((size) => size === Number(filter('limit'))) ?? defaultSize
  const offset = Math.max(0, Math.trunc(Number(filter('offset') ?? 0)) || 0)

  const query: ListQuery = { limit, offset, ...(q !== '' && { q }), ...(sort !== '' && { sort }) }
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: [...key, query, filters.map(filter)],
    queryFn: () => load(query, filter),
    placeholderData: keepPreviousData,
    ...(pollMs !== undefined && { refetchInterval: pollMs }),
  })

  // When the last rows are deleted, their page no longer exists.
  const lastOffset = Math.max(0, Math.ceil((data?.total_count ?? 0) / limit) - 1) * limit
  const isBeyond = data?.data.length === 0 && !isPlaceholderData && lastOffset < offset
  useEffect(() => {
    if (!isBeyond) return
    setParams((before) => changed(before, prefix, { offset: offsetText(lastOffset) }), { replace: true })
  }, [isBeyond, lastOffset, prefix, setParams])

  const isNarrowed = q !== '' || offset > 0 || filters.some((name) => filter(name) !== undefined)
  return {
    page: data,
    rows: data?.data ?? [],
    total: data?.total_count ?? 0,
    isTotalExact: data?.is_count_exact !== false,
    isLoading: isPending,
    isEmpty: data?.total_count === 0 && !isNarrowed,
    isNarrowed,
    isStale: isPlaceholderData,
    error,
    reload: refetch,
    q,
    search: (next) => change({ q: next }),
    sort,
    sortBy: (next) => change({ sort: next === defaultSort ? null : next }),
    limit,
    offset,
    goTo,
    resize: (next) => change({ limit: next === defaultSize ? null : String(next) }),
    filter,
    filters: filters.map(filter),
    loadFirst: (most) => firstRows((part) => load(part, filter), query, most),
    narrow: (name, value) => change({ [name]: value }),
    widen: () => change(Object.fromEntries(['q', ...filters].map((name) => [name, null]))),
  }
}
