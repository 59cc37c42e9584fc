import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { faketimeSuffix } from '../../support/faketime'
import { runProgram } from '../../support/program'
import { newAsset } from '../../support/records'
import {
  year,
  clock,
  program,
  start,
  until,
  ways,
  readiness,
  isDoubted,
  counts,
  laterThan,
  openWarehouse,
  submit,
  placeOf,
  listed,
  describeFaked,
  useClock,
} from '../../support/wrong-clock'

/** A time that the service does not believe, and its confirmation (decision 0012). */

setDefaultTimeout(60_000)
useClock()

describeFaked(`a time that is not accepted${faketimeSuffix}`, () => {
  // Rule: internal-api.md, Clock
  test('is confirmed by an owner of the installation, once, with an entry in the audit log, and data that is too old is then deleted', async () => {
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
    // Rule: internal-api.md, Clock
    test(`is confirmed by the command ${state}`, async () => {
      await start()
      await openWarehouse(await signIn(program))
      const { dataDir } = program
      const command = (...args: string[]) =>
        runProgram(['clock', ...args, '--data-dir', dataDir], { env: { ...clock.env } })
      expect(await command()).toMatchObject({ code: 0, stdout: expect.stringContaining('is accepted') })
      await ways['while the service is off'](year)
      await until(isDoubted, 'warning')
      expect(await command()).toMatchObject({ code: 1, stdout: expect.stringContaining('far ahead of') })
      if (state === 'after a stop') await program.stop()
      if (state === 'after a kill') await program.kill()
      expect(await command('confirm')).toMatchObject({ code: 0 })
      if (state !== 'beside a running service') await start(dataDir)
      await until(async () => !(await isDoubted()), 'end of the doubt')
      // The service stores what it accepts a moment later.
      await until(async () => (await command()).code === 0, 'the stored time')
      expect((await command()).stdout).toContain('is accepted')
      const { body } = await (await signIn(program)).get('/internal/v1/audit?action=confirmed')
      expect(body.data).toMatchObject([{ actor: { kind: 'system' } }])
    })

  test('far behind leaves the service at the last known time, for writes and reads', async () => {
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

  test('that was confirmed by mistake is corrected by another confirmation, and all times are set back', async () => {
    await start()
    const { docks, pallet } = await openWarehouse(await signIn(program))
    clock.set(10 * year)
    await until(isDoubted, 'warning')
    const confirm = async (session: Client) => {
      const { body } = await session.get('/internal/v1/clock')
      const { machine_time } = body.data
      expect((await session.post('/internal/v1/clock/confirmation', { machine_time })).status).toBe(200)
    }
    await confirm(await signIn(program))
    const wrong = await signIn(program)
    await submit(wrong, docks[1])
    const stored = () => laterThan(Date.now() + 300_000)
    await until(() => stored().some((found) => found.startsWith('clock.')), 'the wrong time is stored')
    clock.set(0)
    await until(isDoubted, 'warning')
    await confirm(wrong)
    await until(() => program.log().includes('were moved back'), 'repair')
    // The service stores its own time a moment later.
    await until(() => stored().length === 0, 'no time in the future')
    const session = await signIn(program)
    expect(await placeOf(session, pallet)).toBe(docks[1].id)
    await submit(session, docks[2])
    expect(await placeOf(session, pallet)).toBe(docks[2].id)
  })

  test('in a database of an earlier version is recognized by the rows, and the command repairs it', async () => {
    await start()
    await openWarehouse(await signIn(program))
    const { dataDir } = program
    await program.stop()
    // As an earlier version has left it, which believed any time.
    const db = openDatabase(dataDir)
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

    const other = openDatabase(dataDir)
    other.run('update clock set believed_at = null')
    other.close()
    clock.set(year)
    await start(dataDir)
    expect(await isDoubted()).toBeTrue()
  })
})
