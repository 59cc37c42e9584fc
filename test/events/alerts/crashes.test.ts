import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { newRule, statesOf, untilStates } from '../../support/alerts'
import { type Client, signIn } from '../../support/client'
import { newDataDir, startProgram, stopPrograms } from '../../support/program'
import { newLocation, newTagged, type Row } from '../../support/records'
import { secondsAhead } from '../../support/scans'
import { until } from '../../support/until'

/** Alerts after kill -9 and after a restart. */

setDefaultTimeout(120_000)
afterAll(stopPrograms)

const assetCount = 60

const scanAll = (session: Client, place: Row, assets: readonly Row[]) =>
  session.post('/internal/v1/scans', {
    location_id: place.id,
    reads: assets.map(({ external_key: value }) => ({ value, observed_at: secondsAhead(0) })),
  })

/** The number of alerts about each asset, and the events in the log that say that one opened. */
async function raised(session: Client, ruleId: number) {
  const { body } = await session.get(`/internal/v1/alerts?rule_id=${ruleId}&limit=200`)
  const bySubject = Map.groupBy(body.data as { subject: { id: number } }[], ({ subject }) => subject.id)
  const logged = await session.get('/api/v1/events?type=alert.opened&limit=200')
  const events = (logged.body.data as { alert: { rule_id: number } }[]).filter(
    ({ alert }) => alert.rule_id === ruleId,
  )
  return { counts: [...bySubject.values()].map((all) => all.length), eventCount: events.length }
}

// Rule: api.md, Alerts
test('no alert is lost and none is raised twice after kill -9, and a restart raises nothing', async () => {
  const dataDir = newDataDir()
  let program = await startProgram({ dataDir })
  let session = await signIn(program)
  const hall = await newLocation(session)
  const dock = await newLocation(session)
  const assets: Row[] = []
  for (let count = 0; count < assetCount; count++) assets.push(await newTagged(session, `KILL-${count}`))
  const rule = await newRule(session, { kind: 'entered', location_id: hall.id })
  const held = await newRule(session, { kind: 'entered', location_id: hall.id, hold_seconds: 2 })

  // It is killed while it evaluates: the scans are on disk, and perhaps some of the alerts.
  for (const from of [0, 20, 40]) {
    await scanAll(session, hall, assets.slice(from, from + 20))
    await program.kill()
    program = await startProgram({ dataDir })
    session = await signIn(program)
  }
  const all = assets.map(() => 'open')
  await untilStates(session, rule.id, all)
  await untilStates(session, held.id, all)
  const once = { counts: assets.map(() => 1), eventCount: assetCount }
  expect(await raised(session, rule.id)).toEqual(once)
  expect(await raised(session, held.id)).toEqual(once)

  await program.stop()
  program = await startProgram({ dataDir })
  session = await signIn(program)
  // An alert after the restart shows that all events before it were evaluated.
  const [first] = assets as [Row]
  await scanAll(session, dock, [first])
  await until(async () => (await statesOf(session, held.id)).includes('cleared'), 'the alert closes')
  expect(await raised(session, rule.id)).toEqual(once)
  expect(await raised(session, held.id)).toEqual(once)
})
