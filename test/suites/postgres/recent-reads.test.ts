import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import postgres from 'postgres'
import { postgresMigrations } from '../../../migrations/postgres'
import { settleReads } from '../../../src/tracking/history/batch'
import type { Writes } from '../../../src/storage/core/store'
import { second } from '../../../src/base/time'
import { readOf, start } from '../../support/history'
import { newDatabase, server } from '../../support/instances'
import { openTwoStores, type TwoStores } from '../../support/two-stores'

/** Recent reads of several instances, which write those of their organizations at the same time. */

setDefaultTimeout(60_000)

let stores: TwoStores

beforeAll(async () => {
  if (server) stores = await openTwoStores()
})
afterAll(async () => {
  await stores?.close()
  server?.stop()
})

const readsOf = (assetId: number): Promise<number> =>
  stores.histories.store.write(async (tx) => (await tx.history.recentReads(assetId, 0)).length)

describe.skipIf(!server)('recent reads', () => {
  test('of an organization are kept while another instance stores many of another organization', async () => {
    const { store, organizationId, newAsset } = stores.histories
    const [foreign] = await stores.sql<{ id: string }[]>`
      insert into organizations (name, slug, created_at, event_log_days, event_log_max, sensitivity)
      select 'B', 'b', created_at, event_log_days, event_log_max, sensitivity from organizations returning id`
    const one = await newAsset()
    await stores.sql`update assets set organization_id = ${foreign?.id as string} where id = ${one}`
    const many = await Promise.all(Array.from({ length: 600 }, newAsset))
    let stored: Promise<void> | undefined
    const storeForeign = (): Promise<void> =>
      (stored ??= stores.other.write(
        async (tx: Writes) => tx.history.insertRecentRead(one, readOf(1, 1)),
        [Number(foreign?.id)],
      ))
    await store.write(
      async (tx) => {
        for (const id of many)
          for (const seconds of [1, 2]) tx.history.insertRecentRead(id, readOf(1, seconds))
        await settleReads(tx.history, storeForeign)
        await storeForeign()
      },
      [organizationId],
    )
    expect(await readsOf(one)).toBe(1)
    expect(await readsOf(many[0] as number)).toBe(2)
  })

  test('are stored once, even when they are stored again', async () => {
    const { store, newAsset } = stores.histories
    const id = await newAsset()
    const storeAll = () =>
      store.write(async (tx) => {
        for (const seconds of [3, 1, 3, 2]) tx.history.insertRecentRead(id, readOf(1, seconds))
      })
    await storeAll()
    await storeAll()
    const times = await store.write(async (tx) => (await tx.history.recentReads(id, 0)).map(({ at }) => at))
    expect(times).toEqual([1, 2, 3].map((seconds) => start + seconds * second))
  })
})

test.skipIf(!server)('the migration moves the reads of a filled database to one table', async () => {
  const databaseSql = postgres(await newDatabase(), { max: 1, onnotice: () => {} })
  const run = async (isWanted: (name: string) => boolean) => {
    for (const { name, sql: text } of postgresMigrations)
      if (isWanted(name)) await databaseSql.unsafe(text).simple()
  }
  await run((name) => name < '0008')
  await databaseSql.unsafe(`
    insert into recent_reads values (1, 5, 1, 0, 0, 1, -50, 300, null);
    insert into newest_reads (asset_id, observed_at, location_id, reader_id, antenna, tag_id, rssi, presence_timeout_seconds)
      values (1, 5, 1, 0, 0, 1, -51, 300), (1, 6, 1, 0, 0, 1, -52, 300), (1, 6, 1, 0, 0, 1, -53, 300)`)
  await run((name) => name.startsWith('0008'))
  expect([...(await databaseSql`select observed_at::int, rssi from recent_reads order by 1`)]).toEqual([
    { observed_at: 5, rssi: -50 },
    { observed_at: 6, rssi: -52 },
  ])
  await databaseSql.end()
})
