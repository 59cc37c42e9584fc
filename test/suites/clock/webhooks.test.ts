import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { type Client, signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { faketimeSuffix } from '../../support/faketime'
import { startReceiver, stopReceivers } from '../../support/receiver'
import { newLocation } from '../../support/records'
import { deliveriesOf, newWebhook, readWebhook } from '../../support/webhooks'
import {
  clock,
  day,
  describeFaked,
  hour,
  program,
  start,
  until,
  year,
  useClock,
} from '../../support/wrong-clock'

/** Failing webhooks of a machine whose clock is wrong, or that was off (docs/webhooks.md, Failures). */

setDefaultTimeout(90_000)
useClock()
afterEach(stopReceivers)

const startWithHooks = (dataDir?: string) => start(dataDir, { WHEREABOUTS_WEBHOOK_ALLOW: '127.0.0.0/8' })

const failuresReach = (session: Client, id: number, count: number) =>
  until(async () => (await readWebhook(session, id)).failures >= count, `${count} failures`)

describeFaked(`a failing webhook${faketimeSuffix}`, () => {
  test('continues within a minute after a clock that was a year ahead is corrected', async () => {
    await startWithHooks()
    const session = await signIn(program)
    let isDown = true
    const receiver = startReceiver({ respond: () => new Response('', { status: isDown ? 500 : 200 }) })
    const { id } = await newWebhook(session, receiver.url)
    clock.set(year)
    const ahead = await signIn(program)
    await newLocation(ahead)
    await failuresReach(ahead, id, 1)
    isDown = false
    clock.set(0)
    const corrected = await signIn(program)
    await until(async () => (await readWebhook(corrected, id)).behind === 0, 'the event arrives')
    expect(await readWebhook(corrected, id)).toMatchObject({ failing_since: null, is_enabled: true })
  })

  test('that failed before a clock was set a year ahead waits at most a day after the correction', async () => {
    await startWithHooks()
    const session = await signIn(program)
    const receiver = startReceiver({ respond: () => new Response('', { status: 500 }) })
    const { id } = await newWebhook(session, receiver.url)
    await newLocation(session)
    await failuresReach(session, id, 1)
    clock.set(year)
    await failuresReach(await signIn(program), id, 2)
    clock.set(0)
    const corrected = await signIn(program)
    await failuresReach(corrected, id, 3)
    const { failing_since: since, next_attempt_at: next, is_enabled } = await readWebhook(corrected, id)
    expect(is_enabled).toBeTrue()
    expect(Date.parse(since)).toBeLessThanOrEqual(Date.now())
    expect(Date.parse(next) - Date.now()).toBeLessThan(day * 1000)
  })

  test('is not disabled because the machine was off for a week', async () => {
    await startWithHooks()
    const session = await signIn(program)
    const receiver = startReceiver({ respond: () => new Response('', { status: 500 }) })
    const { id } = await newWebhook(session, receiver.url)
    await newLocation(session)
    await failuresReach(session, id, 1)
    await program.stop()
    clock.set(7 * day)
    await startWithHooks(program.dataDir)
    const later = await signIn(program)
    const { failures } = await readWebhook(later, id)
    await failuresReach(later, id, failures + 1)
    const { failing_since: since, is_enabled } = await readWebhook(later, id)
    expect(is_enabled).toBeTrue()
    expect(clock.now() - Date.parse(since)).toBeLessThan(hour * 1000)
  })

  test('is not disabled while the machine time is in doubt', async () => {
    await startWithHooks()
    const session = await signIn(program)
    const receiver = startReceiver({ respond: () => new Response('', { status: 500 }) })
    const { id } = await newWebhook(session, receiver.url)
    await newLocation(session)
    await failuresReach(session, id, 1)
    await program.stop()
    // It has failed for 4.5 days, and the next attempt is due when the wrong clock says so.
    const database = openDatabase(program.dataDir)
    const micros = Date.now() * 1000
    database.run('update webhooks set failing_since = ?, next_attempt_at = ? where id = ?', [
      micros - 4.5 * day * 1_000_000,
      micros + 20 * hour * 1_000_000,
      id,
    ])
    database.close()
    clock.set(20 * hour)
    await startWithHooks(program.dataDir)
    const doubtful = await signIn(program)
    const { failures } = await readWebhook(doubtful, id)
    await failuresReach(doubtful, id, failures + 1)
    expect(await readWebhook(doubtful, id)).toMatchObject({ is_enabled: true, disabled_reason: null })
  })
})

describeFaked(`a webhook that was created while the clock was a year ahead${faketimeSuffix}`, () => {
  test('gets right times after the correction, and its previous secret is valid for a day at most', async () => {
    await startWithHooks()
    clock.set(year)
    const wrong = await signIn(program)
    const receiver = startReceiver()
    const { id } = await newWebhook(wrong, receiver.url)
    await newLocation(wrong)
    await until(async () => (await deliveriesOf(wrong, id)).length > 0, 'a delivery')
    expect((await wrong.post(`/internal/v1/webhooks/${id}/secret`)).status).toBe(200)
    clock.set(0)
    await until(() => program.log().includes('were moved back'), 'repair')
    const session = await signIn(program)
    const hook = await readWebhook(session, id)
    const attempts: readonly { attempted_at: string }[] = await deliveriesOf(session, id)
    const { created_at: created, updated_at: updated, previous_secret_expires_at: expires } = hook
    expect(Date.parse(created)).toBeLessThanOrEqual(Date.parse(updated))
    for (const at of [updated, ...attempts.map((attempt) => attempt.attempted_at)])
      expect(Date.parse(at)).toBeLessThanOrEqual(clock.now())
    const left = Date.parse(expires) - clock.now()
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(day * 1000)
  })
})
