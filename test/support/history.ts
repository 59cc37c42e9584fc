import { openBatch } from '../../src/tracking/history/batch'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Presence, Read, Store } from '../../src/storage/core/store'
import { recordReads } from '../../src/tracking/history/record'
import { createLog } from '../../src/base/log'
import { openPostgres } from '../../src/storage/postgres/open'
import { openSqlite } from '../../src/storage/sqlite/open'
import { second, systemClock } from '../../src/base/time'
import { postgresMigrations } from '../../migrations/postgres'
import { databaseSettings, dropDatabase, isPostgres } from './postgres'

/** Reads, and a store with one organization and the locations 1, 2 and 3, in which tests record histories. */

export const rules = { readMaxAgeMicros: 30 * 86_400 * second }

/** The instant from which the tests count seconds. */
export const start = 1_790_000_000 * second

/** A read of RFID tag 1 by a fixed reader, in seconds from the start. */
export const readOf = (locationId: number, seconds: number, fields: Partial<Read> = {}): Read => ({
  at: start + Math.round(seconds * second),
  locationId,
  rssi: -50,
  readerId: null,
  antenna: 1,
  tagId: 1,
  presenceTimeoutSeconds: 300,
  isScan: false,
  ...fields,
})

/** A scan by a user, in seconds from the start. */
export const scanOf = (locationId: number, seconds: number): Read =>
  readOf(locationId, seconds, { rssi: null, antenna: null, isScan: true })

interface Recorded {
  readonly events: readonly Presence[]
  readonly lastSeenAt: number | undefined
}

const options = {
  now: systemClock,
  log: createLog({ level: 'silent', format: 'json' }),
  onFatal: console.error,
}

/** Opens a database on PostgreSQL. */
export const openOnPostgres = (url: string): Promise<Store> =>
  openPostgres({ ...options, url, name: 'test', migrations: postgresMigrations })

/** Opens a new database on the engine of the programs that tests start. */
async function openNew(directory: string): Promise<Store> {
  const { WHEREABOUTS_DATABASE_URL: url } = await databaseSettings(directory)
  return url === undefined ? openSqlite({ ...options, directory }) : openOnPostgres(url)
}

/** Returns the number of random histories to try. On PostgreSQL, each of their commits takes several round trips. */
export const runs = (ofSqlite: number): number => (isPostgres ? Math.ceil(ofSqlite / 5) : ofSqlite)

/** @param open opens an empty database */
export async function openHistories(open: (directory: string) => Promise<Store> = openNew) {
  const directory = mkdtempSync(join(tmpdir(), 'history-'))
  const store = await open(directory)
  const organizationId = await store.write(async (tx) => {
    const organization = await tx.accounts.insertOrganization({
      name: 'A',
      slug: 'a',
      createdAt: systemClock(),
    })
    for (const externalKey of ['one', 'two', 'three'])
      await tx.locations.insert({ ...row(organization.id, externalKey), parentId: null })
    return organization.id
  })

  const newAsset = (): Promise<number> =>
    store.write(async (tx) => {
      const asset = { ...row(organizationId, crypto.randomUUID()), metadata: '{}' }
      return (await tx.assets.insert(asset)).id
    })

  return {
    store,
    organizationId,
    newAsset,

    /** Records the batches of a new asset one after the other, each in a separate transaction, as the ingest does. */
    async record(batches: readonly (readonly Read[])[]): Promise<Recorded> {
      const assetId = await newAsset()
      for (const batch of batches)
        await store.write(async (tx) => {
          const opened = await openBatch(tx.history, [assetId])
          await recordReads(opened, { organizationId, assetId }, batch, rules)
        })
      return store.write(async (tx) => ({
        events: await tx.history.eventsBetween(assetId, 0, Number.MAX_SAFE_INTEGER, 10_000),
        lastSeenAt: (await tx.history.placement(assetId))?.lastSeenAt,
      }))
    },

    async close(): Promise<void> {
      await store.close()
      await dropDatabase(directory)
      rmSync(directory, { recursive: true })
    },
  }
}

const row = (organizationId: number, externalKey: string) => ({
  organizationId,
  externalKey,
  name: externalKey,
  description: null,
  isActive: true,
  validFrom: systemClock(),
  validTo: null,
  createdAt: systemClock(),
  updatedAt: systemClock(),
  searchKey: '',
  searchDescription: '',
  searchFolded: null,
})
