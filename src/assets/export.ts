import { byteOrderMark, csvLine, joinValues } from '../csv'
import type { AssetRow, PlaceRow, Store, TagRow } from '../storage/store'
import { type Clock, toWire, wireOf, wireOrNull } from '../time'
import { type AssetQuery, filterOf, orderOf } from './service'

/** Assets as a file: what an import takes, and after it where each asset is, for people. */

export type AssetExportService = ReturnType<typeof createAssetExportService>

export interface AssetFile {
  readonly name: string
  /** How many assets there are; those that are deleted meanwhile are left out. */
  readonly count: number
  /** The file, part by part. */
  readonly parts: AsyncGenerator<string>
}

/** As many as a page of the list may have. */
const assetsOfPart = 200

export function createAssetExportService(store: Store, now: Clock) {
  /**
   * The set and its order are those of one instant; of it the ids alone are held. The rows are read when they are sent:
   * a client that is slow neither fills the memory nor keeps an old state of the database alive.
   */
  return async (organizationId: number, query: AssetQuery): Promise<AssetFile> => {
    const at = now()
    const ids = await store.read.assets.listIds(organizationId, filterOf(query), at, orderOf(query))
    return {
      name: `assets-${at.slice(0, 10)}.csv`,
      count: ids.length,
      parts: partsOf(store, ids, query.includeDeleted),
    }
  }
}

async function* partsOf(store: Store, ids: readonly number[], withDeleted: boolean): AsyncGenerator<string> {
  const columns = withDeleted ? [...columnsOfAll, deletedAt] : columnsOfAll
  yield byteOrderMark + csvLine(columns.map(({ name }) => name))
  for (let from = 0; from < ids.length; from += assetsOfPart) {
    const assets = await readAssets(store, ids.slice(from, from + assetsOfPart))
    yield assets
      .filter(({ row }) => withDeleted || row.deletedAt === null)
      .map((asset) => csvLine(columns.map(({ cell }) => cell(asset) ?? '')))
      .join('')
  }
}

interface ExportedAsset {
  readonly row: AssetRow
  readonly tags: readonly TagRow[]
  /** Absent for an asset that was never scanned. */
  readonly place: PlaceRow | undefined
}

async function readAssets({ read }: Store, ids: readonly number[]): Promise<ExportedAsset[]> {
  const rows = new Map((await read.assets.ofIds(ids)).map((row) => [row.id, row]))
  const tags = Map.groupBy(await read.tags.ofAssets(ids), ({ assetId }) => assetId)
  const places = new Map((await read.tracking.placesOf(ids)).map((place) => [place.assetId, place]))
  return ids
    .map((id) => rows.get(id))
    .filter((row) => row !== undefined)
    .map((row) => ({ row, tags: tags.get(row.id) ?? [], place: places.get(row.id) }))
}

interface Column {
  readonly name: string
  readonly cell: (asset: ExportedAsset) => string | null | undefined
}

const tagColumn = (type: string): Column => ({
  name: `tags_${type}`,
  cell: ({ tags }) => joinValues(tags.filter(({ tagType }) => tagType === type).map(({ value }) => value)),
})

const columnsOfAll: readonly Column[] = [
  { name: 'external_key', cell: ({ row }) => row.externalKey },
  { name: 'name', cell: ({ row }) => row.name },
  { name: 'description', cell: ({ row }) => row.description },
  { name: 'is_active', cell: ({ row }) => String(row.isActive) },
  { name: 'valid_from', cell: ({ row }) => toWire(row.validFrom) },
  { name: 'valid_to', cell: ({ row }) => wireOrNull(row.validTo) },
  tagColumn('rfid'),
  tagColumn('ble'),
  tagColumn('barcode'),
  { name: 'metadata', cell: ({ row }) => (row.metadata === '{}' ? '' : row.metadata) },
  { name: 'location_external_key', cell: ({ place }) => place?.locationExternalKey },
  { name: 'location_name', cell: ({ place }) => place?.locationName },
  { name: 'last_seen', cell: ({ place }) => place && wireOf(place.lastSeenAt) },
]

/** Only where it may have a value. */
const deletedAt: Column = { name: 'deleted_at', cell: ({ row }) => wireOrNull(row.deletedAt) }
