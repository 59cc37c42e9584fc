import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { type Client, signIn } from '../../support/client'
import { newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newLocation, newTagged, type Row } from '../../support/records'
import { scan } from '../../support/scans'

/** What a rule would have raised. */

setDefaultTimeout(60_000)

const path = '/internal/v1/alert-rules/rehearse'
const day = 86_400
let program: Program
let session: Client
let hall: Row
let dock: Row
let busy: Row
let calm: Row

/** A time of so many days and seconds ago. */
const ago = (days: number, seconds = 0) => new Date(Date.now() - (days * day + seconds) * 1000).toISOString()

beforeAll(async () => {
  program = await startProgram({ dataDir: newDataDir() })
  session = await signIn(program)
  hall = await newLocation(session)
  dock = await newLocation(session)
  busy = await newTagged(session, freshKey('A'))
  calm = await newTagged(session, freshKey('A'))
  const visits = [
    [busy, 3, 1000, 500],
    [busy, 2, 1000, 980],
    [busy, 1, 1000, 0],
    [calm, 1, 1000, 900],
    // Before the time.
    [calm, 20, 1000, 900],
  ] as const
  for (const [asset, days, from, to] of visits.toReversed()) {
    await scan(session, hall.id, asset.external_key, ago(days, from))
    await scan(session, dock.id, asset.external_key, ago(days, to))
  }
})
afterAll(stopPrograms)

const rehearse = async (rule: object, days?: number) => {
  const { status, body, text } = await session.post(path, { rule: { name: 'Rule', ...rule }, days })
  if (status !== 200) throw new Error(text)
  return body.data
}

// Rule: internal-api.md, Rehearsal of a rule
describe('a rehearsal', () => {
  test('counts the alerts of the last days by day, subject and hold, and raises none', async () => {
    const found = await rehearse({ kind: 'entered', location_id: hall.id, hold_seconds: 60 }, 10)
    expect(found.alert_count).toBe(3)
    expect(found.by_hold).toEqual([
      { hold_seconds: 0, alert_count: 4 },
      { hold_seconds: 30, alert_count: 3 },
      { hold_seconds: 60, alert_count: 3 },
      { hold_seconds: 300, alert_count: 2 },
      { hold_seconds: 1800, alert_count: 0 },
    ])
    expect(found.subjects).toMatchObject([
      { subject: { kind: 'asset', id: busy.id, external_key: busy.external_key }, count: 2 },
      { subject: { id: calm.id }, count: 1 },
    ])
    const counts = found.days.map(({ count }: { count: number }) => count)
    expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(3)
    expect(found.days.length).toBeGreaterThanOrEqual(11)
    expect(found.event_count).toBeGreaterThan(7)
    expect((await session.get('/internal/v1/alerts')).body.total_count).toBe(0)
  })

  test('counts by the days of the organization, unless the rule has hours', async () => {
    const [{ id }] = (await session.get('/internal/v1/organizations')).body.data
    const dayIn = (timeZone: string) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date())
    const last = async (rule: object = {}) =>
      (await rehearse({ kind: 'entered', location_id: hall.id, ...rule }, 2)).days.at(-1).date
    const weekly = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }]
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await session.patch(`/internal/v1/organizations/${id}`, { time_zone: zone })
      expect(await last()).toBe(dayIn(zone))
    }
    expect(await last({ hours: { time_zone: 'UTC', weekly } })).toBe(dayIn('UTC'))
    await session.patch(`/internal/v1/organizations/${id}`, { time_zone: null })
    expect(await last()).toBe(dayIn('UTC'))
  })

  test.each([
    ['left', () => ({ kind: 'left', location_id: hall.id }), 4],
    ['outside', () => ({ kind: 'outside', location_id: dock.id }), 4],
    ['moved_between', () => ({ kind: 'moved_between', location_id: dock.id, from_location_id: hall.id }), 4],
    ['dwell', () => ({ kind: 'dwell', location_id: hall.id, minutes: 5 }), 2],
    ['par', () => ({ kind: 'par', location_id: dock.id, min_count: 2 }), 3],
    [
      'a scope',
      () => ({ kind: 'left', location_id: hall.id, scope: { kind: 'search', q: calm.external_key } }),
      1,
    ],
  ])('knows the kind %s', async (_, rule, count) => {
    expect((await rehearse(rule())).alert_count).toBe(count)
  })

  test('names the errors of its rule', async () => {
    const wrong = await session.post(path, { rule: { name: 'Rule', kind: 'dwell', location_id: hall.id } })
    expect(faultsOf(wrong)).toEqual([400, 'rule.minutes required'])
    const long = await session.post(path, {
      rule: { name: 'Rule', kind: 'left', location_id: hall.id },
      days: 31,
    })
    expect(faultsOf(long)).toEqual([400, 'days too_large'])
  })
})
