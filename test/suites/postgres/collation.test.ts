import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import postgres from 'postgres'
import { apiClient, clientOf, signIn } from '../../support/client'
import { newDatabase, server, startInstance } from '../../support/instances'
import { stopPrograms } from '../../support/program'
import { keysOf, newAsset } from '../../support/records'

/** A database of PostgreSQL whose collation has another version than the system: an image with another C library. */

setDefaultTimeout(60_000)

afterAll(async () => {
  await stopPrograms()
  server?.stop()
})

test.skipIf(!server)(
  'a changed version of the collation changes no order and no search, and allows no second key',
  async () => {
    const url = await newDatabase()
    const first = await startInstance(url)
    const api = await apiClient(first, await signIn(first))
    const keys = ['a-1', 'A-1', 'B-1', 'a1', 'Z-1', 'z-1']
    for (const external_key of keys) await newAsset(api, { external_key, name: `Ähre ${external_key}` })
    const sorted = keysOf(await api.get('/api/v1/assets?sort=external_key'))
    expect(sorted).toEqual(keys.toSorted())
    const search = '/api/v1/assets?sort=external_key&q=%C3%84hre'
    expect(keysOf(await api.get(search))).toEqual(sorted)
    await first.stop()

    const sql = postgres(url, { max: 1, onnotice: () => {} })
    const changed = await sql`
      update pg_database set datcollversion = '1.0' where datname = current_database() returning datcollversion`
    expect([...changed]).toEqual([{ datcollversion: '1.0' }])
    const ofSystem = await sql`
      select indexrelid::regclass::text as name from pg_index
      join pg_class on pg_class.oid = indexrelid and relnamespace = 'public'::regnamespace
      where 'pg_catalog."default"'::regcollation = any (indcollation::oid[])`
    expect([...ofSystem]).toEqual([])
    const columns = await sql`
      select attrelid::regclass::text || '.' || attname as name from pg_attribute
      join pg_class on pg_class.oid = attrelid and relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      where attnum > 0 and not attisdropped and attcollation = 'pg_catalog."default"'::regcollation`
    expect([...columns]).toEqual([])
    await sql.end()

    const again = await startInstance(url, {}, { isFirst: false, dataDir: first.dataDir })
    const client = clientOf(again.http, api.token)
    expect(keysOf(await client.get('/api/v1/assets?sort=external_key'))).toEqual(sorted)
    expect(keysOf(await client.get('/api/v1/assets?sort=external_key&external_key=a-1'))).toEqual(['a-1'])
    expect((await client.post('/api/v1/assets', { name: 'Second', external_key: 'a-1' })).status).toBe(409)
    expect(keysOf(await client.get(search))).toEqual(sorted)
  },
)
