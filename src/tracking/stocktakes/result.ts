import { createHash } from 'node:crypto'
import { wireOf } from '../../base/time'
import type { Reads, StocktakeCountRow, StocktakeLineRow, StocktakeRow } from '../../storage/core/store'

/** The file of a result. Its bytes are what `result_sha256` is computed of (docs/internal-api.md, Stocktakes). */

/** Number of rows that are read at once, so that requests wait only shortly. */
const rowsAtOnce = 1_000

const columns = [
  'asset_id',
  'asset_external_key',
  'verdict',
  'expected_location_id',
  'found_location_id',
  'counted_at',
  'counted_by',
  'source',
  'note',
  'tag_type',
  'tag_value',
]

type Cell = string | number | null

const needsQuotes = /[",\r\n]/

/** Returns a record by RFC 4180 with LF. Formulas stay as they are, because the bytes are what is hashed. */
const recordOf = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\n`

function cellOf(cell: Cell): string {
  const text = cell === null ? '' : String(cell)
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const lineRecord = (line: StocktakeLineRow): string =>
  recordOf([
    line.assetId,
    line.assetKey,
    line.verdict,
    line.expectedLocationId,
    line.foundLocationId,
    line.countedAt === null ? null : wireOf(line.countedAt),
    line.countedName,
    line.source,
    line.note,
    null,
    null,
  ])

/** An unknown tag has one record, although it may have been counted at several locations. */
const tagRecord = ({ tagType, tagValue }: StocktakeCountRow): string =>
  recordOf([null, null, 'unknown', null, null, null, null, null, null, tagType, tagValue])

/** How the rows of a result are read. */
interface ResultRows {
  lines(kind: 'expected' | 'extra', after: number, limit: number): Promise<StocktakeLineRow[]>
  tags(slice: { readonly limit: number; readonly offset: number }): Promise<StocktakeCountRow[]>
}

/** Returns the file in parts: expected lines by asset id, then extra ones, then unknown tags by type and value. */
export async function* resultParts(rows: ResultRows): AsyncGenerator<string> {
  yield recordOf(columns)
  for (const kind of ['expected', 'extra'] as const)
    for (let after = 0; ;) {
      const lines = await rows.lines(kind, after, rowsAtOnce)
      if (lines.length > 0) yield lines.map(lineRecord).join('')
      if (lines.length < rowsAtOnce) break
      after = lines.at(-1)?.assetId ?? after
    }
  yield* tagParts(rows)
}

async function* tagParts(rows: ResultRows): AsyncGenerator<string> {
  const tags = new Map<string, StocktakeCountRow>()
  for (let offset = 0; ; offset += rowsAtOnce) {
    const part = await rows.tags({ limit: rowsAtOnce, offset })
    for (const row of part) {
      const name = `${row.tagType}\0${row.tagKey}`
      const known = tags.get(name)
      if (
        !known ||
        row.firstAt < known.firstAt ||
        (row.firstAt === known.firstAt && row.tagValue < known.tagValue)
      )
        tags.set(name, row)
    }
    if (part.length < rowsAtOnce) break
  }
  const sorted = [...tags.values()].toSorted(
    (one, other) => compare(one.tagType, other.tagType) || compare(one.tagValue, other.tagValue),
  )
  for (let from = 0; from < sorted.length; from += rowsAtOnce)
    yield sorted
      .slice(from, from + rowsAtOnce)
      .map(tagRecord)
      .join('')
}

/** By their bytes. */
const compare = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other))

export async function hashOf(parts: AsyncIterable<string>): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of parts) hash.update(part)
  return hash.digest('hex')
}

export const resultName = ({ id }: StocktakeRow): string => `stocktake-${id}.csv`

export const resultRows = (
  { stocktakeLines, stocktakeCounts }: Pick<Reads, 'stocktakeLines' | 'stocktakeCounts'>,
  id: number,
): ResultRows => ({
  lines: (kind, after, limit) => stocktakeLines.part(id, kind, after, limit),
  tags: (slice) => stocktakeCounts.unknown(id, slice),
})

/** Returns the expected assets with their tags, as NDJSON in parts. */
export async function* expectedParts(
  { stocktakeLines, tags }: Pick<Reads, 'stocktakeLines' | 'tags'>,
  id: number,
): AsyncGenerator<string> {
  for (let after = 0; ;) {
    const lines = await stocktakeLines.part(id, 'expected', after, rowsAtOnce)
    const attached = await tags.attachedTo(lines.map(({ assetId }) => assetId))
    const tagsOf = Map.groupBy(attached, ({ assetId }) => assetId)
    const text = lines.map((line) => {
      const ofAsset = tagsOf.get(line.assetId) ?? []
      return `${JSON.stringify({
        asset_id: line.assetId,
        external_key: line.assetKey,
        name: line.assetName,
        location_id: line.expectedLocationId,
        tags: ofAsset.map(({ tagType, value }) => ({ tag_type: tagType, value })),
        counted: line.countedAt === null ? null : countedOf(line),
      })}\n`
    })
    if (text.length > 0) yield text.join('')
    if (lines.length < rowsAtOnce) return
    after = lines.at(-1)?.assetId ?? after
  }
}

/** Where and by whom an asset was counted, so that a phone without a network can say it. */
const countedOf = ({ foundLocationId, countedAt, countedName }: StocktakeLineRow) => ({
  location_id: foundLocationId,
  at: wireOf(countedAt as number),
  by: countedName,
})
