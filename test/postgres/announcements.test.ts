import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import postgres from 'postgres'
import type { Store } from '../../src/storage/store'
import { openHistories, openOnPostgres } from '../support/history'
import { newDatabase, server } from '../support/instances'
import { until } from '../support/until'

/** Announcements to other instances that fail, or that an instance could not make before it was killed. */

setDefaultTimeout(60_000)

let histories: Awaited<ReturnType<typeof openHistories>>
let other: Store
let sql: ReturnType<typeof postgres>

beforeAll(async () => {
  if (!server) return
  const url = await newDatabase()
  histories = await openHistories(() => openOnPostgres(url))
  other = await openOnPostgres(url)
  sql = postgres(url, { max: 1, onnotice: () => {} })
})
afterAll(async () => {
  await sql?.end()
  await other?.close()
  await histories?.close()
  server?.stop()
})

describe.skipIf(!server)('an announcement', () => {
  test('that the database refuses is sent again', async () => {
    const received: string[] = []
    other.instances.onAnnounced('live', (text) => void received.push(text))
    await sql`alter function json_each(text) rename to json_each_away`
    const [since] = await sql<{ now: string }[]>`select clock_timestamp()::text as now`
    histories.store.instances.announce('live', 'first')
    const refused = async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database()
        and query like 'select pg_notify%' and state = 'idle' and query_start > ${since?.now as string}::timestamptz`
      ).length > 0
    await until(refused, 'the announcement is refused')
    histories.store.instances.announce('live', 'second')
    await sql`alter function json_each_away(text) rename to json_each`
    await until(() => received.length === 2, 'both announcements')
    expect(received).toEqual(['first', 'second'])
  })

  test('of events is not necessary: an instance that was killed has committed them', async () => {
    const told: number[] = []
    other.onEvents((organizationIds) => void told.push(...organizationIds))
    const { organizationId } = histories
    await until(() => told.includes(organizationId), 'the first look')
    told.length = 0
    await sql`update event_log_ends set newest = newest + 1 where organization_id = ${organizationId}`
    await until(() => told.includes(organizationId), 'the event')
  })

  test('of anything else is made up for', async () => {
    let missed = 0
    other.instances.onMissed(() => void missed++)
    await until(() => missed > 0, 'another look', 50)
  })

  test('that waits when the instance closes is sent', async () => {
    const received: string[] = []
    histories.store.instances.onAnnounced('live', (text) => void received.push(text))
    other.instances.announce('live', 'last')
    await other.close()
    await until(() => received.length === 1, 'the announcement')
    expect(received).toEqual(['last'])
  })
})
