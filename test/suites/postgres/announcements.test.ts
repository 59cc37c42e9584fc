import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import postgres from 'postgres'
import { mintKey, signIn } from '../../support/client'
import { newDatabase, server, startInstance } from '../../support/instances'
import { stopPrograms } from '../../support/program'
import { openTwoStores, type TwoStores } from '../../support/two-stores'
import { until } from '../../support/until'

/** Announcements to other instances that fail, or that an instance could not make before it was killed. */

setDefaultTimeout(60_000)

/** Number of a lock of the test. */
const refusing = 77

let stores: TwoStores

beforeAll(async () => {
  if (server) stores = await openTwoStores()
})
afterAll(async () => {
  await stores?.close()
  await stopPrograms()
  server?.stop()
})

describe.skipIf(!server)('an announcement', () => {
  test('that the database refuses is sent again', async () => {
    const received: string[] = []
    stores.other.instances.onAnnounced('live', (text) => void received.push(text))
    await stores.sql`alter function json_each(text) rename to json_each_away`
    const [since] = await stores.sql<{ now: string }[]>`select clock_timestamp()::text as now`
    stores.histories.store.instances.announce('live', 'first')
    const refused = async () =>
      (
        await stores.sql`select from pg_stat_activity where datname = current_database()
        and query like 'select pg_notify%' and state = 'idle' and query_start > ${since?.now as string}::timestamptz`
      ).length > 0
    await until(refused, 'the announcement is refused')
    stores.histories.store.instances.announce('live', 'second')
    await stores.sql`alter function json_each_away(text) rename to json_each`
    await until(() => received.length === 2, 'both announcements')
    expect(received).toEqual(['first', 'second'])
  })

  test('that the database refuses is sent before those that were made meanwhile', async () => {
    const received: string[] = []
    stores.other.instances.onAnnounced('client', (text) => void received.push(text))
    const { sql } = stores
    await sql.unsafe(`select pg_advisory_lock(${refusing});
      alter function json_each(text) rename to json_each_away;
      create function json_each(text) returns table (value text) language plpgsql as $$ begin
        perform pg_advisory_xact_lock(${refusing});
        raise exception 'refused';
      end $$`)
    const { instances } = stores.histories.store
    instances.announce('client', 'first')
    const waits = () =>
      sql`select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'
        and query like 'select pg_notify%'`
    await until(async () => (await waits()).length > 0, 'the announcement is being made')
    for (const text of ['second', 'third', 'second']) instances.announce('client', text)
    await sql.unsafe(`select pg_advisory_unlock(${refusing})`)
    await until(async () => (await waits()).length === 0, 'the announcement is refused')
    await sql.unsafe('drop function json_each(text); alter function json_each_away(text) rename to json_each')
    await until(() => received.length >= 3, 'all announcements')
    expect(received).toEqual(['first', 'third', 'second'])
  })

  test('of events is not necessary: an instance that was killed has committed them', async () => {
    const told: number[] = []
    stores.other.onEvents((organizationIds) => void told.push(...organizationIds))
    const { organizationId } = stores.histories
    await until(() => told.includes(organizationId), 'the first look')
    told.length = 0
    await stores.sql`update event_log_ends set newest = newest + 1 where organization_id = ${organizationId}`
    await until(() => told.includes(organizationId), 'the event')
  })

  test('of anything else is made up for', async () => {
    let missed = 0
    stores.other.instances.onMissed(() => void missed++)
    await until(() => missed > 0, 'another look', 50)
  })

  test('of a write is made at its commit, and not when the write fails', async () => {
    const received: string[] = []
    stores.other.instances.onAnnounced('topics', (text) => void received.push(text))
    const { store } = stores.histories
    const failing = store.write(async (tx) => {
      await tx.announce('topics', 'of a failed write')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await store.write((tx) => tx.announce('topics', 'of a write'))
    await until(() => received.length > 0, 'the announcement')
    expect(received).toEqual(['of a write'])
  })

  test('of a revoked API key and of a confirmed time needs no statement after the commit', async () => {
    const url = await newDatabase()
    const program = await startInstance(url)
    const session = await signIn(program)
    const key = await mintKey(session)
    const observer = postgres(url, { max: 2, onnotice: () => {} })
    const announced: string[] = []
    await observer.listen('whereabouts', (payload) => {
      announced.push(payload.split('\n').slice(1).join(' '))
    })
    // The statement that announces after a commit fails without it.
    await observer`alter function json_each(text) rename to json_each_away`
    expect((await session.delete(`/internal/v1/api-keys/${key.client_id}`)).status).toBe(204)
    const confirmedAt = '2026-11-26T08:00:00.000000Z'
    await observer`update clock set confirmed_at = ${confirmedAt}`
    const wanted = [
      `revoked ${JSON.stringify({ id: key.client_id, organizationId: 1 })}`,
      `clock ${confirmedAt}`,
    ]
    await until(() => wanted.every((text) => announced.includes(text)), 'both announcements')
    await observer`alter function json_each_away(text) rename to json_each`
    await observer.end()
    await program.stop()
  })

  test('that waits when the instance closes is sent', async () => {
    const received: string[] = []
    stores.histories.store.instances.onAnnounced('live', (text) => void received.push(text))
    stores.other.instances.announce('live', 'last')
    await stores.other.close()
    await until(() => received.length === 1, 'the announcement')
    expect(received).toEqual(['last'])
  })
})
