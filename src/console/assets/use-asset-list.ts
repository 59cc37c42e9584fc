import { api, dataOf, type Schemas } from '../api/client'
import { type Condition, textOf } from '../asset-list/conditions'
import { useFirstPhotos } from '../photos/use-photos'
import { type ListQuery, type PagedList, useList } from '../ui/lists/use-list'
import type { Asset } from './asset-columns'
import { placeOf } from './current-place'

/** The one list of assets: those that meet conditions, now or at an instant, with their places. */

export type AssetPage = Schemas['AssetListPage']
export type AssetSort = Schemas['SavedView']['sort'] & string

/** An address of an earlier version can have another order. */
const sorts: readonly AssetSort[] = ['external_key', 'name', 'last_seen', 'created_at', 'updated_at'].flatMap(
  (field) => [field, `-${field}`] as AssetSort[],
)

type Filter = (name: string) => string | undefined

interface AssetListOptions {
  /** Start of the query key. */
  readonly key: readonly unknown[]
  /** Parameters of the address that `conditionsOf` reads. */
  readonly filters: readonly string[]
  readonly conditionsOf: (filter: Filter) => Promise<readonly Condition[]> | readonly Condition[]
  /** Absent now. */
  readonly at?: string | undefined
  readonly defaultSort: AssetSort
  /** A read changes the age of a row, and no event says so. */
  readonly pollMs: number
}

export interface AssetList extends PagedList<AssetPage> {
  readonly assets: readonly Asset[]
  readonly at: string | undefined
}

/** Returns conditions with a search, as parameters of a request. */
export function queryOf(conditions: readonly Condition[], q: string | undefined) {
  const searched = q === undefined || q === '' ? [] : [{ field: 'text', operator: 'contains', value: q }]
  const text = textOf([...conditions, ...searched])
  return text === null ? {} : { conditions: text }
}

export function useAssetList(options: AssetListOptions): AssetList {
  const { key, filters, conditionsOf, at, defaultSort, pollMs } = options
  async function load({ limit, offset, q, sort }: ListQuery, filter: Filter): Promise<AssetPage> {
    const query = {
      limit,
      offset,
      ...queryOf(await conditionsOf(filter), q),
      sort: sorts.find((known) => known === sort) ?? defaultSort,
      ...(at !== undefined && { at }),
    }
    return dataOf(api.GET('/internal/v1/asset-list', { params: { query } }))
  }
  const list = useList({
    key: [...key, at ?? 'now'],
    load,
    filters,
    defaultSort: at === undefined ? defaultSort : 'external_key',
    // The past changes only when late reads arrive.
    ...(at === undefined && { pollMs }),
  })
  const photos = useFirstPhotos(list.rows.map(({ id }) => id))
  const assets = list.rows.map((row) => ({ ...row, place: placeOf(row), photo: photos?.get(row.id) }))
  return { ...list, assets, at }
}
