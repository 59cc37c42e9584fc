import type { Database } from 'bun:sqlite'
import { afterAll, afterEach, beforeEach, describe, expect } from 'bun:test'
import { apiClient, type Client, clientOf, type Credential, mintKey } from './client'
import { openDatabase } from './direct-database'
import { type FakeClock, hasFaketime, newFakeClock } from './faketime'
import { type Program, startProgram, stopPrograms } from './program'
import { openRaw, type RawSubscriber } from './raw-subscriber'
import { newLocation, newTagged, type Row } from './records'
import { newReader, postReads, type Reader } from './scans'
import { until as waitUntil } from './until'

/** The executable on a machine whose clock is wrong (decision 0012), under libfaketime. */

export const hour = 3600
export const day = 24 * hour
export const year = 365 * day

/** The clock and the service of the test that runs. */
export let clock: FakeClock
export let program: Program

/** For `beforeEach`: creates a clock for the test. With `isForTimers`, timers follow the clock, too. */
export function setUpClock(isForTimers = false): void {
  clock = newFakeClock(isForTimers)
}

/** For `afterEach`: stops the service and removes the clock. */
export async function tearDownClock(): Promise<void> {
  await program.stop()
  clock.discard()
}

/** Gives each test of a file a clock of its own, and stops the service after it. */
export function useClock(): void {
  beforeEach(() => setUpClock())
  afterEach(tearDownClock)
  afterAll(stopPrograms)
}

export const start = async (
  dataDir?: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const env = { ...clock.env, WHEREABOUTS_LOG_LEVEL: 'debug', ...settings }
  program = await startProgram({ env, ...(dataDir !== undefined && { dataDir }) })
}

export const until = (isTrue: () => boolean | Promise<boolean>, what: string): Promise<void> =>
  waitUntil(
    isTrue,
    () => `${what}
${program.log()}`,
    20,
  )

/** The situations in which the time of a machine changes: while the service runs, or while it is off. */
export const ways = {
  'while the service runs': async (offset: number) => clock.set(offset),
  'while the service is off': async (offset: number) => {
    await program.stop()
    clock.set(offset)
    await start(program.dataDir)
  },
} as const

export const readiness = async (): Promise<{ status: number; problems: string[] }> => {
  const { status, body } = await clientOf(program.http).get('/readyz')
  return { status, problems: body.problems }
}
export const isDoubted = async () =>
  (await readiness()).problems.some((problem) => problem.includes('The machine time'))

/** Whether the last line of the log about a doubt is its beginning. `/readyz` does not report one after a short time off. */
export const isDoubtLogged = (): boolean =>
  program.log().lastIndexOf('no data is deleted because of its age') >
  program.log().lastIndexOf('the machine time is accepted again')

export function inDatabase<T>(work: (db: Database) => T): T {
  using db = openDatabase(program.dataDir, { readonly: true })
  return work(db)
}

/** The tables from which maintenance deletes old rows. */
export const expiringTables = [
  'audit_entries',
  'idempotency_keys',
  'invitations',
  'known_origins',
  'mqtt_sessions',
  'raw_messages',
  'read_keys',
  'refresh_tokens',
  'scan_events',
  'sessions',
  'submissions',
  'unknown_events',
  'unknown_tags',
] as const

export const counts = (): Record<string, number> =>
  inDatabase((db) =>
    Object.fromEntries(
      expiringTables.map((table) => [
        table,
        (db.query(`select count(*) as rows from ${table}`).get() as { rows: number }).rows,
      ]),
    ),
  )

export const oneOfEach = Object.fromEntries(expiringTables.map((table) => [table, expect.any(Number)]))

/** Everything in the database that is later than a time, as table, column and instant. What users set is not checked. */
export function laterThan(milliseconds: number): string[] {
  return inDatabase((db) => {
    const tables = db.query("select name from sqlite_schema where type = 'table'").values().flat() as string[]
    return tables.flatMap((table) => {
      const columns = db.query(`select name from pragma_table_info('${table}')`).values().flat() as string[]
      return columns.flatMap((column) => {
        // The column contains a hash that is as large as an instant.
        if (`${table}.${column}` === 'read_keys.tag') return []
        const slack = { expires_at: 30 * day * 1000 }[column] ?? 0
        const limit = milliseconds + slack
        const found = db
          .query(
            `select "${column}" as value from "${table}" where
              (typeof("${column}") = 'integer' and "${column}" between ${limit * 1000} and 9000000000000000) or
              (typeof("${column}") = 'text' and "${column}" glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*Z'
                and "${column}" > '${new Date(limit).toISOString()}')`,
          )
          .all() as { value: unknown }[]
        return found.map(({ value }) => `${table}.${column} ${String(value)}`)
      })
    })
  })
}

interface Warehouse {
  readonly docks: readonly [Row, Row, Row]
  readonly pallet: Row
  readonly reader: Reader
  /** The API key of a subscriber with a session. */
  readonly key: Credential
}

export const tagOf = 'BEEF01'

/** Creates a warehouse with a row in each table from which maintenance deletes. */
export async function openWarehouse(session: Client): Promise<Warehouse> {
  const docks: [Row, Row, Row] = [
    await newLocation(session),
    await newLocation(session),
    await newLocation(session),
  ]
  const reader = await newReader(
    session,
    'GATE',
    docks.map(({ id }) => id),
  )
  const pallet = await newTagged(session, tagOf)
  await postReads(program, reader, [
    { value: tagOf, antenna: 1, observed_at: new Date(clock.now()).toISOString() },
    { value: 'STRANGER1', antenna: 1 },
  ])
  await submit(session, docks[0], 'first')
  await session.post('/internal/v1/invitations', { role: 'viewer' })
  const repeated = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'once' },
  }
  await session.request('POST', '/api/v1/assets', { ...repeated, body: JSON.stringify({ name: 'Once' }) })
  const kept = await session.patch('/internal/v1/organizations/1', { history_retention_days: 30 })
  expect(kept.status).toBe(200)
  await apiClient(program, session)
  const key = await mintKey(session, ['tracking:read'])
  const subscriber = await subscribe(key)
  await subscriber.subscribe(['north/events/+'])
  await subscriber.disconnect()
  return { docks, pallet, reader, key }
}

/** Continues the session of a subscriber, which lives for half a day without a connection. */
export const subscribe = (key: Credential): Promise<RawSubscriber> =>
  openRaw(program, key, {
    clientId: 'subscriber',
    clean: false,
    properties: { sessionExpiryInterval: day / 2 },
  })

/** A user's submission, dated by its receipt. */
export async function submit(session: Client, { id }: Row, submission?: string): Promise<void> {
  const { status, body } = await session.post('/internal/v1/scans', {
    ...(submission !== undefined && { submission_id: submission }),
    location_id: id,
    reads: [{ value: tagOf }],
  })
  expect([status, body.data]).toEqual([200, { accepted: 1, duplicates: 0, unknown: [], rejected: [] }])
}

export const placeOf = async (session: Client, { id }: Row): Promise<number> => {
  const { body } = await session.get(`/api/v1/reports/asset-locations?asset_id=${id}`)
  return body.data[0].location_id
}

export const newestChange = async (session: Client): Promise<string> => {
  const { body } = await session.get('/internal/v1/audit?limit=1')
  return body.data[0].subject.name
}

export const listed = async (session: Client, { id }: Row): Promise<boolean> => {
  const { body } = await session.get('/api/v1/assets?limit=200')
  return body.data.some((row: Row) => row.id === id)
}

export const describeFaked = describe.skipIf(!hasFaketime)
