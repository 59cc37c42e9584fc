import { api, dataOf, queryClient } from '../api/client'
import type { ListPage, ListQuery } from '../ui/lists/use-list'
import type { ReportRow } from './report-rows'

/** A row of the report, or an asset that no reader has seen, which the report does not contain. */
export type WhereRow = ReportRow | UnseenAsset

interface UnseenAsset extends Omit<ReportRow, 'asset_last_seen'> {
  readonly asset_last_seen: null
}

/** Matches beyond these are not looked up, so a search needs two more requests however many assets match. */
const lookedUpMax = 200
const cachedMs = 10_000

/** Returns the assets that match a search and have never been seen, the newest first. */
const unseenAssets = (q: string): Promise<readonly UnseenAsset[]> =>
  queryClient.fetchQuery({
    queryKey: ['report', 'unseen', q],
    queryFn: () => fetchUnseen(q),
    staleTime: cachedMs,
  })

async function fetchUnseen(q: string): Promise<readonly UnseenAsset[]> {
  const query = { q, limit: lookedUpMax, sort: '-created_at' }
  const { data: assets } = await dataOf(api.GET('/api/v1/assets', { params: { query } }))
  if (assets.length === 0) return []
  const asset_id = assets.map(({ id }) => id)
  const params = { query: { asset_id, limit: lookedUpMax } }
  const report = await dataOf(api.GET('/api/v1/reports/asset-locations', { params }))
  const seen = new Set(report.data.map((row) => row.asset_id))
  return assets
    .filter(({ id }) => !seen.has(id))
    .map(({ id, external_key: key, name }) => ({
      asset_id: id,
      asset_external_key: key,
      assetName: name,
      location_id: null,
      location_external_key: null,
      locationName: null,
      asset_deleted_at: null,
      asset_last_seen: null,
    }))
}

/** Adds the assets that match the search and have never been seen after the rows of the report. */
export async function withUnseen<P extends ListPage<ReportRow>>(
  report: P,
  { q, limit, offset }: ListQuery,
): Promise<Omit<P, 'data'> & ListPage<WhereRow>> {
  const unseen = q === undefined ? [] : await unseenAssets(q)
  const from = Math.max(0, offset - report.total_count)
  const shown = unseen.slice(from, Math.max(0, offset + limit - report.total_count))
  return {
    ...report,
    data: [...report.data, ...shown],
    total_count: report.total_count + unseen.length,
  }
}
