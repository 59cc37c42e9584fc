import { StartError } from '../../base/errors'
import { toUrlError } from './postgres-rows'
import type { Slice } from './lines'
import type { LastIds, Side, Source, Target } from './side'
import { choosesIds, type Table } from './tables'

/** The rows of a table and the SHA-256 of their lines, as hexadecimal digits. */
export interface Content {
  readonly table: string
  readonly rows: number
  readonly digest: string
}

export interface Progress {
  /** Called when a table begins. */
  readonly onTable: (step: 'copying' | 'comparing', table: string) => void
  /** Called after each slice that was copied or compared. */
  readonly onRows: (rows: number) => void
}

function createContent(table: Table) {
  const hasher = new Bun.CryptoHasher('sha256')
  let rows = 0
  return {
    add(slice: Slice): void {
      hasher.update(slice.lines)
      rows += slice.rows
    },
    end: (): Content => ({ table: table.name, rows, digest: hasher.digest('hex') }),
  }
}

async function contentOf(side: Side, table: Table): Promise<Content> {
  const content = createContent(table)
  for await (const slice of side.slices(table)) content.add(slice)
  return content.end()
}

/**
 * Copies the rows of a table that the target does not have. An interrupted copy has stored the first rows in the order of the
 * primary key. Returns the content of the source if all of it was read.
 */
async function copyTable(
  source: Source,
  target: Target,
  table: Table,
  { onRows }: Progress,
): Promise<Content | undefined> {
  const after = await target.lastKey(table)
  const content = createContent(table)
  if (after !== undefined) onRows(await target.count(table))
  for await (const slice of source.slices(table, after)) {
    await target.append(table, slice)
    content.add(slice)
    onRows(slice.rows)
  }
  return after === undefined ? content.end() : undefined
}

/**
 * Copies all rows, compares both databases, and completes the target. Returns the content of each table.
 *
 * @throws StartError when the databases differ after the copy
 */
export async function copyRows(
  source: Source,
  target: Target,
  tables: readonly Table[],
  progress: Progress,
): Promise<Content[]> {
  const contents: Content[] = []
  const read = new Map<Table, Content | undefined>()
  for (const table of tables) {
    progress.onTable('copying', table.name)
    read.set(table, await copyTable(source, target, table, progress))
  }
  for (const table of tables) {
    progress.onTable('comparing', table.name)
    const expected = read.get(table) ?? (await contentOf(source, table))
    const found = await contentOf(target, table)
    if (found.rows !== expected.rows || found.digest !== expected.digest)
      throw new StartError(
        `The table ${table.name} differs: ${expected.rows} rows in the source, ${found.rows} in the copy. The source has changed since the copy began. Remove the target, then copy again.`,
      )
    progress.onRows(found.rows)
    contents.push(found)
  }
  await target.finish(await lastIdsOf(source, tables))
  return contents
}

async function lastIdsOf(source: Source, tables: readonly Table[]): Promise<LastIds> {
  const lastIds = new Map<Table, string>()
  for (const table of tables.filter(choosesIds)) {
    const lastId = await source.lastId(table)
    if (lastId !== undefined) lastIds.set(table, lastId)
  }
  return lastIds
}

/** Converts an error of either database during the copy to a sentence. */
export function toCopyError(error: unknown): unknown {
  const { code, message } = error as { code?: string; message: string }
  return code?.startsWith('SQLITE_')
    ? new StartError(
        `The database in the data directory failed: ${message}. Run the same command to continue.`,
      )
    : toUrlError(error)
}
