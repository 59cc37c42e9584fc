import type { DemoAsset } from './asset'
import { hall } from './places'
import type { ServiceClient } from '../service-client'

/** The stocktakes of the demo: one of the cold area, which is closed, and one of the hall, to which a person has begun to count. */

interface Stocktakes {
  readonly client: ServiceClient
  readonly locationIds: ReadonlyMap<string, number>
  readonly assets: readonly DemoAsset[]
  /** The ids of the assets, in the same order. */
  readonly assetIds: readonly number[]
}

/** Assets of the cold store that nobody finds, and those of them that are excused. */
const missingCount = 4
const excusedCount = 2
/** Assets of the other aisle that lie in aisle A. */
const elsewhereCount = 3

const path = '/internal/v1/stocktakes'

export async function addStocktakes(demo: Stocktakes): Promise<void> {
  await addClosed(demo)
  await addOpen(demo)
}

async function addClosed({ client, locationIds, assets, assetIds }: Stocktakes): Promise<void> {
  const body = { name: 'Cold area', location_id: locationIds.get('COLD') }
  const { id } = await client.post<{ id: number }>(path, body)
  const cold = assets.flatMap((asset, index) => (asset.kind === 'cold' ? [index] : []))
  const found = cold.slice(missingCount)
  await scan(
    client,
    id,
    locationIds.get('COLD-STORE'),
    found.map((index) => assets[index] as DemoAsset),
  )
  for (const index of cold.slice(0, excusedCount))
    await client.post(`${path}/${id}/lines/${assetIds[index]}/excuse`, {
      note: 'At the customer until Friday',
    })
  // Without places: the assets of the silent reader stay as long unread as they are.
  await client.post(`${path}/${id}/close`, { write_places: false, start_searches: true, keep_unknown: true })
}

async function addOpen({ client, locationIds, assets }: Stocktakes): Promise<void> {
  const body = { name: 'Whole warehouse', location_id: locationIds.get(hall.key), uses_readers: true }
  const { id } = await client.post<{ id: number }>(path, body)
  const at = (key: string) => assets.filter(({ location }) => location === key)
  const aisle = locationIds.get('AISLE-A')
  await scan(client, id, aisle, [...at('AISLE-A'), ...at('AISLE-B').slice(0, elsewhereCount)])
  await client.post(`${path}/${id}/places/${aisle}/finish`, {})
}

const scan = (
  client: ServiceClient,
  id: number,
  locationId: number | undefined,
  assets: readonly DemoAsset[],
): Promise<unknown> => {
  const observedAt = new Date().toISOString()
  const reads = assets.map(({ tag: { value } }) => ({ value, observed_at: observedAt }))
  return client.post(`${path}/${id}/scans`, { location_id: locationId, reads })
}
