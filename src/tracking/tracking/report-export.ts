import type { Cell } from '../../base/xlsx'
import type { Instant } from '../../base/time'
import type { Store } from '../../storage/core/store'
import type { AssetLocationItem } from './schema'
import type { TrackingService } from './service'

/** Whole reports as tables (docs/internal-api.md, Report exports). */

/** Number of assets whose rows are read at once. */
const assetsAtOnce = 500

export const reportColumns = [
  'asset_id',
  'asset_external_key',
  'location_id',
  'location_external_key',
  'asset_deleted_at',
  'asset_last_seen',
] as const satisfies readonly (keyof AssetLocationItem)[]

interface PresentFilter {
  readonly locationIds: readonly number[]
  readonly locationExternalKeys: readonly string[]
  readonly assetIds: readonly number[]
  readonly assetExternalKeys: readonly string[]
  readonly includeDeleted: boolean
  readonly search: string | undefined
}

interface PastFilter extends Pick<PresentFilter, 'locationIds' | 'assetIds' | 'search'> {
  readonly at: Instant
}

type RowsOf = (assetIds: readonly number[]) => Promise<{ readonly rows: readonly AssetLocationItem[] }>

export type ReportExportService = ReturnType<typeof createReportExportService>

/** Returns the parts of a file in order of the ids of assets. Each part reads its rows when the client reads it. */
export function createReportExportService({ read }: Pick<Store, 'read'>, tracking: TrackingService) {
  async function* partsOf(
    organizationId: number,
    wanted: readonly number[],
    rowsOf: RowsOf,
  ): AsyncGenerator<Cell[][]> {
    const sorted = wanted.toSorted((one, other) => one - other)
    for (let after = 0; ;) {
      const ids =
        sorted.length > 0
          ? sorted.filter((id) => id > after).slice(0, assetsAtOnce)
          : await read.assets.idsAfter(organizationId, after, assetsAtOnce)
      const last = ids.at(-1)
      if (last === undefined) return
      yield (await rowsOf(ids)).rows.map((row) => reportColumns.map((column) => row[column]))
      after = last
    }
  }

  return {
    /** The report of the present. */
    present: (organizationId: number, filter: PresentFilter): AsyncGenerator<Cell[][]> =>
      partsOf(organizationId, filter.assetIds, (assetIds) =>
        tracking.report(organizationId, { ...filter, assetIds, sort: byKey, page: whole }),
      ),
    /** The report at an instant. */
    past: (organizationId: number, filter: PastFilter): AsyncGenerator<Cell[][]> =>
      partsOf(organizationId, filter.assetIds, (assetIds) =>
        tracking.whereabouts(organizationId, { ...filter, assetIds, sort: byKey, page: whole }),
      ),
  }
}

const byKey = [{ field: 'asset_external_key', descending: false }] as const
const whole = { limit: assetsAtOnce, offset: 0 }
