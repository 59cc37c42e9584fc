import { useQuery } from '@tanstack/react-query'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { serviceNow } from '../api/service-clock'
import type { Metric } from './metric-texts'

export type Telemetry = Schemas['AssetTelemetry']
export type Hour = Schemas['TelemetryHour']

/** Maximum number of rows of a page. */
const rowsMax = 200
const pollMs = 30_000
export const hourMs = 3_600_000

const keyOf = (assetId: number) => ['telemetry', assetId] as const

/** Fetches the last value of each metric of an asset, again and again. */
export const useTelemetry = (assetId: number) =>
  useQuery({
    queryKey: [...keyOf(assetId), 'last'],
    queryFn: async () => {
      const params = { path: { asset_id: assetId } }
      return (await dataOf(api.GET('/internal/v1/assets/{asset_id}/telemetry', { params }))).data
    },
    refetchInterval: pollMs,
  })

/** Fetches the last hours of a metric, oldest first. The hour that has not ended is one of them. */
export const useHours = (assetId: number, metric: Metric, hours: number) =>
  useQuery({
    queryKey: [...keyOf(assetId), metric, hours],
    queryFn: () => fetchHours(assetId, metric, hours),
    refetchInterval: pollMs,
  })

async function fetchHours(assetId: number, metric: Metric, hours: number): Promise<Hour[]> {
  const from = new Date((Math.floor(serviceNow() / hourMs) - hours + 1) * hourMs).toISOString()
  const rows: Hour[] = []
  for (;;) {
    const query = { metric, from, limit: rowsMax, offset: rows.length }
    const params = { path: { asset_id: assetId }, query }
    const page = await dataOf(api.GET('/api/v1/assets/{asset_id}/telemetry', { params }))
    rows.push(...page.data)
    if (page.data.length < rowsMax) return rows.toReversed()
  }
}

/** Stores the key of a tag, or deletes it. */
export async function setTagKey(assetId: number, tagId: number, key: string | null): Promise<void> {
  const params = { path: { asset_id: assetId, tag_id: tagId } }
  await dataOf(api.PATCH('/internal/v1/assets/{asset_id}/tags/{tag_id}/key', { params, body: { key } }))
  await queryClient.invalidateQueries({ queryKey: keyOf(assetId) })
}
