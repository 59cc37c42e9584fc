import { api, dataOf } from '../api/client'
import { ApiError } from '../api/errors'
import { newId } from '../api/new-id'
import { serverText } from '../languages/server-texts'
import type { Plan, PlannedRow, RowResult } from './plan'
import { type Patience, patiently, refusalOf } from './send-part'

/** Places the imported assets at the locations of their rows, with scans: only a scan places an asset. */

/** Scans of one location. It has an id, so that the service stores it once however often it is sent. */
export interface Placement {
  readonly submissionId: string
  readonly locationId: number
  readonly assetIds: readonly number[]
}

/** What became of a placement: the number of assets that were placed, and why others were not, by id. */
interface Placed {
  readonly accepted: number
  readonly reasons: ReadonlyMap<number, string>
}

type Results = ReadonlyMap<number, RowResult>

const readsMax = 500
/** Number of assets whose locations one request reads. */
const readMax = 100

/** Returns the scans that the rows need: of the assets that are not at their location yet. */
export async function placementsOf(
  rows: readonly PlannedRow[],
  results: Results,
  patience: Patience,
): Promise<Placement[]> {
  const wanted = new Map<number, number>()
  const existing: number[] = []
  for (const { line, place } of rows) {
    const { assetId = null, outcome } = results.get(line) ?? {}
    if (place === undefined || assetId === null || outcome === 'refused') continue
    wanted.set(assetId, place.id)
    if (outcome !== 'created') existing.push(assetId)
  }
  for (let from = 0; from < existing.length; from += readMax) {
    const part = existing.slice(from, from + readMax)
    for (const [assetId, locationId] of await patiently(() => locationsOf(part), patience))
      if (wanted.get(assetId) === locationId) wanted.delete(assetId)
  }
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

/**
 * Sends scans until the service responds. When somebody has deleted a location or an asset since the preview, the other assets are
 * placed.
 */
export async function sendPlacement(placement: Placement, patience: Patience): Promise<Placed> {
  const { assetIds } = placement
  try {
    const { accepted, rejected } = await patiently((signal) => submit(placement, signal), patience)
    const reasons = rejected.map(
      ({ index, message, text }) => [assetIds[index]!, serverText(message, text)] as const,
    )
    return { accepted, reasons: new Map(reasons) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error
    return { accepted: 0, reasons: new Map(assetIds.map((id) => [id, error.message])) }
  }
}

async function submit({ submissionId, locationId, assetIds }: Placement, signal: AbortSignal) {
  const body = {
    submission_id: submissionId,
    location_id: locationId,
    reads: assetIds.map((id) => ({ asset_id: id })),
  }
  const { data, error, response } = await api.POST('/internal/v1/scans', { body, signal })
  if (data) return data.data
  throw refusalOf(response, error)
}

/** Returns the results with the reasons why assets were not placed, at the cells of their locations. */
export function withUnplaced(results: Results, { reasons }: Placed, { mapping }: Plan): Results {
  if (reasons.size === 0) return results
  const column = mapping.indexOf('location')
  return new Map(
    [...results].map(([line, result]) => {
      const message = reasons.get(result.assetId ?? 0)
      return [line, message === undefined ? result : { ...result, problems: [{ column, message }] }]
    }),
  )
}

/** Whether the asset of a row was imported but not placed. */
export const isUnplaced = (result: RowResult | undefined): boolean =>
  result !== undefined && result.outcome !== 'refused' && result.problems.length > 0
