import type { AssetLocationRow, AttachedTag, FoundRow, Store, Word } from '../../storage/core/store'
import { identityKey, normalize } from '../tags/rules'
import { tagTypes } from '../tags/schema'
import { fold, foldLoosely } from '../../base/text'
import { type Clock, wireOf } from '../../base/time'
import { hasRole, type SessionCaller } from '../../base/caller'
import { searchPeople } from './people'
import { ranked } from './rank'
import type { FoundAssetView, FoundRecordView, SearchResultView } from './schema'

const shown = { assets: 20, locations: 10, readers: 10, deletedAssets: 5 } as const
/** Maximum number of assets or locations that have one tag in different spellings. */
const sameTagsMax = 10

type Searcher = Pick<SessionCaller, 'organizationId' | 'role'>

const nothing: SearchResultView = {
  assets: [],
  asset_count: 0,
  locations: [],
  readers: [],
  deleted_assets: [],
  members: [],
  api_keys: [],
  webhooks: [],
}

/** "ue" for "ü" and the like, as people write without these keys. Folding has made "u" of "ü". */
const transcribedUmlauts = /([aou])e/gi

export type SearchService = ReturnType<typeof createSearchService>

/** The console's search (docs/internal-api.md, Search). */
export function createSearchService(store: Pick<Store, 'read'>, now: Clock) {
  const find = createFinder(store, now)
  return async (caller: Searcher, text: string): Promise<SearchResultView> => {
    let found = nothing
    for (const words of readingsOf(text)) {
      found = await find(caller, text, words)
      if (!isEmpty(found)) break
    }
    return found
  }
}

/** Yields the words of a text as they are, and then in other spellings. */
function* readingsOf(text: string): Generator<readonly Word[]> {
  const words = wordsOf(text)
  if (words.length === 0) return
  yield words
  const parts = wordsOf(text.replace(betweenParts, ' '))
  if (parts.length > words.length && parts.length <= partsMax) yield parts
  const untranscribed = text.replaceAll(transcribedUmlauts, '$1')
  if (untranscribed !== text) yield wordsOf(untranscribed)
}

/** Returns the function that finds the records with all words of a text. */
function createFinder({ read }: Pick<Store, 'read'>, now: Clock) {
  /** Returns the ids of the owners of a tag with this value, in any spelling. */
  async function ownersOf(organizationId: number, value: string) {
    const identity = identityKey('rfid', value)
    const found = await Promise.all([
      ...tagTypes.map((type) => read.tags.sameAs(organizationId, type, normalize(type, value), sameTagsMax)),
      identity === '' ? [] : read.tags.matchingIdentities(organizationId, [identity]),
    ])
    const ids = (kind: 'assetId' | 'locationId') =>
      [...new Set(found.flat().map((tag) => tag[kind]))].filter((id) => id !== null)
    return { assets: ids('assetId'), locations: ids('locationId') }
  }

  /** Searches readers and deleted assets, whose tags are not compared. */
  async function searchRecords({ organizationId, role }: Searcher, words: readonly Word[], text: string) {
    const readers = await read.wordSearch.readers(organizationId, words)
    const deleted = hasRole(role, 'manager') ? await read.wordSearch.deletedAssets(organizationId, words) : []
    const records = (rows: readonly FoundRow[], most: number) =>
      ranked(rows, words)
        .slice(0, most)
        .map((row) => toRecord(row, [], words, text))
    return {
      readers: records(readers, shown.readers),
      deleted_assets: records(deleted, shown.deletedAssets),
    }
  }

  return async (caller: Searcher, text: string, words: readonly Word[]): Promise<SearchResultView> => {
    const { organizationId } = caller
    const owners = await ownersOf(organizationId, text)
    const found = await read.wordSearch.assets(organizationId, words, now())
    const ofTag = await read.wordSearch.effectiveOf(organizationId, owners.assets, words, now())
    const assets = withOwners(ofTag.rows, ranked(found.rows, words)).slice(0, shown.assets)
    const ids = assets.map(({ id }) => id)
    const places = new Map((await read.tracking.locationsOf(ids)).map((row) => [row.assetId, row]))
    const assetTags = Map.groupBy(await read.tags.attachedTo(ids), ({ assetId }) => assetId)
    const locations = withOwners(
      await read.locations.findAll(organizationId, owners.locations),
      ranked(await read.wordSearch.locations(organizationId, words), words),
    ).slice(0, shown.locations)
    const locationTags = Map.groupBy(
      await read.tags.ofLocations(locations.map(({ id }) => id)),
      ({ locationId }) => locationId,
    )
    return {
      assets: assets.map((row) =>
        toAsset(toRecord(row, assetTags.get(row.id) ?? [], words, text), places.get(row.id)),
      ),
      asset_count: found.total + ofTag.otherCount,
      locations: locations.map((row) => toRecord(row, locationTags.get(row.id) ?? [], words, text)),
      ...(await searchRecords(caller, words, text)),
      ...(await searchPeople(read, caller, words)),
    }
  }
}

/** Apostrophes and dashes within words. Keyboards have other ones than documents, from which names are copied. */
const betweenParts = /(?<=[\p{L}\p{N}])[\p{Pd}\u2212'\u2018\u2019\u02bc`\u00b4]+(?=[\p{L}\p{N}])/gu
/** A search has at most as many words. */
const partsMax = 10

const isEmpty = (found: SearchResultView): boolean =>
  Object.values(found).every((rows) => !Array.isArray(rows) || rows.length === 0)

/** Returns the owners of the tag itself, and then the other rows. */
const withOwners = (owners: readonly FoundRow[], rows: readonly FoundRow[]): FoundRow[] => [
  ...owners,
  ...rows.filter(({ id }) => !owners.some((owner) => owner.id === id)),
]

/** Returns the different words of a text. */
function wordsOf(text: string): Word[] {
  const typed = text
    .toWellFormed()
    .split(/\s+/)
    .map((word): Word => ({ exact: fold(word), loose: foldLoosely(word) }))
  return [...new Map(typed.map((word) => [word.loose, word])).values()].filter(({ loose }) => loose !== '')
}

/** Names the fields with the words that are not in the name, or the tag that is the same as the whole text. */
function toRecord(
  { id, externalKey, name, description }: FoundRow,
  tags: readonly AttachedTag[],
  words: readonly Word[],
  text: string,
): FoundRecordView {
  const same = tags.find(({ tagType, value }) => normalize(tagType, value) === normalize(tagType, text))
  const fields = [
    ...(same ? [{ field: 'tag', value: same.value } as const] : []),
    ...tags.map(({ value }) => ({ field: 'tag', value }) as const),
    { field: 'external_key', value: externalKey } as const,
    { field: 'description', value: description ?? '' } as const,
  ]
  const isIn = (value: string, { loose }: Word): boolean => foldLoosely(value).includes(loose)
  const outside = words.filter((word) => !isIn(name, word))
  const matched = outside.flatMap((word) => fields.find(({ value }) => isIn(value, word)) ?? [])
  const unique = new Map(
    [...(same ? [fields[0]] : []), ...matched].flatMap((one) => (one ? [[one.value, one]] : [])),
  )
  return { id, external_key: externalKey, name, matched: [...unique.values()] }
}

const toAsset = (record: FoundRecordView, place: AssetLocationRow | undefined): FoundAssetView => ({
  ...record,
  location_id: place?.locationId ?? null,
  location_name: place?.locationName ?? null,
  last_seen_at: place ? wireOf(place.lastSeenAt) : null,
})
