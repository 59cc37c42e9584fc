import { toPostgres } from './dialect'
import type { Parameter } from './session'

/**
 * Statements for many rows. A statement for each row costs more to send and to begin than to execute, so rows that may be written
 * together are sent as one JSON array (decision 0031).
 */
interface RowSet {
  /** Its only parameter is the array. The members of an object have the names of the columns. */
  readonly sql: string
  /** The column of each parameter of the statement for one row. */
  readonly columns: readonly string[]
  /** The columns that identify a row; undefined when each row is a new one. */
  readonly key: readonly string[] | undefined
}

const insertForm =
  /^insert into ("\w+") \(([^)]*)\) values \(([^)]*)\)(?: (on conflict do nothing|on conflict \(([^)]*)\) do update set (.*?)))?(?: returning "id")?$/
const updateForm = /^update ("\w+") set (.*) where \(?(.*?)\)?$/
const condition = /^(?:"\w+"\.)?("\w+") = \$\d+$/
const assignment = /^("\w+") = \$\d+$/
const fromExcluded = /^"\w+" = excluded\.\w+$/

/**
 * Returns the statement that does for many rows what this one does for one, in the dialect of SQLite. Returns undefined for
 * statements that are neither an insert nor an update of the rows with these keys.
 */
export function toRowSet(sql: string): RowSet | undefined {
  const { text } = toPostgres(sql)
  return insertOf(text) ?? updateOf(text)
}

function insertOf(text: string): RowSet | undefined {
  const [, table, names = '', values = '', onConflict = '', key, changes] = insertForm.exec(text) ?? []
  if (table === undefined) return undefined
  const all = names.split(', ')
  const given = values.split(', ')
  // The database chooses the other values.
  const stored = all.filter((_, index) => given[index] !== 'default')
  // A column without a parameter is null, as is a member that an object does not have.
  const columns = all.filter((_, index) => given[index]?.startsWith('$'))
  // Only the last one of several values of a row is stored, which is right if each replaces the one before.
  if (changes !== undefined && !changes.split(', ').every((change) => fromExcluded.test(change)))
    return undefined
  const list = stored.join(', ')
  return {
    sql: `insert into ${table} (${list}) select ${list} from ${rowsOf(table)} ${onConflict}`,
    columns: columns.map(unquoted),
    key: key?.split(', ').map(unquoted),
  }
}

function updateOf(text: string): RowSet | undefined {
  const [, table, changes = '', conditions = ''] = updateForm.exec(text) ?? []
  if (table === undefined) return undefined
  const columns = changes.split(', ').map((change) => assignment.exec(change)?.[1])
  const key = conditions.split(' and ').map((each) => condition.exec(each)?.[1])
  if (!columns.every(isName) || !key.every(isName)) return undefined
  const changed = columns.map((column) => `${column} = changed.${column}`).join(', ')
  const same = key.map((column) => `${table}.${column} = changed.${column}`).join(' and ')
  return {
    sql: `update ${table} set ${changed} from ${rowsOf(table)} as changed where ${same}`,
    columns: [...columns, ...key].map(unquoted),
    key: key.map(unquoted),
  }
}

const isName = (name: string | undefined): name is string => name !== undefined

const rowsOf = (table: string): string => `json_populate_recordset(null::${table}, $1)`

const unquoted = (name: string): string => name.slice(1, -1)

/** Rows of a set that have not been sent. */
export class Rows {
  readonly #set: RowSet
  #rows: (readonly Parameter[])[] = []

  constructor(set: RowSet) {
    this.#set = set
  }

  get size(): number {
    return this.#rows.length
  }

  add(values: readonly Parameter[]): void {
    this.#rows.push(values)
  }

  clear(): void {
    this.#rows = []
  }

  /** Removes the rows and returns them as JSON. Of several rows with one key, it returns the last. */
  take(): string {
    const { columns, key } = this.#set
    const objects = this.#rows.map((values) =>
      Object.fromEntries(columns.map((column, index) => [column, inJson(values[index] ?? null)])),
    )
    this.clear()
    if (!key) return JSON.stringify(objects)
    return JSON.stringify([
      ...new Map(objects.map((row) => [JSON.stringify(key.map((column) => row[column])), row])).values(),
    ])
  }
}

/** Returns a value as PostgreSQL reads it from JSON. */
function inJson(value: Parameter): string | number | null {
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  return typeof value === 'string' ? value.toWellFormed() : value
}
