import type { Schemas } from '../api/client'
import { assetNames, locationNames } from '../api/names'
import type { ListPage, ListQuery } from '../parts/use-list'

/** A row of the report, with the names that it lacks. */
export type ReportRow = Schemas['AssetLocationItem'] & {
  readonly assetName: string
  readonly locationName: string | null
}

/** For a place that is not there. */
export const nothing = ({ limit, offset }: ListQuery): ListPage<ReportRow> => ({
  data: [],
  limit,
  offset,
  total_count: 0,
})

export async function withNames(
  report: ListPage<Schemas['AssetLocationItem']>,
): Promise<ListPage<ReportRow>> {
  const [assets, locations] = await Promise.all([
    assetNames(report.data.map((row) => row.asset_external_key)),
    locationNames(report.data.map((row) => row.location_external_key)),
  ])
  const data = report.data.map((row) => ({
    ...row,
    assetName: assets.get(row.asset_external_key) ?? row.asset_external_key,
    locationName:
      row.location_external_key && (locations.get(row.location_external_key) ?? row.location_external_key),
  }))
  return { ...report, data }
}
