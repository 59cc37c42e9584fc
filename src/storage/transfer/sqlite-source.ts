import { constants, Database } from 'bun:sqlite'
import { migrations } from '../../../migrations'
import { StartError } from '../../base/errors'
import { databaseIn } from '../sqlite/data-directory'
import { findMiscount } from '../sqlite/kept-count-check'
import { lockDirectory } from '../sqlite/system/lock'
import { needsLog, requireLog, requireOwnLog } from '../sqlite/mark'
import { requireKnown, requireOurs } from '../sqlite/migrate'
import type { Source } from './side'
import { sqliteRows } from './sqlite-rows'
import { quoted, type Table } from './tables'

/** Opens the database of a data directory, which a copy only reads. @throws StartError */
export function openSqliteSource(directory: string): Source {
  const path = databaseIn(directory)
  const lock = lockDirectory(directory)
  let db: Database | undefined
  try {
    requireLog(path, requireOwnLog(path))
    db = new Database(path, { readonly: true, strict: true })
    // After a kill, this is the only connection, and closing it would remove the log that the next start needs.
    if (needsLog(db)) db.fileControl(constants.SQLITE_FCNTL_PERSIST_WAL, 1)
    requireOurs(db)
    if (requireKnown(db, migrations).length < migrations.length)
      throw new StartError(
        'The database has an earlier version. Start the service of this version once, then try again.',
      )
    const miscount = findMiscount(db)
    if (miscount !== undefined)
      throw new StartError(
        `In the database, ${miscount}. Start the service once, which counts again, then try again.`,
      )
    const source = db
    const found = source.query<{ id: string }, []>('select id from installation').get()
    return {
      ...sqliteRows(source),
      installation: found?.id ?? '',
      async lastId({ name }) {
        const [row] = source
          .query('select cast(seq as text) from sqlite_sequence where name = ?')
          .values(name)
        return row?.[0] as string | undefined
      },
      requireStorable: (table) => requireNoZero(source, table),
      async close() {
        source.close()
        lock.close()
      },
    }
  } catch (error) {
    db?.close()
    lock.close()
    throw toStartError(error, path)
  }
}

const toStartError = (error: unknown, path: string): unknown =>
  (error as { code?: string }).code?.startsWith('SQLITE_')
    ? new StartError(`The database ${path} cannot be read: ${(error as Error).message}.`)
    : error

/** PostgreSQL stores no text with the character U+0000. */
function requireNoZero(db: Database, { name, columns, key }: Table): void {
  const texts = columns.filter(({ type }) => type === 'TEXT')
  if (texts.length === 0) return
  const conditions = texts.map((column) => `instr(cast(${quoted(column.name)} as blob), x'00') > 0`)
  const found = db
    .query(
      `select ${key.map((column) => `cast(${quoted(column.name)} as text)`).join(', ')} from ${quoted(name)}
      where ${conditions.join(' or ')} limit 1`,
    )
    .values()[0]
  if (found === undefined) return
  const id = JSON.stringify(found.length === 1 ? found[0] : found)
  throw new StartError(
    `A text in the table ${name} (${key.map((column) => column.name).join(', ')} ${id}) contains the character U+0000, which PostgreSQL cannot store. Remove it in Whereabouts, then try again. Nothing was copied.`,
  )
}
