import { Database } from 'bun:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../src/log'
import { openSqlite } from '../../src/storage/sqlite'
import type { AssetRow, SlotKind, Store, Writes } from '../../src/storage/store'
import type { Instant } from '../../src/time'

/** The engines that must pass the store's tests, each with what a test needs to reach its database. */

export interface OpenEngine {
  readonly store: Store
  /** Closes the store and opens it anew on what it left on disk. */
  reopen(): Promise<Store>
  /** The ranges of free numbers as they are stored, lowest first. */
  freeRanges(organizationId: number, kind: SlotKind): Promise<[first: number, last: number][]>
  /** Takes the write lock, as another process does, until the returned function is called. */
  lock(): () => void
  /** Closes and removes everything. */
  discard(): Promise<void>
}

export const engines: Readonly<Record<string, () => OpenEngine>> = { SQLite: openSqliteEngine }

export const at = '2026-01-31T08:05:00.123456Z' as Instant

export const silent = createLog({ level: 'silent', format: 'json' })

const fatal = (error: unknown): never => {
  throw error
}

function openSqliteEngine(): OpenEngine {
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
    lock() {
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

/** An organization with nothing in it but its free numbers. */
export const openOrganization = (store: Store, slug: string): Promise<number> =>
  store.write(async (tx) => {
    const { id } = await tx.identity.insertOrganization({ name: slug, slug, createdAt: at })
    await tx.slots.open(id, 'asset')
    await tx.slots.open(id, 'location')
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
  })
