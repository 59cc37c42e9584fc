import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, dataOf, type Schemas } from '../api/client'
import type { Locations, TreeLocation } from '../api/location-tree'
import { usePlaces } from '../api/use-locations'
import { serviceNow } from '../api/service-clock'
import { t } from '../languages/messages'
import { relativeTo } from '../ui/values/format'
import type { FoundGroup, FoundItem, SearchedPage, SearchedPages } from './found'
import { matchedText } from './matched-text'
import { otherGroups } from './other-records'
import { type Question, questionIn } from './question'

interface Found {
  readonly groups: readonly FoundGroup[]
  /** Number of assets that were found but are not shown. */
  readonly more: number
  /** Whether the groups are still those of an earlier text. */
  readonly isLoading: boolean
  readonly error: unknown
}

type Result = Schemas['SearchResult']

const locationsMax = 8

/** Searches records, actions and pages word by word. */
export function useSearch(text: string, { actions, pages }: SearchedPages): Found {
  const places = usePlaces()
  const q = text.trim()
  const { data, error, isPending, isPlaceholderData } = useQuery({
    queryKey: ['assets', 'search', q],
    queryFn: async () => (await dataOf(api.GET('/internal/v1/search', { params: { query: { q } } }))).data,
    enabled: q !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (q === '') return { groups: [], more: 0, isLoading: false, error: null }
  const words = q.toLocaleLowerCase().split(/\s+/)
  const question = places && questionIn(q, places, new Date(serviceNow()))
  const questions = { label: t('Questions'), items: question ? [questionItem(question)] : [] }
  const groups = [
    ...(question?.hasTime ? [questions] : []),
    { label: t('Assets'), items: (data?.assets ?? []).map((asset) => assetItem(asset, places)) },
    { label: t('Locations'), items: locationItems(words, data?.locations ?? [], places) },
    { label: t('Readers'), items: (data?.readers ?? []).map(readerItem) },
    { label: t('Pages'), items: pageItems('page', pages, words) },
    { label: t('Actions'), items: pageItems('action', actions, words) },
    ...(data ? otherGroups(data) : []),
    ...(question?.hasTime ? [] : [questions]),
  ]
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    more: (data?.asset_count ?? 0) - (data?.assets.length ?? 0),
    isLoading: isPending || isPlaceholderData,
    error,
  }
}

function assetItem(asset: Result['assets'][number], places: Locations | undefined): FoundItem {
  const { id, name, location_id: locationId, location_name: locationName, last_seen_at: seenAt } = asset
  const place =
    (locationId !== null && places?.byId.get(locationId)?.path) || (locationName ?? t('Deleted location'))
  return {
    href: `/assets/${id}`,
    title: name,
    kind: 'asset',
    place: seenAt === null ? t('Not seen yet') : `${place}, ${relativeTo(seenAt, serviceNow())}`,
    matched: matchedText(asset.matched),
  }
}

/** Matches words in paths, too: "north shelf" finds each shelf in the north hall. */
function locationItems(
  words: readonly string[],
  found: Result['locations'],
  places: Locations | undefined,
): FoundItem[] {
  const byPath = (places?.all ?? []).filter(({ path, key }) => {
    const text = `${path}\n${key}`.toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  })
  const inName = ({ name }: TreeLocation) => words.some((word) => name.toLocaleLowerCase().includes(word))
  const near = byPath.toSorted((a, b) => Number(inName(b)) - Number(inName(a)))
  const others = near.filter(({ id }) => !found.some((one) => one.id === id))
  const items = [
    ...found.map(({ id, name, matched }) => ({ id, name, matched: matchedText(matched) })),
    ...others.map(({ id, name }) => ({ id, name, matched: '' })),
  ]
  return items.slice(0, locationsMax).map(({ id, name, matched }) => ({
    href: `/locations/${id}`,
    title: name,
    kind: 'location',
    place: places?.byId.get(id)?.parent?.path ?? '',
    matched,
  }))
}

const questionItem = ({ href, title }: Question): FoundItem => ({
  href,
  title,
  kind: 'page',
  place: '',
  matched: '',
})

const readerItem = ({ id, name, matched }: Result['readers'][number]): FoundItem => ({
  href: `/readers/${id}`,
  title: name,
  kind: 'reader',
  place: '',
  matched: matchedText(matched),
})

/** Those whose words are the typed words come first, then those with words that begin with them. */
const pageItems = (
  kind: 'action' | 'page',
  pages: readonly SearchedPage[],
  words: readonly string[],
): FoundItem[] =>
  pages
    .map((page) => ({ page, rank: rankOf(page.label.toLocaleLowerCase(), words) }))
    .filter(({ rank }) => rank < 3)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ page }) => pageItem(kind, page))

export const pageItem = (kind: 'action' | 'page', { href, label, run }: SearchedPage): FoundItem => ({
  href,
  title: label,
  kind,
  place: '',
  matched: '',
  ...(run && { run }),
})

/** Returns 0 when all words are words of the label, 1 for beginnings of its words, 2 for parts, and 3 otherwise. */
function rankOf(label: string, words: readonly string[]): number {
  const own = label.split(/[^\p{L}\p{M}\p{N}]+/u)
  const steps: readonly ((word: string) => boolean)[] = [
    (word) => own.includes(word),
    (word) => own.some((one) => one.startsWith(word)),
    (word) => label.includes(word),
  ]
  const step = steps.findIndex((has) => words.every(has))
  return step < 0 ? steps.length : step
}
