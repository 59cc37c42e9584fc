import { api, dataOf, queryClient } from '../api/client'
import { fetchFile } from '../api/files'
import { locationTreeOf, subtreeOf } from '../api/location-tree'
import { identityOf, session } from '../api/session'
import { treeQuery } from '../api/use-locations'
import { serviceNow } from '../api/service-clock'
import type { CountPlace, ExpectedAsset } from '../scans/count-scan'
import { readCount, type StoredCount, storeCount } from '../scans/count-store'

/** Returns what is stored on this device about a count. */
export const storedCount = (id: number): Promise<StoredCount | undefined> =>
  readCount(identityOf(session.get()), id)

/** Loads a stocktake with its places and the list of what is expected, and stores it for the time without a network. */
export async function loadCount(id: number): Promise<StoredCount> {
  const whose = identityOf(session.get())
  const params = { path: { stocktake: id } }
  const { data: stocktake } = await dataOf(api.GET('/internal/v1/stocktakes/{stocktake}', { params }))
  const tree = locationTreeOf(await queryClient.fetchQuery({ ...treeQuery, staleTime: 0 }))
  const root = tree.byId.get(stocktake.location_id)
  const above = root?.parent ? root.parent.path.length + 3 : 0
  const places = (root ? subtreeOf(root) : []).map(({ id: placeId, name, key, path }): CountPlace => ({
    id: placeId,
    name,
    key,
    path: path.slice(above),
  }))
  const isListed = !stocktake.is_blind && stocktake.state === 'open'
  const stored: StoredCount = {
    whose,
    stocktakeId: id,
    stocktake,
    places,
    expected: isListed ? await loadExpected(id) : stocktake.is_blind ? null : [],
    loadedAt: new Date(serviceNow()).toISOString(),
  }
  await storeCount(stored)
  return stored
}

async function loadExpected(id: number): Promise<ExpectedAsset[]> {
  const file = await fetchFile(`/internal/v1/stocktakes/${id}/expected`, 'application/x-ndjson')
  const lines = (await file.text()).split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as ExpectedAsset)
}
