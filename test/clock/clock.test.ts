import { Database } from 'bun:sqlite'
import { afterAll, afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { apiClient, type Client, clientOf, mintKey, signIn } from '../support/client'
import { type FakeClock, faketimeSuffix, hasFaketime, newFakeClock } from '../support/faketime'
import { begin, exchange, refreshSession } from '../support/identity'
import { administrator, type Program, runProgram, startProgram, stopPrograms } from '../support/program'
import { newAsset, newLocation, newTagged, type Row } from '../support/records'
import { newReader, postReads, type Reader } from '../support/scans'

/** The executable on a machine whose clock is wrong (decision 0012), under libfaketime. */

setDefaultTimeout(60_000)

const hour = 3600
const day = 24 * hour
const year = 365 * day

let clock: FakeClock
let program: Program
beforeEach(() => {
  clock = newFakeClock()
})
afterEach(async () => {
  await program.stop()
  clock.discard()
})
afterAll(stopPrograms)

const start = async (dataDir?: string): Promise<void> => {
  const env = { ...clock.env, WHEREABOUTS_LOG_LEVEL: 'debug' }
  program = await startProgram({ env, ...(dataDir !== undefined && { dataDir }) })
}

async function until(isTrue: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + 20_000
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`In 20 s there was no ${what}: ${program.log()}`)
    await Bun.sleep(20)
  }
}

/** How a machine comes to another time: while the service runs, or while it is off. */
const ways = {
  'while the service runs': async (offset: number) => clock.set(offset),
  'while the service is off': async (offset: number) => {
    await program.stop()
    clock.set(offset)
    await start(program.dataDir)
  },
} as const

const readiness = async (): Promise<{ status: number; problems: string[] }> => {
  const { status, body } = await clientOf(program.http).get('/readyz')
  return { status, problems: body.problems }
}
const isDoubted = async () =>
  (await readiness()).problems.some((problem) => problem.includes('The machine time'))

function inDatabase<T>(work: (db: Database) => T): T {
  using db = new Database(join(program.dataDir, 'whereabouts.db'), { readonly: true })
  return work(db)
}

/** What maintenance forgets by its age. */
const forgettable = [
  'audit_entries',
  'idempotency_keys',
  'invitations',
  'known_origins',
  'raw_messages',
  'read_keys',
  'refresh_tokens',
  'scan_events',
  'sessions',
  'submissions',
  'unknown_events',
  'unknown_tags',
] as const

const counts = (): Record<string, number> =>
  inDatabase((db) =>
    Object.fromEntries(
      forgettable.map((table) => [
        table,
        (db.query(`select count(*) as rows from ${table}`).get() as { rows: number }).rows,
      ]),
    ),
  )

const oneOfEach = Object.fromEntries(forgettable.map((table) => [table, expect.any(Number)]))

/** All that the database holds later than a time, as table, column and instant. What people set is not looked at. */
function laterThan(milliseconds: number): string[] {
  return inDatabase((db) => {
    const tables = db.query("select name from sqlite_schema where type = 'table'").values().flat() as string[]
    return tables.flatMap((table) => {
      const columns = db.query(`select name from pragma_table_info('${table}')`).values().flat() as string[]
      return columns.flatMap((column) => {
        // A hash, as large as an instant.
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
}

const tagOf = 'BEEF01'

/** A warehouse that holds a row of every kind that is forgotten at some time. */
async function openWarehouse(session: Client): Promise<Warehouse> {
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
  return { docks, pallet, reader }
}

/** A person's submission, dated by its receipt. */
async function submit(session: Client, { id }: Row, submission?: string): Promise<void> {
  const { status, body } = await session.post('/internal/v1/scans', {
    ...(submission !== undefined && { submission_id: submission }),
    location_id: id,
    reads: [{ value: tagOf }],
  })
  expect([status, body.data]).toEqual([200, { accepted: 1, duplicates: 0, unknown: [] }])
}

const placeOf = async (session: Client, { id }: Row): Promise<number> => {
  const { body } = await session.get(`/api/v1/reports/asset-locations?asset_id=${id}`)
  return body.data[0].location_id
}

const newestChange = async (session: Client): Promise<string> => {
  const { body } = await session.get('/internal/v1/audit?limit=1')
  return body.data[0].subject.name
}

const listed = async (session: Client, { id }: Row): Promise<boolean> => {
  const { body } = await session.get('/api/v1/assets?limit=200')
  return body.data.some((row: Row) => row.id === id)
}

const describeFaked = describe.skipIf(!hasFaketime)

describeFaked(`a clock that goes ahead${faketimeSuffix}`, () => {
  for (const [way, move] of Object.entries(ways))
    for (const [name, offset] of [
      ['a day', day],
      ['a year', year],
      ['ten years', 10 * year],
    ] as const)
      test(`by ${name} ${way} lets nothing be forgotten, and what it dates in the future is set back`, async () => {
        await start()
        const { docks, pallet, reader } = await openWarehouse(await signIn(program))
        const before = counts()
        expect(before).toEqual(oneOfEach)
        expect(Object.values(before)).not.toContain(0)

        await move(offset)
        await until(isDoubted, 'warning')
        expect((await readiness()).status).toBe(200)
        await until(() => program.log().includes('no data is deleted because of its age'), 'line in the log')

        // A working day in a wrong time.
        const wrong = await signIn(program)
        const { cookie } = await begin(clientOf(program.http))
        const key = await mintKey(wrong)
        const issued = (await exchange(clientOf(program.http), key)).body
        expect((await clientOf(program.http, issued.access_token).get('/api/v1/assets')).status).toBe(200)
        const made = await newAsset(wrong)
        const patched = await wrong.patch(`/api/v1/assets/${pallet.id}`, { name: 'Renamed' })
        expect(patched.status).toBe(200)
        await newLocation(wrong)
        expect(
          await runProgram(['admin', 'reset-password', administrator.email, '--data-dir', program.dataDir], {
            env: { ...clock.env },
          }),
        ).toMatchObject({ code: 0 })
        await wrong.post('/internal/v1/invitations', { role: 'viewer' })
        await submit(wrong, docks[1], 'wrong')
        await postReads(program, reader, [
          { value: tagOf, antenna: 2 },
          { value: 'STRANGER1', antenna: 2 },
          { value: 'STRANGER2', antenna: 2 },
        ])
        expect(laterThan(Date.now() + 0.9 * offset * 1000).length).toBeGreaterThan(10)
        await until(() => program.log().includes('maintenance finished'), 'maintenance')
        const after = counts()
        for (const table of forgettable)
          expect(after[table] as number, table).toBeGreaterThanOrEqual(before[table] as number)

        await move(0)
        await until(async () => !(await isDoubted()), 'end of the doubt')
        // The first read wins, whether its history has been set back already or not. For ten seconds after a scan it
        // would not: this reader's clock is ahead by more.
        const observed_at = new Date(clock.now() + 11_000).toISOString()
        await postReads(program, reader, [{ value: tagOf, antenna: 3, observed_at }])
        const session = await signIn(program)
        expect(await placeOf(session, pallet)).toBe(docks[2].id)
        expect(await listed(session, made)).toBeTrue()
        await until(() => program.log().includes('were moved back'), 'repair')

        expect(laterThan(Date.now() + 300_000)).toEqual([])
        const kept = counts()
        for (const table of forgettable)
          expect(kept[table] as number, table).toBeGreaterThanOrEqual(after[table] as number)

        // Tokens of the wrong time: what would live for years is refused, what can be renewed lives for 30 days at most.
        const refused = await clientOf(program.http, issued.access_token).get('/api/v1/assets')
        expect(refused.status).toBe(401)
        expect((await refreshSession(clientOf(program.http), cookie)).status).toBe(200)

        // A row of the wrong time is as good as any.
        const { body: read } = await session.get(`/api/v1/assets/${pallet.id}`)
        expect(Date.parse(read.data.updated_at)).toBeLessThan(Date.now() + 1000)
        const stale = patched.body.data.updated_at
        expect(
          (await session.patch(`/api/v1/assets/${pallet.id}`, { name: 'No', updated_at: stale })).status,
        ).toBe(400)
        const again = await session.patch(`/api/v1/assets/${pallet.id}`, {
          name: 'Again',
          updated_at: read.data.updated_at,
        })
        expect(again.status).toBe(200)
        expect(again.body.data.updated_at > read.data.updated_at).toBeTrue()
        const newest = await newAsset(session)
        expect(await newestChange(session)).toBe(newest.external_key)

        const { body: history } = await session.get(`/internal/v1/assets/${pallet.id}/events`)
        expect(history.data.map(({ location_id }: { location_id: number }) => location_id)).toEqual(
          [2, 1, 0, 0].map((index) => docks[index as 0 | 1 | 2].id),
        )
      })

  test('while the hourly maintenance comes lets that forget nothing', async () => {
    clock.discard()
    // The timers see the year as well, so that the maintenance of the next hour is due at once.
    clock = newFakeClock(true)
    await start()
    await openWarehouse(await signIn(program))
    const before = counts()
    const rounds = () => program.log().split('maintenance finished').length
    await until(() => rounds() > 1, 'maintenance')
    const earlier = rounds()
    clock.set(year)
    await until(() => rounds() > earlier, 'further maintenance')
    expect(counts()).toEqual(before)
  })
})

describeFaked(`a clock that goes by an hour${faketimeSuffix}`, () => {
  for (const [way, move] of Object.entries(ways))
    for (const [name, offset] of [
      ['ahead', hour],
      ['back', -hour],
    ] as const)
      test(`${name} ${way}, and later right again, hides nothing and keeps all order`, async () => {
        await start()
        const first = await signIn(program)
        const { docks, pallet, reader } = await openWarehouse(first)
        const made = [await newAsset(first)]
        const tokens = [made[0]?.updated_at]
        let place = 0
        let seconds = 0
        const crate = await newTagged(first, 'C7A7E')
        await postReads(program, reader, [{ value: 'C7A7E', antenna: 1 }])
        const before = counts()

        for (const now of [offset, 0]) {
          await move(now)
          const session = await signIn(program)
          expect((await readiness()).problems).toEqual([])
          for (const asset of made) expect(await listed(session, asset)).toBeTrue()
          const next = await newAsset(session)
          made.push(next)
          expect(await listed(session, next)).toBeTrue()
          expect(await newestChange(session)).toBe(next.external_key)
          const { body } = await session.patch(`/api/v1/assets/${made[0]?.id}`, {
            name: `At ${now}`,
            updated_at: tokens.at(-1),
          })
          expect(body.data.updated_at > (tokens.at(-1) as string)).toBeTrue()
          tokens.push(body.data.updated_at)

          place = (place + 1) % 3
          await submit(session, docks[place as 0 | 1 | 2])
          expect(await placeOf(session, pallet)).toBe(docks[place as 0 | 1 | 2].id)
          const { body: then } = await session.get(`/internal/v1/whereabouts?asset_id=${pallet.id}`)
          expect(then.data[0].location_id).toBe(docks[place as 0 | 1 | 2].id)
          // A reader whose clock is the machine's, and a crate that was last seen by the time of the service. Each read
          // comes when a move no longer waits for the one before it.
          seconds += 11
          const observed_at = new Date(clock.now() + seconds * 1000).toISOString()
          await postReads(program, reader, [{ value: 'C7A7E', antenna: place + 1, observed_at }])
          expect(await placeOf(session, crate)).toBe(docks[place as 0 | 1 | 2].id)
        }
        const after = counts()
        for (const table of forgettable)
          expect(after[table] as number, table).toBeGreaterThanOrEqual(before[table] as number)
        expect(laterThan(Date.now() + (hour + 300) * 1000)).toEqual([])
      })
})

describeFaked(`a time that is not believed${faketimeSuffix}`, () => {
  test('is confirmed by an owner of the installation, once, with an entry in the audit log, and what is too old then goes', async () => {
    await start()
    await openWarehouse(await signIn(program))
    await ways['while the service is off'](10 * year)
    await until(isDoubted, 'warning')
    const session = await signIn(program)
    const { body: shown } = await session.get('/internal/v1/clock')
    expect(shown.data).toMatchObject({ state: 'ahead', remaining_seconds: null })

    const confirm = (machine_time: string) =>
      session.post('/internal/v1/clock/confirmation', { machine_time })
    expect((await confirm(shown.data.believed_time)).status).toBe(409)
    expect((await confirm(shown.data.machine_time)).body.data.state).toBe('believed')
    expect((await confirm(shown.data.machine_time)).status).toBe(409)
    expect(await readiness()).toEqual({ status: 200, problems: [] })
    const { body: changes } = await session.get('/internal/v1/audit?action=confirmed')
    expect(changes.data).toHaveLength(1)
    expect(changes.data[0]).toMatchObject({
      actor: { kind: 'user' },
      subject: { kind: 'clock' },
      before: { time: expect.any(String) },
      after: { time: expect.any(String) },
    })

    const { unknown_tags: known } = counts()
    expect(known).toBe(1)
    await ways['while the service is off'](10 * year)
    await until(() => program.log().includes('maintenance finished'), 'maintenance')
    expect(counts()).toMatchObject({ unknown_tags: 0, raw_messages: 0, submissions: 0 })
  })

  for (const state of ['beside a running service', 'after a stop', 'after a kill'] as const)
    test(`is confirmed by the command ${state}`, async () => {
      await start()
      await openWarehouse(await signIn(program))
      const { dataDir } = program
      const command = (...args: string[]) =>
        runProgram(['clock', ...args, '--data-dir', dataDir], { env: { ...clock.env } })
      expect(await command()).toMatchObject({ code: 0, stdout: expect.stringContaining('is believed') })
      await ways['while the service is off'](year)
      await until(isDoubted, 'warning')
      expect(await command()).toMatchObject({ code: 1, stdout: expect.stringContaining('far ahead of') })
      if (state === 'after a stop') await program.stop()
      if (state === 'after a kill') await program.kill()
      expect(await command('confirm')).toMatchObject({ code: 0 })
      if (state !== 'beside a running service') await start(dataDir)
      await until(async () => !(await isDoubted()), 'end of the doubt')
      expect(await command()).toMatchObject({ code: 0, stdout: expect.stringContaining('is believed') })
      const { body } = await (await signIn(program)).get('/internal/v1/audit?action=confirmed')
      expect(body.data).toMatchObject([{ actor: { kind: 'system' } }])
    })

  test('far behind leaves the service at the time that it knows, whatever is made or read then', async () => {
    await start()
    const { docks, pallet } = await openWarehouse(await signIn(program))
    await ways['while the service is off'](-20 * year)
    await until(isDoubted, 'warning')
    const session = await signIn(program)
    await submit(session, docks[2])
    expect(await placeOf(session, pallet)).toBe(docks[2].id)
    const made = await newAsset(session)
    expect(Math.abs(Date.parse(made.updated_at) - Date.now())).toBeLessThan(120_000)
    await ways['while the service is off'](0)
    expect(await isDoubted()).toBeFalse()
    expect(await listed(await signIn(program), made)).toBeTrue()
  })

  test('that was confirmed by mistake is taken back by another confirmation, and all is set back', async () => {
    await start()
    const { docks, pallet } = await openWarehouse(await signIn(program))
    clock.set(10 * year)
    await until(isDoubted, 'warning')
    const confirm = async () => {
      const session = await signIn(program)
      const { body } = await session.get('/internal/v1/clock')
      const { machine_time } = body.data
      expect((await session.post('/internal/v1/clock/confirmation', { machine_time })).status).toBe(200)
    }
    await confirm()
    const wrong = await signIn(program)
    await submit(wrong, docks[1])
    clock.set(0)
    await until(isDoubted, 'warning')
    await confirm()
    await until(() => program.log().includes('were moved back'), 'repair')
    expect(laterThan(Date.now() + 300_000)).toEqual([])
    const session = await signIn(program)
    expect(await placeOf(session, pallet)).toBe(docks[1].id)
    await submit(session, docks[2])
    expect(await placeOf(session, pallet)).toBe(docks[2].id)
  })

  test('of a database from before is told by what that holds, and the command repairs it', async () => {
    await start()
    await openWarehouse(await signIn(program))
    const { dataDir } = program
    await program.stop()
    // As an earlier version has left it, which believed any time.
    const db = new Database(join(dataDir, 'whereabouts.db'))
    db.run('update clock set believed_at = null')
    db.run("update audit_entries set changed_at = '2040' || substr(changed_at, 5) where id > 3")
    db.close()
    const command = (...args: string[]) =>
      runProgram(['clock', ...args, '--data-dir', dataDir], { env: { ...clock.env } })
    expect((await command()).stdout).toContain('is in the future: 2040')
    expect(await command('repair')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('moved back by'),
    })
    expect((await command()).stdout).toContain('The database contains no times in the future')
    expect(existsSync(join(dataDir, 'whereabouts.db'))).toBeTrue()

    const other = new Database(join(dataDir, 'whereabouts.db'))
    other.run('update clock set believed_at = null')
    other.close()
    clock.set(year)
    await start(dataDir)
    expect(await isDoubted()).toBeTrue()
  })
})
