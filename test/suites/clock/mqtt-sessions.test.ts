import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { mintKey, signIn } from '../../support/client'
import { faketimeSuffix } from '../../support/faketime'
import { closeRaw, openRaw } from '../../support/raw-subscriber'
import {
  clock,
  day,
  describeFaked,
  inDatabase,
  program,
  start,
  until,
  useClock,
} from '../../support/wrong-clock'

/** The expiry of the sessions of MQTT subscribers (docs/mqtt-out.md) on a machine whose clock moves. */

setDefaultTimeout(60_000)
useClock()
afterEach(closeRaw)

const expiresAt = () =>
  inDatabase((db) => {
    const row = db.query('select expires_at from mqtt_sessions').get() as { expires_at: string } | null
    return row ? Date.parse(row.expires_at) : 0
  })

describeFaked(`a session of a connected subscriber${faketimeSuffix}`, () => {
  test('gets a later expiry before the stored one passes, and an earlier one when the clock goes back', async () => {
    await start()
    const key = await mintKey(await signIn(program), ['tracking:read'])
    const options = { clientId: 'quiet', clean: false, properties: { sessionExpiryInterval: 60 } }
    const first = await openRaw(program, key, options)
    await first.subscribe(['north/events/+'])
    const expected = () =>
      expiresAt() > clock.now() + 60_000 && expiresAt() <= clock.now() + 60_000 + day * 1000
    await until(expected, 'an expiry')
    for (const offset of [20 * day, 40 * day, 0]) {
      clock.set(offset)
      await until(expected, `an expiry ${offset} s later`)
    }
    await first.disconnect()
    await until(() => expiresAt() <= clock.now() + 60_000, 'the expiry from the disconnection')
    expect((await openRaw(program, key, options)).connack.sessionPresent).toBe(true)
  })
})
