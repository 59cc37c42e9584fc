import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { actOn, alertsOf, changeRule, newRule, readAlert, untilStates } from '../../support/alerts'
import { type Client, signIn } from '../../support/client'
import { newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { freshKey, newAsset, newLocation, newTagged, type Row } from '../../support/records'
import { newReader, postReads, scan, secondsAhead } from '../../support/scans'

/** When each kind of rule opens and closes an alert (docs/alerts.md, Kinds). */

setDefaultTimeout(60_000)

let program: Program
let session: Client

beforeAll(async () => {
  program = await startProgram({ dataDir: newDataDir() })
  session = await signIn(program)
})
afterAll(stopPrograms)

interface Places {
  readonly hall: Row
  readonly aisle: Row
  readonly dock: Row
  readonly yard: Row
}

/** A hall with an aisle below it, a dock and a yard. */
async function places(): Promise<Places> {
  const hall = await newLocation(session, { external_key: freshKey('HALL') })
  const aisle = await newLocation(session, { external_key: freshKey('AISLE'), parent_id: hall.id })
  const dock = await newLocation(session, { external_key: freshKey('DOCK') })
  const yard = await newLocation(session, { external_key: freshKey('YARD') })
  return { hall, aisle, dock, yard }
}

const asset = () => newTagged(session, freshKey('A'))
const move = (one: Row, place: Row, at = 0) => scan(session, place.id, one.external_key, secondsAhead(at))
const scopeOf = (...assets: Row[]) => ({ kind: 'assets', asset_ids: assets.map(({ id }) => id) })

// Rule: internal-api.md, Alert rules
describe('a rule', () => {
  test('entered opens for an asset that comes below the location, and closes when it leaves', async () => {
    const { hall, aisle, dock } = await places()
    const [inside, moving, other] = [await asset(), await asset(), await asset()]
    await move(inside, aisle)
    const rule = await newRule(session, {
      kind: 'entered',
      location_id: hall.id,
      scope: scopeOf(inside, moving),
    })
    await move(moving, aisle)
    await move(other, aisle)
    await untilStates(session, rule.id, ['open'])
    const [alert] = await alertsOf(session, rule.id)
    expect(alert).toMatchObject({
      rule_name: 'Rule entered',
      kind: 'entered',
      severity: 'normal',
      subject: { kind: 'asset', id: moving.id, external_key: moving.external_key, name: 'Thing' },
      location_id: aisle.id,
      location_external_key: aisle.external_key,
      is_late: false,
      occurrences: 1,
      evidence: { reason: `Scanned at Place`, occurred_at: alert.opened_at },
    })
    // Within the location, nothing enters or leaves.
    await move(moving, hall)
    await move(moving, dock)
    await untilStates(session, rule.id, ['cleared'])
    await move(moving, hall)
    await untilStates(session, rule.id, ['cleared', 'open'])
  })

  test('left opens when an asset is placed elsewhere, and stays open until it is back', async () => {
    const { hall, aisle, dock, yard } = await places()
    const [there, never] = [await asset(), await asset()]
    await move(there, aisle)
    await move(never, dock)
    const rule = await newRule(session, { kind: 'left', location_id: hall.id, scope: scopeOf(there, never) })
    await move(never, yard)
    await move(there, dock)
    await untilStates(session, rule.id, ['open'])
    await move(there, yard)
    await move(there, aisle)
    await untilStates(session, rule.id, ['cleared'])
    expect(await alertsOf(session, rule.id)).toMatchObject([
      { subject: { id: there.id }, location_id: hall.id, occurrences: 1 },
    ])
  })

  test('outside opens for an asset elsewhere, even if it was there before the rule', async () => {
    const { hall, dock, aisle } = await places()
    const [before, after] = [await asset(), await asset()]
    await move(before, dock, -30)
    const rule = await newRule(session, {
      kind: 'outside',
      location_id: hall.id,
      scope: scopeOf(before, after),
    })
    await untilStates(session, rule.id, ['open'])
    await move(after, dock)
    await untilStates(session, rule.id, ['open', 'open'])
    await move(before, aisle)
    await move(after, hall)
    await untilStates(session, rule.id, ['cleared', 'cleared'])
  })

  test('moved_between opens only if the event before was at the other location', async () => {
    const { hall, aisle, dock, yard } = await places()
    const [direct, detour] = [await asset(), await asset()]
    await move(direct, aisle, -2)
    await move(detour, aisle, -2)
    const rule = await newRule(session, {
      kind: 'moved_between',
      location_id: dock.id,
      from_location_id: hall.id,
      scope: scopeOf(direct, detour),
    })
    await move(detour, yard)
    await move(detour, dock)
    await move(direct, dock)
    await untilStates(session, rule.id, ['open'])
    expect((await alertsOf(session, rule.id))[0].subject.id).toBe(direct.id)
    await move(direct, dock)
    await move(direct, yard)
    await untilStates(session, rule.id, ['cleared'])
  })

  test('dwell opens for an asset that stays for longer, counted from its arrival', async () => {
    const { hall, aisle, dock } = await places()
    const [long, short] = [await asset(), await asset()]
    await move(long, hall, -200)
    await move(long, aisle, -100)
    await move(short, hall, -10)
    const rule = await newRule(session, {
      kind: 'dwell',
      minutes: 2,
      location_id: hall.id,
      scope: scopeOf(long, short),
    })
    await untilStates(session, rule.id, ['open'])
    const [alert] = await alertsOf(session, rule.id)
    expect(alert.subject.id).toBe(long.id)
    // It opened before the rule was switched on.
    expect(alert.opened_at < alert.recorded_at).toBe(true)
    await move(long, dock)
    await untilStates(session, rule.id, ['cleared'])
  })

  test('missing opens for an asset that is not read, and closes when it is read again', async () => {
    const { hall } = await places()
    const [gone, seen] = [await asset(), await asset()]
    await move(gone, hall, -400)
    await move(seen, hall)
    const rule = await newRule(session, { kind: 'missing', minutes: 6, scope: scopeOf(gone, seen) })
    await untilStates(session, rule.id, ['open'])
    expect((await alertsOf(session, rule.id))[0].subject.id).toBe(gone.id)
    await move(gone, hall)
    await untilStates(session, rule.id, ['cleared'])
  })

  test('par opens while there are too few or too many assets of its scope', async () => {
    const { hall, aisle, dock } = await places()
    const some = [await asset(), await asset(), await asset(), await asset()] as const
    for (const one of some.slice(0, 2)) await move(one, aisle)
    const rule = await newRule(session, {
      kind: 'par',
      min_count: 2,
      max_count: 3,
      location_id: hall.id,
      scope: scopeOf(...some),
    })
    const stranger = await asset()
    await move(stranger, hall)
    await move(some[0], dock)
    await untilStates(session, rule.id, ['open'])
    expect((await alertsOf(session, rule.id))[0]).toMatchObject({
      subject: { kind: 'location', id: hall.id, external_key: hall.external_key },
      location_id: hall.id,
    })
    await move(some[0], hall)
    await untilStates(session, rule.id, ['cleared'])
    await move(some[2], hall)
    await move(some[3], hall)
    await untilStates(session, rule.id, ['cleared', 'open'])
  })

  test('tag_unknown opens for a new tag at the location, and closes when it is bound or dismissed', async () => {
    const { hall, aisle, dock } = await places()
    const reader = await newReader(session, freshKey('R'), [aisle.id, dock.id])
    const rule = await newRule(session, { kind: 'tag_unknown', location_id: hall.id })
    const [one, other, elsewhere] = [freshKey('T'), freshKey('T'), freshKey('T')]
    await postReads(program, reader, [
      { value: one, antenna: 1 },
      { value: other, antenna: 1 },
      { value: elsewhere, antenna: 2 },
    ])
    await untilStates(session, rule.id, ['open', 'open'])
    const found = await alertsOf(session, rule.id)
    expect(new Set(found.map(({ subject }) => subject.external_key))).toEqual(new Set([one, other]))
    expect(found[0].subject.kind).toBe('tag')
    const thing = await newAsset(session)
    const ids = found.map(({ subject }) => subject.id)
    await session.post(`/internal/v1/unknown-tags/${ids[0]}/bind`, { asset_id: thing.id })
    await session.delete(`/internal/v1/unknown-tags/${ids[1]}`)
    await untilStates(session, rule.id, ['cleared', 'cleared'])
  })
})

// Rule: internal-api.md, Alert rules
describe('a flap', () => {
  test('shorter than hold_seconds opens nothing', async () => {
    const { hall, dock } = await places()
    const [flapping, staying] = [await asset(), await asset()]
    const rule = await newRule(session, {
      kind: 'entered',
      location_id: hall.id,
      hold_seconds: 3,
      scope: scopeOf(flapping, staying),
    })
    await move(flapping, hall)
    await move(flapping, dock)
    await move(staying, hall)
    await untilStates(session, rule.id, ['open'])
    const [alert] = await alertsOf(session, rule.id)
    expect(alert.subject.id).toBe(staying.id)
    expect(Date.parse(alert.opened_at) - Date.parse(alert.evidence.occurred_at)).toBe(3000)
  })

  test('shorter than clear_seconds closes nothing, and counts', async () => {
    const { hall, dock } = await places()
    const one = await asset()
    const rule = await newRule(session, {
      kind: 'entered',
      location_id: hall.id,
      clear_seconds: 3,
      scope: scopeOf(one),
    })
    await move(one, hall)
    await untilStates(session, rule.id, ['open'])
    await move(one, dock)
    await move(one, hall)
    await move(one, dock)
    await untilStates(session, rule.id, ['cleared'])
    expect((await alertsOf(session, rule.id))[0].occurrences).toBe(2)
  })
})

// Rule: api.md, Alerts
describe('a late read', () => {
  test('that shows that the condition did not hold long enough retracts the alert', async () => {
    const { hall, dock } = await places()
    const one = await asset()
    await move(one, hall, -60)
    const rule = await newRule(session, {
      kind: 'left',
      location_id: hall.id,
      hold_seconds: 2,
      scope: scopeOf(one),
    })
    await move(one, dock)
    await untilStates(session, rule.id, ['open'])
    const [{ id, evidence }] = await alertsOf(session, rule.id)
    const soon = new Date(Date.parse(evidence.occurred_at) + 1000).toISOString()
    await scan(session, hall.id, one.external_key, soon)
    await untilStates(session, rule.id, ['retracted'])
    const { timeline } = await readAlert(session, id)
    expect(timeline.map(({ action }: { action: string }) => action)).toEqual(['opened', 'retracted'])
  })

  test('raises a late alert for what began long ago', async () => {
    const { hall } = await places()
    const one = await asset()
    const rule = await newRule(session, {
      kind: 'dwell',
      minutes: 1,
      location_id: hall.id,
      scope: scopeOf(one),
    })
    await move(one, hall, -3600)
    await untilStates(session, rule.id, ['open'])
    expect((await alertsOf(session, rule.id))[0].is_late).toBe(true)
  })

  test('with what has ended already is recorded as a closed alert', async () => {
    const { hall, dock } = await places()
    const one = await asset()
    const rule = await newRule(session, { kind: 'entered', location_id: hall.id, scope: scopeOf(one) })
    await move(one, dock, 3)
    await move(one, hall, 1)
    await untilStates(session, rule.id, ['cleared'])
  })
})

// Rule: internal-api.md, Alerts and people
describe('a person', () => {
  test('acknowledges, gives back, snoozes and closes an alert', async () => {
    const { hall, dock } = await places()
    const one = await asset()
    const rule = await newRule(session, { kind: 'entered', location_id: hall.id, scope: scopeOf(one) })
    await move(one, hall)
    await untilStates(session, rule.id, ['open'])
    const [{ id }] = await alertsOf(session, rule.id)
    const taken = await actOn(session, id, 'acknowledge', { note: 'I go' })
    expect(taken.body.data).toMatchObject({ note: 'I go', acknowledged_by: { name: expect.any(String) } })
    const again = await actOn(session, id, 'acknowledge', { note: 'Me too' })
    expect([again.status, again.body.data]).toEqual([200, taken.body.data])
    expect((await actOn(session, id, 'release')).body.data).toMatchObject({
      acknowledged_at: null,
      note: null,
    })
    const until = new Date(Date.now() + 3_600_000).toISOString()
    expect((await actOn(session, id, 'snooze', { until })).body.data.snoozed_until).toBe(until)
    expect((await actOn(session, id, 'close', { note: 'Found' })).body.data).toMatchObject({
      state: 'closed',
      close_reason: 'person',
    })
    for (const action of ['acknowledge', 'release', 'close'])
      expect((await actOn(session, id, action)).status).toBe(409)
    const actions = (await readAlert(session, id)).timeline.map((entry: { action: string }) => entry.action)
    expect(actions).toEqual(['opened', 'acknowledged', 'released', 'snoozed', 'closed'])
    // It is still there, so it does not open again; after it has left, it does.
    await move(one, hall)
    await move(one, dock)
    await move(one, hall)
    await untilStates(session, rule.id, ['person', 'open'])
  })

  test('acknowledges several alerts at once', async () => {
    const { hall, dock } = await places()
    const some = [await asset(), await asset(), await asset()] as const
    const rule = await newRule(session, { kind: 'entered', location_id: hall.id, scope: scopeOf(...some) })
    for (const one of some) await move(one, hall)
    await untilStates(session, rule.id, ['open', 'open', 'open'])
    const ids = (await alertsOf(session, rule.id)).map(({ id }) => id)
    await actOn(session, ids[0], 'acknowledge')
    await move(some[1], dock)
    await untilStates(session, rule.id, ['open', 'cleared', 'open'])
    const { body } = await session.post('/internal/v1/alerts/acknowledge', {
      alert_ids: [...ids, ids[2], 999_999],
      note: 'All of them',
    })
    expect(body.data).toEqual({
      acknowledged: 1,
      unchanged: 1,
      refused: [
        { id: ids[1], reason: 'closed' },
        { id: 999_999, reason: 'not_found' },
      ],
    })
  })
})

// Rule: internal-api.md, Alert rules
describe('a change of a rule', () => {
  test('of its condition closes its alerts, a new name does not', async () => {
    const { hall } = await places()
    const one = await asset()
    const rule = await newRule(session, { kind: 'entered', location_id: hall.id, scope: scopeOf(one) })
    await move(one, hall)
    await untilStates(session, rule.id, ['open'])
    await changeRule(session, rule.id, { name: 'Another name', severity: 'urgent' })
    expect(await alertsOf(session, rule.id)).toMatchObject([
      { state: 'open', rule_name: 'Another name', severity: 'urgent' },
    ])
    await changeRule(session, rule.id, { hold_seconds: 1 })
    expect(await alertsOf(session, rule.id)).toMatchObject([{ close_reason: 'rule_changed' }])
  })
})
