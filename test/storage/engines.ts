import { Database } from 'bun:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { postgresMigrations } from '../../migrations/postgres'
import { isInstalled, type PostgresServer, startPostgres } from '../../scripts/postgres-server'
import { createLog } from '../../src/base/log'
import { openPostgres } from '../../src/storage/postgres/open'
import { openSqlite } from '../../src/storage/sqlite/open'
import type { AssetRow, SlotKind, Store, Writes } from '../../src/storage/core/store'
import type { Instant } from '../../src/base/time'

/** The engines that must pass the store's tests, each with what a test needs to reach its database. */

export interface OpenEngine {
  readonly store: Store
  /** Closes the store and opens it anew on what it left on disk. */
  reopen(): Promise<Store>
  /** The ranges of free numbers as they are stored, lowest first. */
  freeRanges(organizationId: number, kind: SlotKind): Promise<[first: number, last: number][]>
  /** Runs a statement with another connection. */
  run(statement: string): Promise<void>
  /** Takes the lock of all writes, as another process does, until the returned function is called. */
  lock(): Promise<() => void>
  /** Closes and removes everything. */
  discard(): Promise<void>
}

export const engines: Readonly<Record<string, () => Promise<OpenEngine>>> = {
  SQLite: openSqliteEngine,
  ...(isInstalled && { PostgreSQL: openPostgresEngine }),
}

export const at = '2026-01-31T08:05:00.123456Z' as Instant

export const silent = createLog({ level: 'silent', format: 'json' })

const fatal = (error: unknown): never => {
  throw error
}

async function openSqliteEngine(): Promise<OpenEngine> {
  const directory = mkdtempSync(join(tmpdir(), 'whereabouts-store-'))
  const path = join(directory, 'whereabouts.db')
  const open = () => openSqlite({ directory, now: () => at, log: silent, onFatal: fatal })
  const first = open()
  let current = first
  return {
    store: first,
    async reopen() {
      await current.close()
      return (current = open())
    },
    async freeRanges(organizationId, kind) {
      using db = new Database(path, { readonly: true })
      return db
        .query<[number, number], [number, string]>(
          'select first, last from free_slots where organization_id = ? and kind = ? order by first',
        )
        .values(organizationId, kind) as [number, number][]
    },
    async run(statement) {
      using other = new Database(path)
      other.run(statement)
    },
    async lock() {
      const other = new Database(path)
      other.run('begin immediate')
      return () => other.close()
    },
    async discard() {
      await current.close()
      rmSync(directory, { recursive: true })
    },
  }
}

/** The server of the tests of a file, with a database that is migrated. */
let prepared: Promise<{ readonly server: PostgresServer; readonly sql: Sql }> | undefined

async function prepare() {
  const server = (await startPostgres()) as PostgresServer
  const sql = postgres(server.url, { max: 1, onnotice: () => {} })
  await sql`create database migrated`
  await (await openDatabase(server, 'migrated')).close()
  return { server, sql }
}

const urlOf = (server: PostgresServer, database: string): string => new URL(`/${database}`, server.url).href

const openDatabase = (server: PostgresServer, database: string): Promise<Store> =>
  openPostgres({
    url: urlOf(server, database),
    name: 'test',
    now: () => at,
    log: silent,
    onFatal: fatal,
    migrations: postgresMigrations,
  })

async function openPostgresEngine(): Promise<OpenEngine> {
  prepared ??= prepare()
  const { server, sql } = await prepared
  const name = `store_${crypto.randomUUID().replaceAll('-', '')}`
  await sql.unsafe(`create database ${name} template migrated`)
  const other = postgres(urlOf(server, name), { max: 1, onnotice: () => {} })
  const first = await openDatabase(server, name)
  let current = first
  return {
    store: first,
    async reopen() {
      await current.close()
      return (current = await openDatabase(server, name))
    },
    async freeRanges(organizationId, kind) {
      const rows = await other<{ first: string; last: string }[]>`
        select first, last from free_slots where organization_id = ${organizationId} and kind = ${kind} order by first`
      return rows.map(({ first: from, last }) => [Number(from), Number(last)])
    },
    async run(statement) {
      await other.unsafe(statement)
    },
    async lock() {
      await other.unsafe(`begin; select pg_advisory_xact_lock(${0x57414204})`).simple()
      return () => void other.unsafe('rollback').simple()
    },
    async discard() {
      await current.close()
      await other.end()
      await sql.unsafe(`drop database ${name}`)
    },
  }
}

/** Stops the server of the tests of a file. */
export async function stopServer(): Promise<void> {
  if (!prepared) return
  const { server, sql } = await prepared
  prepared = undefined
  await sql.end()
  server.stop()
}

/** An organization with nothing in it but its free numbers. */
export const openOrganization = (store: Store, slug: string): Promise<number> =>
  store.write(async (tx) => {
    const { id } = await tx.accounts.insertOrganization({ name: slug, slug, createdAt: at })
    await tx.mintedNumbers.open(id, 'asset')
    await tx.mintedNumbers.open(id, 'location')
    return id
  })

export const insertAsset = (tx: Writes, organizationId: number, externalKey: string): Promise<AssetRow> =>
  tx.assets.insert({
    organizationId,
    externalKey,
    name: 'Pump',
    description: null,
    isActive: true,
    metadata: '{"a":1.0}',
    validFrom: at,
    validTo: null,
    createdAt: at,
    updatedAt: at,
    searchKey: externalKey,
    searchDescription: '',
    searchFolded: null,
  })
