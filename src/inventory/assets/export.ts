import { joinValues } from '../../base/csv'
import { type Json, type JsonObject, parseJsonText } from '../../base/json'
import type {
  AssetFieldRow,
  AssetLocationRow,
  AttachedTag,
  ListedAsset,
  Store,
} from '../../storage/core/store'
import { type Clock, toWire, wireOf, wireOrNull } from '../../base/time'
import type { Cell } from '../../base/xlsx'
import type { Table } from '../../base/table'

/**
 * Exports assets: the columns that an import reads, then the location of each asset (docs/internal-api.md,
 * Export).
 */

export type AssetExportService = ReturnType<typeof createAssetExportService>

/** The maximum of a page of the asset list. */
const assetsPerPart = 200

export function createAssetExportService(store: Store, now: Clock) {
  /**
   * Returns the table of these assets, which must belong to the organization, in their order. Only their ids are held in
   * memory. Each part reads its rows when the client reads it, so a slow client neither fills the memory nor holds a
   * database snapshot open.
   */
  return async (organizationId: number, ids: readonly number[]): Promise<Table> => {
    const columns = columnsOf(await store.read.assetFields.list(organizationId))
    return {
      name: `assets-${now().slice(0, 10)}`,
      count: ids.length,
      columns: columns.map(({ name }) => name),
      rows: rowsOf(store, ids, columns),
    }
  }
}

/** The fields of the organization come after the columns that every file has. */
const columnsOf = (fields: readonly AssetFieldRow[]): readonly Column[] => [
  ...baseColumns,
  ...fields.map(({ key }): Column => ({
    name: `metadata.${key}`,
    cell: ({ metadata }) => cellOf(metadata[key]),
  })),
]

/** Returns a text as it is, and any other value as JSON. */
const cellOf = (value: Json | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** Assets that are deleted during the export are left out. */
async function* rowsOf(
  store: Store,
  ids: readonly number[],
  columns: readonly Column[],
): AsyncGenerator<Cell[][]> {
  for (let from = 0; from < ids.length; from += assetsPerPart) {
    const assets = await readAssets(store, ids.slice(from, from + assetsPerPart))
    yield assets
      .filter(({ row }) => row.deletedAt === null)
      .map((asset) => columns.map(({ cell }) => cell(asset) ?? null))
  }
}

interface ExportedAsset {
  readonly row: ListedAsset
  readonly metadata: JsonObject
  readonly tags: readonly AttachedTag[]
  /** Undefined for an asset that was never scanned. */
  readonly location: AssetLocationRow | undefined
  /** The names from the top level down to the location. */
  readonly path: readonly string[] | undefined
}

async function readAssets({ read }: Store, ids: readonly number[]): Promise<ExportedAsset[]> {
  const rows = new Map((await read.assets.ofIds(ids)).map((row) => [row.id, row]))
  const tags = Map.groupBy(await read.tags.attachedTo(ids), ({ assetId }) => assetId)
  const locations = new Map((await read.tracking.locationsOf(ids)).map((row) => [row.assetId, row]))
  const paths = await read.tree.paths([...locations.values()].map(({ locationId }) => locationId))
  return ids
    .map((id) => rows.get(id))
    .filter((row) => row !== undefined)
    .map((row) => {
      const location = locations.get(row.id)
      const path = paths.get(location?.locationId ?? 0)
      const metadata = parseJsonText(row.metadata) as JsonObject
      return { row, metadata, tags: tags.get(row.id) ?? [], location, path }
    })
}

interface Column {
  readonly name: string
  readonly cell: (asset: ExportedAsset) => string | null | undefined
}

const tagColumn = (type: string): Column => ({
  name: `tags_${type}`,
  cell: ({ tags }) => joinValues(tags.filter(({ tagType }) => tagType === type).map(({ value }) => value)),
})

const baseColumns: readonly Column[] = [
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
  { name: 'location_external_key', cell: ({ location }) => location?.locationExternalKey },
  { name: 'location_name', cell: ({ location }) => location?.locationName },
  { name: 'location_path', cell: ({ path }) => path?.join(' › ') },
  { name: 'last_seen', cell: ({ location }) => location && wireOf(location.lastSeenAt) },
]
