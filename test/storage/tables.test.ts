import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { is, SQL } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/sqlite-core'
import { migrations } from '../../migrations'
import { tables } from '../../src/storage/sql/every-table'

/** Compares the tables of Drizzle with those that the migrations create. */

interface Column {
  readonly type: string
  readonly isNullable: boolean
  readonly default: string | null
  /** Undefined for columns that are not in the primary key. Drizzle describes only keys of one column. */
  readonly key: 'primary' | 'primary autoincrement' | undefined
}
type Columns = Readonly<Record<string, Column>>
type Schema = Readonly<Record<string, Columns>>

function schemaOfDrizzle(): Schema {
  return Object.fromEntries(
    tables.map((table) => {
      const { name, columns } = getTableConfig(table)
      const described = columns.map((column) => {
        const autoIncrement = (column as { autoIncrement?: boolean }).autoIncrement === true
        const key = autoIncrement ? 'primary autoincrement' : 'primary'
        return [
          column.name,
          {
            type: column.getSQLType(),
            isNullable: !column.notNull,
            default: literalOf(column.default),
            key: column.primary ? key : undefined,
          },
        ] as const
      })
      return [name, Object.fromEntries(described)]
    }),
  )
}

/** In the notation of SQLite. */
function literalOf(value: unknown): string | null {
  if (value === undefined) return null
  if (is(value, SQL)) throw new Error('This test compares literal defaults only.')
  // A flag is stored as 0 or 1.
  if (typeof value === 'boolean') return String(Number(value))
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : JSON.stringify(value)
}

interface TableInfo {
  readonly name: string
  readonly type: string
  readonly notnull: 0 | 1
  readonly dflt_value: string | null
  /** Its position in the primary key, from 1; else 0. */
  readonly pk: number
}

function schemaOf(db: Database): Schema {
  const found = db
    .query<{ name: string; sql: string }, []>(
      "select name, sql from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
    )
    .all()
  return Object.fromEntries(found.map(({ name, sql }) => [name, columnsOf(db, name, sql)]))
}

function columnsOf(db: Database, table: string, sql: string): Columns {
  const columns = db.query<TableInfo, [string]>('select * from pragma_table_info(?)').all(table)
  const isWhole = columns.filter(({ pk }) => pk > 0).length === 1
  const key = /\bautoincrement\b/i.test(sql) ? 'primary autoincrement' : 'primary'
  return Object.fromEntries(
    columns.map(({ name, type, notnull, dflt_value, pk }) => [
      name,
      {
        type: type.toLowerCase(),
        // The columns of the primary key of a strict table are never null.
        isNullable: notnull === 0 && pk === 0,
        default: dflt_value,
        key: isWhole && pk > 0 ? key : undefined,
      },
    ]),
  )
}

function migrated(): Database {
  const db = new Database(':memory:', { strict: true })
  for (const { sql } of migrations) db.run(sql)
  return db
}

/** The Drizzle tables have only the foreign keys that queries need. */
const foreignKeysOf = (db: Database, table: string) =>
  db
    .query<{ from: string; table: string; to: string }, [string]>(
      'select "from", "table", "to" from pragma_foreign_key_list(?)',
    )
    .all(table)

describe('the tables of Drizzle', () => {
  test('are those of the migrations, with the same columns, types, nulls, defaults and keys', () => {
    using db = migrated()
    const schema = schemaOf(db)
    expect(Object.keys(schema).length).toBeGreaterThan(20)
    expect(schemaOfDrizzle()).toEqual(schema)
  })

  test('are in strict tables, which enforce the types', () => {
    using db = migrated()
    const loose = db
      .query<{ name: string }, []>(
        "select name from pragma_table_list where schema = 'main' and type = 'table' and strict = 0 and name not like 'sqlite_%'",
      )
      .all()
    expect(loose).toEqual([])
  })

  test('refer only to what the migrations refer to', () => {
    using db = migrated()
    for (const table of tables) {
      const { name, foreignKeys } = getTableConfig(table)
      for (const foreignKey of foreignKeys) {
        const { columns, foreignTable, foreignColumns } = foreignKey.reference()
        expect(foreignKeysOf(db, name)).toContainEqual({
          from: columns[0]?.name as string,
          table: getTableConfig(foreignTable).name,
          to: foreignColumns[0]?.name as string,
        })
      }
    }
  })

  test('are equal to a schema in which a table was made again without a change', () => {
    using db = migrated()
    db.run(remade('source text not null, submission_id text not null, answer text not null'))
    expect(schemaOfDrizzle()).toEqual(schemaOf(db))
  })

  test.each([
    ['an additional table', 'create table extra (id integer primary key) strict'],
    ['a missing table', 'drop table submissions'],
    ['an additional column', 'alter table readers add column extra text'],
    ['a missing column', 'alter table readers drop column mapping'],
    ['another name', 'alter table readers rename column mapping to map'],
    ['another type', remade('source text not null, submission_id integer not null, answer text not null')],
    ['a column that may be null', remade('source text not null, submission_id text not null, answer text')],
    [
      'another default',
      remade("source text not null, submission_id text not null, answer text not null default ''"),
    ],
    [
      'another primary key',
      remade('source text primary key, submission_id text not null, answer text not null'),
    ],
  ])('differ from a schema with %s', (_what, change) => {
    using db = migrated()
    db.run(change)
    expect(schemaOfDrizzle()).not.toEqual(schemaOf(db))
  })
})

/** Makes the table `submissions` again, with other columns. */
function remade(columns: string): string {
  return `drop table submissions; create table submissions (${columns}, created_at text not null) strict`
}
