import { byteOrderMark, csvLine, joinValues } from '../../base/csv'
import { type Json, type JsonObject, parseJsonText } from '../../base/json'
import type {
  AssetFieldRow,
  AssetLocationRow,
  AttachedTag,
  ListedAsset,
  Store,
} from '../../storage/core/store'
import { type Clock, type Instant, toWire, wireOf, wireOrNull } from '../../base/time'
import { type AssetQuery, filterOf, orderOf } from './service'

/**
 * Exports assets as CSV: the columns that an import reads, then the location of each asset (docs/internal-api.md,
 * Export).
 */

export type AssetExportService = ReturnType<typeof createAssetExportService>

interface AssetFile {
  readonly name: string
  /** Number of assets when the export began. Assets that are deleted during the export are left out of `parts`. */
  readonly count: number
  /** The content of the file, in parts. */
  readonly parts: AsyncGenerator<string>
}

/** The maximum of a page of the asset list. */
const assetsPerPart = 200

export function createAssetExportService(store: Store, now: Clock) {
  async function fileOf(
    organizationId: number,
    ids: readonly number[],
    at: Instant,
    withDeleted: boolean,
  ): Promise<AssetFile> {
    const fields = await store.read.assetFields.list(organizationId)
    return {
      name: `assets-${at.slice(0, 10)}.csv`,
      count: ids.length,
      parts: partsOf(store, ids, columnsOf(fields, withDeleted)),
    }
  }

  /**
   * A file has the assets of one instant, in their order at that instant. Only their ids are held in memory. Each part
   * reads its rows when the client reads it, so a slow client neither fills the memory nor holds a database snapshot
   * open.
   */
  return {
    async ofList(organizationId: number, query: AssetQuery): Promise<AssetFile> {
      const at = now()
      const ids = await store.read.assets.listIds(organizationId, filterOf(query), at, orderOf(query))
      return fileOf(organizationId, ids, at, query.includeDeleted !== false)
    },

    /** The ids must belong to the organization. */
    ofIds: (organizationId: number, ids: readonly number[]): Promise<AssetFile> =>
      fileOf(organizationId, ids, now(), false),
  }
}

/** The fields of the organization come after the columns that every file has. */
const columnsOf = (fields: readonly AssetFieldRow[], withDeleted: boolean): readonly Column[] => [
  ...baseColumns,
  ...(withDeleted ? [deletedAtColumn] : []),
  ...fields.map(({ key }): Column => ({
    name: `metadata.${key}`,
    cell: ({ metadata }) => cellOf(metadata[key]),
  })),
]

/** Returns a text as it is, and any other value as JSON. */
const cellOf = (value: Json | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

async function* partsOf(
  store: Store,
  ids: readonly number[],
  columns: readonly Column[],
): AsyncGenerator<string> {
  const withDeleted = columns.includes(deletedAtColumn)
  yield byteOrderMark + csvLine(columns.map(({ name }) => name))
  for (let from = 0; from < ids.length; from += assetsPerPart) {
    const assets = await readAssets(store, ids.slice(from, from + assetsPerPart))
    yield assets
      .filter(({ row }) => withDeleted || row.deletedAt === null)
      .map((asset) => csvLine(columns.map(({ cell }) => cell(asset) ?? '')))
      .join('')
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

/** Added when the export includes deleted assets. */
const deletedAtColumn: Column = { name: 'deleted_at', cell: ({ row }) => wireOrNull(row.deletedAt) }
