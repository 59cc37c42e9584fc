import { expect, setDefaultTimeout, test } from 'bun:test'
import { alertsOf, newRule, statesOf, untilStates } from '../../support/alerts'
import { type Client, signIn } from '../../support/client'
import { openDatabase } from '../../support/direct-database'
import { faketimeSuffix } from '../../support/faketime'
import { freshKey, newLocation, newTagged, type Row } from '../../support/records'
import {
  clock,
  day,
  describeFaked,
  hour,
  isDoubtLogged,
  program,
  readiness,
  start,
  until,
  useClock,
} from '../../support/wrong-clock'

/** Alerts on a machine that was off, and on one whose clock was wrong (docs/alerts.md, The clock). */

setDefaultTimeout(60_000)
useClock()

/** Scans without a time, so that they have that of the service. */
const scanAt = (session: Client, place: Row, asset: Row) =>
  session.post('/internal/v1/scans', { location_id: place.id, reads: [{ value: asset.external_key }] })

/** Dates the rules an hour back: a scan in a wrong time is set back to some minutes before the present. */
function switchedOnEarlier(): void {
  const db = openDatabase(program.dataDir)
  db.run('update alert_rules set enabled_at = enabled_at - ?', [hour * 1_000_000])
  db.close()
}

const subjectsOf = async (session: Client, ruleId: number): Promise<number[]> =>
  (await alertsOf(session, ruleId)).map(({ subject }) => subject.id)

// Rule: api.md, Alerts
describeFaked(`alerts${faketimeSuffix}`, () => {
  test('are raised after the machine was off for a night and a weekend, as after a minute', async () => {
    await start()
    const before = await signIn(program)
    const hall = await newLocation(before)
    const rule = await newRule(before, { kind: 'entered', location_id: hall.id })
    const assets = [await newTagged(before, freshKey('A')), await newTagged(before, freshKey('A'))]
    const { dataDir } = program
    for (const [index, off] of [12 * hour, 3 * day].entries()) {
      await program.stop()
      clock.set(off)
      await start(dataDir)
      const session = await signIn(program)
      expect((await readiness()).problems).toEqual([])
      await scanAt(session, hall, assets[index] as Row)
      await untilStates(
        session,
        rule.id,
        assets.slice(0, index + 1).map(() => 'open'),
      )
    }
  })

  test('are not raised by a clock that is wrong, and once each after it was corrected', async () => {
    await start()
    let session = await signIn(program)
    const [hall, yard] = [await newLocation(session), await newLocation(session)]
    const [early, wrong, late] = [
      await newTagged(session, freshKey('A')),
      await newTagged(session, freshKey('A')),
      await newTagged(session, freshKey('A')),
    ]
    const rule = await newRule(session, { kind: 'entered', location_id: hall.id })
    const dwell = await newRule(session, { kind: 'dwell', minutes: 60, location_id: hall.id })
    await program.stop()
    switchedOnEarlier()
    await start(program.dataDir)
    session = await signIn(program)
    await scanAt(session, hall, early)
    await untilStates(session, rule.id, ['open'])

    clock.set(day)
    await until(isDoubtLogged, 'the doubt is in the log')
    const during = await signIn(program)
    await scanAt(during, hall, wrong)
    expect(await statesOf(during, rule.id)).toEqual(['open'])

    clock.set(0)
    await until(() => !isDoubtLogged(), 'the time is accepted again')
    const after = await signIn(program)
    await scanAt(after, hall, late)
    await until(
      async () => (await subjectsOf(after, rule.id)).includes(late.id),
      'the last asset has an alert',
    )
    await untilStates(after, rule.id, ['open', 'open', 'open'])
    expect(new Set(await subjectsOf(after, rule.id))).toEqual(new Set([early.id, wrong.id, late.id]))
    // A day has not passed for anyone.
    expect(await statesOf(after, dwell.id)).toEqual([])
    await scanAt(after, yard, early)
    await until(
      async () => (await statesOf(after, rule.id)).filter((state) => state === 'cleared').length === 1,
      'one alert closes',
    )
    expect(await statesOf(after, rule.id)).toHaveLength(3)
  })
})
