import { api, dataOf } from '../api/client'
import { newId } from '../api/new-id'
import type { PlannedRow, RowResult } from './plan'

/** Places the imported assets at the locations of their rows, with scans: only a scan places an asset. */

/** Scans of one location. It has an id, so that the service stores it once however often it is sent. */
export interface Placement {
  readonly submissionId: string
  readonly locationId: number
  readonly assetIds: readonly number[]
}

const readsMax = 500
/** Number of assets whose locations one request reads. */
const readMax = 100

/** Returns the scans that the rows need: of the assets that are not at their location yet. */
export async function placementsOf(
  rows: readonly PlannedRow[],
  results: ReadonlyMap<number, RowResult>,
): Promise<Placement[]> {
  const wanted = new Map<number, number>()
  const existing: number[] = []
  for (const { line, place } of rows) {
    const { assetId = null, outcome } = results.get(line) ?? {}
    if (place === undefined || assetId === null || outcome === 'refused') continue
    wanted.set(assetId, place.id)
    if (outcome !== 'created') existing.push(assetId)
  }
  for (let from = 0; from < existing.length; from += readMax)
    for (const [assetId, locationId] of await locationsOf(existing.slice(from, from + readMax)))
      if (wanted.get(assetId) === locationId) wanted.delete(assetId)
  const byLocation = Map.groupBy(wanted.keys(), (assetId) => wanted.get(assetId) as number)
  return [...byLocation].flatMap(([locationId, assetIds]) =>
    Array.from({ length: Math.ceil(assetIds.length / readsMax) }, (_, at) => ({
      submissionId: newId(),
      locationId,
      assetIds: assetIds.slice(at * readsMax, (at + 1) * readsMax),
    })),
  )
}

async function locationsOf(assetIds: number[]): Promise<(readonly [number, number | null])[]> {
  const query = { asset_id: assetIds, limit: readMax }
  const { data } = await dataOf(api.GET('/api/v1/reports/asset-locations', { params: { query } }))
  return data.map(({ asset_id: id, location_id: locationId }) => [id, locationId ?? null] as const)
}

/** Sends scans, and returns the number of assets that were placed. */
export async function sendPlacement({ submissionId, locationId, assetIds }: Placement): Promise<number> {
  const body = {
    submission_id: submissionId,
    location_id: locationId,
    reads: assetIds.map((id) => ({ asset_id: id })),
  }
  const { data } = await dataOf(api.POST('/internal/v1/scans', { body }))
  return data.accepted
}
