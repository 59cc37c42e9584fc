import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import postgres from 'postgres'
import { postgresMigrations } from '../../../migrations/postgres'
import { recordReads } from '../../../src/tracking/history/record'
import { deleteExpiredHistory } from '../../../src/tracking/history/retention'
import type { Presence, Read } from '../../../src/storage/core/store'
import { second, systemClock } from '../../../src/base/time'
import { clientOf, signIn } from '../../support/client'
import { openHistories, openOnPostgres, rules } from '../../support/history'
import { newDatabase, server, startInstance } from '../../support/instances'
import { newDataDir, stopPrograms } from '../../support/program'
import { freshKey, newLocation, newTagged } from '../../support/records'
import { scan, secondsAgo } from '../../support/scans'
import { until } from '../../support/until'

/** Scan events in monthly partitions (docs/decisions/0034-monthly-partitions.md). */

setDefaultTimeout(60_000)

const day = 86_400 * second
const hour = 3_600 * second
const monthAt = (later: number): number => {
  const now = new Date()
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + later) * 1000
}
const partOf = (at: number): string => {
  const [year, month] = new Date(at / 1000).toISOString().split('-')
  return `scan_events_${year}_${month}`
}

type Sql = ReturnType<typeof postgres>
const connections: Sql[] = []
const stores: Awaited<ReturnType<typeof openHistories>>[] = []

function connect(url: string): Sql {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  connections.push(sql)
  return sql
}

async function openOn(url?: string) {
  const histories = await openHistories(url === undefined ? undefined : () => openOnPostgres(url))
  stores.push(histories)
  return histories
}

afterAll(async () => {
  await stopPrograms()
  for (const store of stores) await store.close()
  for (const sql of connections) await sql.end()
  server?.stop()
})

const read = (locationId: number, at: number): Read => ({
  at,
  locationId,
  rssi: -50,
  readerId: null,
  antenna: 1,
  tagId: 1,
  presenceTimeoutSeconds: 300,
  isScan: false,
})

type Histories = Awaited<ReturnType<typeof openHistories>>

const keep = ({ store }: Histories, organizationId: number, days: number | null): Promise<void> =>
  store.write((tx) =>
    tx.accounts.updateOrganization(organizationId, {
      name: 'A',
      historyRetentionDays: days,
      auditDays: null,
      eventLogDays: 30,
      eventLogMax: 5_000_000,
      sensitivity: 'normal',
    }),
  )

const eventsOf = ({ store }: Histories, assetId: number): Promise<Presence[]> =>
  store.write((tx) =>
    tx.history.eventsBetween(assetId, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 10_000),
  )

const partsOf = async (sql: Sql): Promise<string[]> =>
  (
    await sql<{ part: string }[]>`select inhrelid::regclass::text as part from pg_inherits
    where inhparent = 'scan_events'::regclass order by 1`
  ).map(({ part }) => part)

const countsOf = async (sql: Sql): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await sql<{ part: string; count: string }[]>`
        select tableoid::regclass::text as part, count(*) from scan_events group by 1 order by 1`
    ).map(({ part, count }) => [part, Number(count)]),
  )

async function record({ store, organizationId }: Histories, assetId: number, reads: readonly Read[]) {
  for (const one of reads)
    await store.write((tx) => recordReads(tx.history, { organizationId, assetId }, [one], rules))
}

describe.skipIf(!server)('partitions', () => {
  let url: string
  let sql: Sql
  let histories: Histories
  let other: Histories
  beforeAll(async () => {
    url = await newDatabase()
    histories = await openOn(url)
    other = await openOn()
    sql = connect(url)
  })

  /** Records the same on both engines, and returns the assets. */
  async function recordOnBoth(reads: readonly Read[]): Promise<[number, number]> {
    const assets = [await histories.newAsset(), await other.newAsset()] as const
    await record(histories, assets[0], reads)
    await record(other, assets[1], reads)
    return [...assets]
  }
  async function expectSame([one, two]: readonly [number, number]): Promise<Presence[]> {
    const visible = (events: Presence[]) => events.map((event) => ({ ...event, id: undefined }))
    const events = await eventsOf(histories, one)
    expect(visible(events)).toEqual(visible(await eventsOf(other, two)))
    return events
  }

  test('of a new database are this month and the two after it, and what is before and after them', async () => {
    expect(await partsOf(sql)).toEqual(
      [
        ...[0, 1, 2].map((later) => partOf(monthAt(later))),
        'scan_events_after',
        'scan_events_before',
      ].toSorted(),
    )
  })

  test('are made in time, and get the events that were there first', async () => {
    const asset = await histories.newAsset()
    await record(histories, asset, [
      read(1, monthAt(0) + hour),
      read(2, monthAt(3) + hour),
      read(1, monthAt(60)),
    ])
    expect(await countsOf(sql)).toMatchObject({ [partOf(monthAt(0))]: 1, scan_events_after: 2 })
    const before = await eventsOf(histories, asset)
    expect(await histories.store.write(async (tx) => tx.historyMonths?.add(monthAt(1) + day))).toBe(1)
    expect(await histories.store.write(async (tx) => tx.historyMonths?.add(monthAt(1) + day))).toBe(0)
    expect(await countsOf(sql)).toMatchObject({ [partOf(monthAt(3))]: 1, scan_events_after: 1 })
    expect(await eventsOf(histories, asset)).toEqual(before)
  })

  test('wait for a statement for a short time, and can be made later', async () => {
    const reading = connect(url)
    const reserved = await reading.reserve()
    await reserved.unsafe('begin; select count(*) from scan_events').simple()
    const adding = histories.store.write(async (tx) => tx.historyMonths?.add(monthAt(2)))
    const error = await adding.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).toMatchObject({ code: 'unavailable' })
    await reserved.unsafe('commit').simple()
    reserved.release()
    expect(await histories.store.write(async (tx) => tx.historyMonths?.add(monthAt(2)))).toBe(1)
  })

  test('take late reads, and those of one stay over the end of a month', async () => {
    const end = monthAt(0)
    const stay = Array.from({ length: 10 }, (_, step) =>
      read(1, end - 15 * 60 * second + step * 200 * second),
    )
    const assets = await recordOnBoth([...stay, read(2, end + day)])
    expect(await expectSame(assets)).toHaveLength(2)
    // Late reads extend the stay to an earlier beginning, which may be in the month before.
    const next = await recordOnBoth([
      read(1, end + 60 * second),
      read(2, end + 2 * hour),
      read(1, end - 100 * second),
      read(2, end - 400 * day),
    ])
    const events = await expectSame(next)
    expect(events.some(({ firstAt }) => firstAt < end)).toBe(true)
  })

  test('keep the id of an event that moves to another month, and log one correction', async () => {
    const asset = await histories.newAsset()
    await record(histories, asset, [read(1, monthAt(0) + hour)])
    const [event] = await eventsOf(histories, asset)
    const logOf = () => sql<{ type: string }[]>`
      select type::text from event_log where asset_id = ${asset} order by sequence`
    const before = await logOf()
    const moved = { ...(event as Presence), firstAt: monthAt(0) - hour }
    await histories.store.write((tx) => tx.history.saveEvent(histories.organizationId, asset, moved))
    expect(await eventsOf(histories, asset)).toEqual([moved])
    const [placement] = await sql<
      { first_at: string }[]
    >`select first_at from placements where asset_id = ${asset}`
    expect(Number(placement?.first_at)).toBe(moved.firstAt)
    expect(await logOf()).toHaveLength(before.length + 1)
  })

  test('are dropped when they have expired, with the result of deleting row by row', async () => {
    // The months before the first one are not divided, so the time of the test is later.
    const begin = monthAt(0)
    const stays = (places: readonly number[], gap: number) =>
      places.map((place, index) => read(place, begin + hour + index * gap))
    const many = await recordOnBoth(stays([1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3], 8 * day))
    const parked = await recordOnBoth(stays([1, 2], day))
    const long = await recordOnBoth(
      Array.from({ length: 12_000 / 60 }, (_, step) => read(1, monthAt(1) - hour + step * 200 * second)),
    )
    const kept = await histories.newAsset()
    await record(histories, kept, stays([1], day))
    for (const { store } of [histories, other])
      await store.write(async (tx) => tx.historyMonths?.add(monthAt(2)))
    await keep(histories, histories.organizationId, 10)
    await keep(other, other.organizationId, 10)
    const now = monthAt(2) + 10 * day
    // On SQLite, events are deleted to the instant; here that instant is the end of a month.
    await deleteExpiredHistory(histories.store, now + 12 * day, () => false)
    await deleteExpiredHistory(other.store, now, () => false)
    for (const assets of [many, parked, long]) await expectSame(assets)
    expect(await eventsOf(histories, kept)).toHaveLength(1)
    expect(await partsOf(sql)).not.toContain(partOf(monthAt(0)))
    expect(await partsOf(sql)).not.toContain(partOf(monthAt(1)))
    expect(await partsOf(sql)).toContain(partOf(monthAt(2)))
    // The beginnings of histories, from which lists of the past are made, are those of the events.
    const wrong = await sql`select asset_id from placements where first_at is distinct from
      (select min(first_at) from scan_events where scan_events.asset_id = placements.asset_id)`
    expect(wrong.length).toBe(0)
    expect((await sql`select from scan_event_trims`).length).toBe(0)
    // Asset events tell which one is the first now.
    const [first] = await eventsOf(histories, many[0])
    const [trimmed] = await sql<{ data: string }[]>`
      select data from event_log where asset_id = ${many[0]} and data like '%first_event_id%' order by sequence desc limit 1`
    expect(JSON.parse(trimmed?.data ?? '{}').trim.first_event_id).toBe(first?.id)
    // Late reads of a dropped month are recorded.
    const late = [read(3, monthAt(0) + 3 * day)]
    await record(histories, many[0], late)
    await record(other, many[1], late)
    await expectSame(many)
  })

  test('stay while an organization with events in them keeps its history', async () => {
    const month = monthAt(2)
    const asset = await histories.newAsset()
    await record(histories, asset, [read(1, month + hour), read(2, month + day), read(1, month + 2 * day)])
    const permanent = await histories.store.write(async (tx) => {
      const organization = { name: 'B', slug: crypto.randomUUID(), createdAt: systemClock() }
      return (await tx.accounts.insertOrganization(organization)).id
    })
    const foreign = await histories.newAsset()
    await sql`update assets set organization_id = ${permanent} where id = ${foreign}`
    await histories.store.write((tx) =>
      recordReads(
        tx.history,
        { organizationId: permanent, assetId: foreign },
        [read(1, month + hour)],
        rules,
      ),
    )
    const now = monthAt(3) + 15 * day
    await deleteExpiredHistory(histories.store, now, () => false)
    expect(await partsOf(sql)).toContain(partOf(month))
    // The expired rows of the other organization are deleted one by one.
    expect((await eventsOf(histories, asset)).map(({ firstAt }) => firstAt)).toEqual([month + 2 * day])
    expect(await eventsOf(histories, foreign)).toHaveLength(1)
    await keep(histories, permanent, 10)
    await deleteExpiredHistory(histories.store, now, () => false)
    expect(await partsOf(sql)).not.toContain(partOf(month))
    expect(await eventsOf(histories, foreign)).toHaveLength(1)
  })

  test('of another time are not read', async () => {
    const reserved = await sql.reserve()
    try {
      await reserved
        .unsafe(`set plan_cache_mode = force_generic_plan; set enable_seqscan = off;
        prepare stays (bigint, bigint, bigint) as
          select count(*) from scan_events where asset_id = $1 and first_at >= $2 and first_at <= $3;
        prepare extend (bigint, bigint) as update scan_events set last_at = last_at where id = $1 and first_at = $2`)
        .simple()
      const planOf = async (statement: string): Promise<string[]> => {
        const rows = await reserved.unsafe<{ 'QUERY PLAN': string }[]>(
          `explain (analyze, costs off) execute ${statement}`,
        )
        return rows.map((row) => row['QUERY PLAN'])
      }
      const part = partOf(monthAt(4))
      for (const statement of [
        `stays(1, ${monthAt(4)}, ${monthAt(5) - 1})`,
        `extend(1, ${monthAt(4) + 5})`,
      ]) {
        const scans = (await planOf(statement)).filter(
          (line) => / Scan /.test(line) && !line.includes('never executed'),
        )
        expect(scans.length).toBeGreaterThan(0)
        expect(scans.filter((line) => !line.includes(part))).toEqual([])
        expect(scans.some((line) => line.includes('Seq Scan'))).toBe(false)
      }
    } finally {
      reserved.release()
    }
  })

  test('that cannot be dropped log nothing, and an interrupted drop is continued', async () => {
    const month = monthAt(3)
    const asset = await histories.newAsset()
    await record(histories, asset, [
      read(1, month + hour),
      read(2, month + 2 * day),
      read(1, monthAt(4) + day),
    ])
    const trims = async () =>
      (await sql`select from event_log where asset_id = ${asset} and data like '%first_event_id%'`).length
    const before = await trims()
    const now = monthAt(4) + 15 * day
    await histories.store.write(async (tx) => tx.historyMonths?.add(now))
    const reading = connect(url)
    const reserved = await reading.reserve()
    await reserved.unsafe('begin; select count(*) from scan_events').simple()
    const drop = () => deleteExpiredHistory(histories.store, now, () => false)
    for (const _ of [1, 2]) await expect(drop()).rejects.toMatchObject({ code: 'unavailable' })
    await reserved.unsafe('commit').simple()
    reserved.release()
    expect(await trims()).toBe(before)
    // The service is killed after the month is dropped.
    const isDropped = async () => !(await partsOf(sql)).includes(partOf(month))
    await histories.store.write(async (tx) => tx.historyMonths?.dropMonth(monthAt(4)))
    expect([await isDropped(), await trims()]).toEqual([true, before])
    await drop()
    expect(await trims()).toBe(before + 1)
    await drop()
    expect(await trims()).toBe(before + 1)
    const [placement] = await sql<
      { first_at: string }[]
    >`select first_at from placements where asset_id = ${asset}`
    expect(Number(placement?.first_at)).toBe((await eventsOf(histories, asset))[0]?.firstAt as number)
  })
})

test.skipIf(!server)('the migration moves the events of a filled database', async () => {
  const sql = connect(await newDatabase())
  for (const { name, sql: text } of postgresMigrations) if (name < '0004') await sql.unsafe(text).simple()
  await sql.unsafe(`
    insert into organizations (id, name, slug, created_at, event_log_days, event_log_max, sensitivity)
      values (1, 'A', 'a', '2026-01-01T00:00:00.000000Z', 30, 5000, 'normal');
    insert into locations (id, organization_id, external_key, name, is_active, valid_from, created_at, updated_at, search_key, search_description)
      values (1, 1, 'L', 'L', 1, '', '', '', '', '');
    insert into assets (id, organization_id, external_key, name, is_active, valid_from, created_at, updated_at, search_key, search_description, metadata)
      select id, 1, 'A' || id, 'A', 1, '', '', '', '', '', '{}' from generate_series(1, 20) as id;`)
  const times = [-600, -30, -13, -2, -1, 0, 1, 90].map((later) => monthAt(later) + day)
  for (const [index, at] of times.entries())
    await sql`insert into scan_events (organization_id, asset_id, location_id, first_at, last_at, read_count, cause, strongest_rssi)
      select 1, id, 1, ${at}::bigint + id, ${at}::bigint + id, ${index}, 'read', -50.5 from generate_series(1, 20) as id`
  const all =
    () => sql`select id, organization_id, asset_id, location_id, first_at, last_at, read_count, strongest_rssi, cause
    from scan_events order by id`
  const before = await all()
  expect(before.length).toBe(160)
  await sql.unsafe(postgresMigrations.find(({ name }) => name.startsWith('0004'))?.sql as string).simple()
  expect([...(await all())]).toEqual([...before])
  expect(await countsOf(sql)).toEqual({
    scan_events_before: 40,
    ...Object.fromEntries([-13, -2, -1, 0, 1].map((later) => [partOf(monthAt(later)), 20])),
    scan_events_after: 20,
  })
  const [added] = await sql<{ id: string }[]>`
    insert into scan_events (organization_id, asset_id, location_id, first_at, last_at, read_count, cause)
    values (1, 1, 1, 5, 5, 1, 'read') returning id`
  expect(Number(added?.id)).toBe(161)
  const unknown = sql`insert into scan_events (organization_id, asset_id, location_id, first_at, last_at, read_count, cause)
    values (1, 99, 1, 5, 5, 1, 'read')`
  expect(
    await unknown.then(
      () => '',
      (error: { code: string }) => error.code,
    ),
  ).toBe('23503')
  // The trigger has set no placement, but the queue of events has the row.
  expect((await sql`select from event_queue where scan_event_id = 161`).length).toBe(1)
})

test.skipIf(!server)('an instance drops the months that have expired', async () => {
  const databaseUrl = await newDatabase()
  const sql = connect(databaseUrl)
  const dataDir = newDataDir()
  const first = await startInstance(databaseUrl, {}, { dataDir })
  const session = clientOf(first.http, (await signIn(first)).token)
  const { id: location } = await newLocation(session)
  const value = freshKey('tag')
  const { id: asset } = await newTagged(session, value)
  await scan(session, location, value, secondsAgo(60))
  expect(await first.stop()).toBe(0)

  // The asset has been scanned in each of the months before.
  for (const later of [-5, -4, -3, -2, -1])
    await sql`insert into scan_events (organization_id, asset_id, location_id, first_at, last_at, read_count, cause)
      select organization_id, asset_id, location_id, ${monthAt(later) + day}, ${monthAt(later) + day}, 1, cause
      from scan_events where asset_id = ${asset} order by first_at desc limit 1`
  await sql
    .unsafe(`
    delete from event_queue;
    create table source (like scan_events including defaults);
    insert into source select * from scan_events;
    drop table ${(await partsOf(sql)).join(', ')};
    select scan_events_divide('source', ${Date.now() * 1000});
    update organizations set history_retention_days = 70`)
    .simple()
  const expired = [-5, -4].map((later) => partOf(monthAt(later)))
  expect(await partsOf(sql)).toEqual(expect.arrayContaining(expired))

  const second = await startInstance(databaseUrl, {}, { dataDir, isFirst: false })
  await until(
    async () => !(await partsOf(sql)).some((part) => expired.includes(part)),
    'the months are dropped',
  )
  const { body } = await clientOf(second.http, (await signIn(second)).token).get(
    `/api/v1/assets/${asset}/history`,
  )
  const cut = Date.now() * 1000 - 70 * day
  const cutMonth = [-3, -2].map(monthAt).findLast((month) => month <= cut) as number
  const dropped = [-5, -4, -3, -2].filter((later) => monthAt(later + 1) <= cutMonth)
  // The event before the cut is where the asset was then.
  expect(body.total_count).toBe(6 - dropped.length + 1)
  await second.stop()
})
