import { toStartError } from '../postgres/errors'
import { requireAlone } from '../postgres/locks'
import { ofCopy } from '../postgres/parameters'
import { requireOwnConnection } from '../postgres/pooling'
import { openSession, type Session } from '../postgres/session'
import { fieldOf } from './lines'
import type { Key, Side } from './side'
import { listOf, quoted, type Table } from './tables'

/** Opens a connection of which no other instance uses the database. @throws StartError */
export async function openAlone(url: string): Promise<Session> {
  const session = await openSession(url, { connection: ofCopy }).catch((error: unknown) => {
    throw toUrlError(error)
  })
  try {
    await requireOwnConnection(session, url)
    await requireAlone(
      session.sql,
      'An instance of Whereabouts, or another command, uses the database. Stop it first.',
    )
    return session
  } catch (error) {
    await session.close()
    throw toUrlError(error)
  }
}

/** Converts an error of the database to a sentence without the URL, which may contain a password. */
export const toUrlError = (error: unknown): unknown => toStartError(error, 'the URL')

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

const keyOf = ({ key }: Table, direction: '' | ' desc' = ''): string =>
  key.map(({ name }) => `${quoted(name)}${direction}`).join(', ')

/** Number of rows that a query returns. The parts of images are large. */
const rowsOf = ({ columns }: Table): number => (columns.some(({ type }) => type === 'BLOB') ? 50 : 5_000)

type RawRow = readonly (Buffer | null)[]

/** Returns fields as the texts that PostgreSQL sends. */
const textsOf = (row: RawRow): (string | null)[] => row.map((field) => field && field.toString())

const rawRows = (session: Session, query: string): Promise<RawRow[]> =>
  session.guard(session.sql.unsafe(query).raw()) as Promise<unknown> as Promise<RawRow[]>

async function* linesOf(session: Session, table: Table, after: Key | undefined) {
  const places = table.key.map((column) => table.columns.indexOf(column))
  for (let last = after; ;) {
    const beginning = last === undefined ? '' : `where (${keyOf(table)}) > (${last.map(literal).join(', ')})`
    const rows = await rawRows(
      session,
      `select ${listOf(table.columns)} from ${quoted(table.name)} ${beginning} order by ${keyOf(table)} limit ${rowsOf(table)}`,
    )
    const texts = rows.map(textsOf)
    if (texts.length > 0) yield texts.map((fields) => `${fields.map(fieldOf).join('\t')}\n`)
    if (texts.length < rowsOf(table)) return
    last = places.map((place) => texts.at(-1)?.[place] as string)
  }
}

/** Reads the rows of a database of PostgreSQL. */
export const postgresRows = (session: Session): Omit<Side, 'close'> => ({
  async count({ name }) {
    const [found] = await session.sql.unsafe<{ count: number }[]>(`select count(*) from ${quoted(name)}`)
    return found?.count ?? 0
  },
  async *slices(table, after) {
    for await (const lines of linesOf(session, table, after))
      yield { lines: Buffer.from(lines.join('')), rows: lines.length }
  },
})

/** Returns the key of the last row; undefined when the table is empty. */
export async function lastKeyOf(session: Session, table: Table): Promise<Key | undefined> {
  const query = `select ${listOf(table.key)} from ${quoted(table.name)} order by ${keyOf(table, ' desc')} limit 1`
  const [row] = await rawRows(session, query)
  return row && (textsOf(row) as string[])
}
