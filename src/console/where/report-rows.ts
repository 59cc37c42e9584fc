import type { Schemas } from '../api/client'
import { assetNames, locationNames } from '../api/record-names'
import { type LocationScope, scopeOf } from '../locations/location-scope'
import type { ListPage, ListQuery } from '../ui/lists/use-list'

/** A row of the report with the names of the records, of which the report contains only the keys. */
export type ReportRow = Schemas['AssetLocationItem'] & {
  readonly assetName: string
  readonly locationName: string | null
}

interface Report extends ListPage<ReportRow> {
  /** The location by which the report is filtered. */
  readonly scope: LocationScope | undefined
}

type Items = ListPage<Schemas['AssetLocationItem']>

/** Returns the report of a location and its sub-locations, or of all locations when no key is given. */
export async function reportOf(
  location: string | undefined,
  { limit, offset }: ListQuery,
  fetchItems: (locationIds: number[]) => Promise<Items>,
): Promise<Report> {
  const scope = location === undefined ? undefined : await scopeOf(location)
  // A request without ids would return all locations.
  if (scope?.ids.length === 0) return { data: [], limit, offset, total_count: 0, scope }
  return { ...(await withNames(await fetchItems([...(scope?.ids ?? [])]))), scope }
}

async function withNames(report: Items): Promise<ListPage<ReportRow>> {
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
