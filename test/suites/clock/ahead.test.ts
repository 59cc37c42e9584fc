import { expect, setDefaultTimeout, test } from 'bun:test'
import { clientOf, mintKey, signIn } from '../../support/client'
import { faketimeSuffix } from '../../support/faketime'
import { begin, exchange, refreshSession } from '../../support/identity'
import { administrator, runProgram } from '../../support/program'
import { newAsset, newLocation } from '../../support/records'
import { postReads } from '../../support/scans'
import {
  day,
  year,
  clock,
  program,
  start,
  until,
  ways,
  readiness,
  isDoubtLogged,
  expiringTables,
  counts,
  oneOfEach,
  laterThan,
  tagOf,
  openWarehouse,
  submit,
  subscribe,
  placeOf,
  newestChange,
  listed,
  describeFaked,
  setUpClock,
  useClock,
} from '../../support/wrong-clock'

/** A clock that is far ahead: the service forgets nothing, and sets back what it dated in the future (decision 0012). */

setDefaultTimeout(60_000)
useClock()

describeFaked(`a clock that runs ahead${faketimeSuffix}`, () => {
  for (const [way, move] of Object.entries(ways))
    for (const [name, offset] of [
      ['a day', day],
      ['a year', year],
      ['ten years', 10 * year],
    ] as const)
      // Rule: internal-api.md, Clock
      test(`by ${name} ${way} deletes no data, and times that it dates in the future are set back`, async () => {
        await start()
        const { docks, pallet, reader, key: subscriberKey } = await openWarehouse(await signIn(program))
        const before = counts()
        expect(before).toEqual(oneOfEach)
        expect(Object.values(before)).not.toContain(0)

        await move(offset)
        await until(isDoubtLogged, 'warning')
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
        const subscriber = await subscribe(subscriberKey)
        expect(subscriber.connack.sessionPresent).toBeTrue()
        await subscriber.disconnect()
        expect(laterThan(Date.now() + 0.9 * offset * 1000).length).toBeGreaterThan(10)
        await until(() => program.log().includes('maintenance finished'), 'maintenance')
        const after = counts()
        for (const table of expiringTables)
          expect(after[table] as number, table).toBeGreaterThanOrEqual(before[table] as number)

        await move(0)
        await until(() => !isDoubtLogged(), 'end of the doubt')
        // The first read wins, whether its history has been set back already or not. For ten seconds after a scan it
        // would not, so the clock of this reader is ahead by more.
        const observed_at = new Date(clock.now() + 100_000).toISOString()
        await postReads(program, reader, [{ value: tagOf, antenna: 3, observed_at }])
        const session = await signIn(program)
        expect(await placeOf(session, pallet)).toBe(docks[2].id)
        expect(await listed(session, made)).toBeTrue()
        await until(() => program.log().includes('were moved back'), 'repair')

        expect(laterThan(Date.now() + 300_000)).toEqual([])
        const kept = counts()
        for (const table of expiringTables)
          expect(kept[table] as number, table).toBeGreaterThanOrEqual(after[table] as number)

        // Tokens of the wrong time: what would live for years is refused, what can be renewed lives for 30 days at most.
        const refused = await clientOf(program.http, issued.access_token).get('/api/v1/assets')
        expect(refused.status).toBe(401)
        expect((await refreshSession(clientOf(program.http), cookie)).status).toBe(200)

        // Any row with a wrong time would do.
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

  test('during the hourly maintenance causes no deletion', async () => {
    clock.discard()
    // The timers follow the clock, so that the maintenance of the next hour is due at once.
    setUpClock(true)
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
