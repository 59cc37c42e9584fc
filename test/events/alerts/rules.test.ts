import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { alertsOf, changeRule, newRule, readRule, untilStates } from '../../support/alerts'
import { apiClient, type Client, otherOrganization, signIn } from '../../support/client'
import { newDataDir, type Program, startProgram, stopPrograms } from '../../support/program'
import { faultsOf, freshKey, newLocation, newTagged, type Row } from '../../support/records'
import { newReader, scan, secondsAhead } from '../../support/scans'
import { openStream } from '../../support/stream'
import { until } from '../../support/until'

/** What a rule may be, and where its alerts appear. */

setDefaultTimeout(60_000)

const path = '/internal/v1/alert-rules'
let program: Program
let session: Client
let hall: Row
let dock: Row

beforeAll(async () => {
  program = await startProgram({ dataDir: newDataDir() })
  session = await signIn(program)
  hall = await newLocation(session, { external_key: 'HALL' })
  dock = await newLocation(session, { external_key: 'DOCK' })
  await newReader(session, 'GATE', [hall.id], { presence_timeout_seconds: 601 })
  await session.post('/internal/v1/asset-fields', { key: 'weight', name: 'Weight', type: 'number' })
  await session.post('/internal/v1/asset-fields', { key: 'color', name: 'Color', type: 'text' })
})
afterAll(stopPrograms)

const hours = (part: object, zone = 'Europe/Berlin') => ({
  time_zone: zone,
  weekly: [{ days: [1], from: '05:00', to: '22:00', ...part }],
})

// Rule: internal-api.md, Alert rules
describe('a rule is refused', () => {
  test.each<[string, () => Record<string, unknown>, string[]]>([
    ['without its location', () => ({ kind: 'entered' }), ['location_id required']],
    [
      'without its other location',
      () => ({ kind: 'moved_between', location_id: hall.id }),
      ['from_location_id required'],
    ],
    [
      'between one location',
      () => ({ kind: 'moved_between', location_id: hall.id, from_location_id: hall.id }),
      ['from_location_id invalid_value'],
    ],
    [
      'at a location that does not exist',
      () => ({ kind: 'left', location_id: 999_999 }),
      ['location_id fk_not_found'],
    ],
    [
      'with minutes that it does not use',
      () => ({ kind: 'left', location_id: hall.id, minutes: 5 }),
      ['minutes invalid_context'],
    ],
    ['without minutes', () => ({ kind: 'dwell', location_id: hall.id }), ['minutes required']],
    ['without a count', () => ({ kind: 'par', location_id: hall.id }), ['min_count required']],
    [
      'with counts in the wrong order',
      () => ({ kind: 'par', location_id: hall.id, min_count: 9, max_count: 8 }),
      ['min_count invalid_value'],
    ],
    ['with too short a silence', () => ({ kind: 'reader_silent', minutes: 4 }), ['minutes too_small']],
    [
      'with a scope of readers',
      () => ({ kind: 'reader_silent', minutes: 5, scope: { kind: 'search', q: 'a' } }),
      ['scope invalid_context'],
    ],
    [
      'with a scope without its search',
      () => ({ kind: 'missing', minutes: 20, scope: { kind: 'search' } }),
      ['scope.q required'],
    ],
    [
      'with a scope with too much',
      () => ({ kind: 'missing', minutes: 20, scope: { kind: 'all', q: 'a' } }),
      ['scope.q invalid_context'],
    ],
    [
      'with an asset that does not exist',
      () => ({ kind: 'missing', minutes: 20, scope: { kind: 'assets', asset_ids: [999_999] } }),
      ['scope.asset_ids[0] fk_not_found'],
    ],
    [
      'with more than 1,000 assets',
      () => ({
        kind: 'missing',
        minutes: 20,
        scope: { kind: 'assets', asset_ids: Array.from({ length: 1001 }, (_, index) => index + 1) },
      }),
      ['scope.asset_ids too_large'],
    ],
    [
      'with a field that does not exist',
      () => ({ kind: 'missing', minutes: 20, scope: { kind: 'field', key: 'nothing', value: 'a' } }),
      ['scope.key fk_not_found'],
    ],
    [
      'with a text for a number',
      () => ({ kind: 'missing', minutes: 20, scope: { kind: 'field', key: 'weight', value: 'a' } }),
      ['scope.value invalid_value'],
    ],
    [
      'with an unknown time zone',
      () => ({ kind: 'left', location_id: hall.id, hours: hours({}, 'Mars/Olympus') }),
      ['hours.time_zone invalid_value'],
    ],
    [
      'with a wrong time of day',
      () => ({ kind: 'left', location_id: hall.id, hours: hours({ from: '25:00' }) }),
      ['hours.weekly[0].from invalid_value'],
    ],
    [
      'with hours without length',
      () => ({ kind: 'left', location_id: hall.id, hours: hours({ from: '22:00' }) }),
      ['hours.weekly[0].from invalid_value'],
    ],
    [
      'with a day that does not exist',
      () => ({ kind: 'left', location_id: hall.id, hours: hours({ days: [0] }) }),
      ['hours.weekly[0].days[0] too_small'],
    ],
    [
      'with too long a hold',
      () => ({ kind: 'left', location_id: hall.id, hold_seconds: 86_401 }),
      ['hold_seconds too_large'],
    ],
    ['of an unknown kind', () => ({ kind: 'exploded' }), ['kind invalid_value']],
  ])('%s', async (_, rule, faults) => {
    expect(faultsOf(await session.post(path, { name: 'Rule', ...rule() }))).toEqual([400, ...faults])
  })

  test('when it is missing before the longest presence timeout, with the least time in minutes', async () => {
    const { status, body } = await session.post(path, { name: 'Rule', kind: 'missing', minutes: 10 })
    expect([status, body.error.fields[0]]).toMatchObject([
      400,
      { code: 'too_small', params: { minimum: 11 } },
    ])
    expect((await newRule(session, { kind: 'missing', minutes: 11 })).minutes).toBe(11)
  })

  test('when there are 500 already', async () => {
    const other = await otherOrganization(program, freshKey('Org'))
    const place = await newLocation(other)
    for (let count = 0; count < 500; count++) await newRule(other, { kind: 'left', location_id: place.id })
    const response = await other.post(path, { name: 'Rule', kind: 'left', location_id: place.id })
    expect(faultsOf(response)).toEqual([409, 'conflict'])
    expect((await other.get(`${path}?limit=1`)).body.total_count).toBe(500)
  })
})

// Rule: internal-api.md, Alert rules
describe('a rule', () => {
  test('has defaults, and keeps what was sent', async () => {
    const rule = await newRule(session, { kind: 'left', location_id: hall.id, hours: hours({}) })
    expect(rule).toMatchObject({
      scope: { kind: 'all' },
      location_id: hall.id,
      from_location_id: null,
      minutes: null,
      hold_seconds: 0,
      clear_seconds: 0,
      hours: hours({}),
      severity: 'normal',
      is_enabled: true,
      paused_reason: null,
    })
    expect(await readRule(session, rule.id)).toEqual(rule)
  })

  test('of another kind loses the fields of the former one', async () => {
    const rule = await newRule(session, { kind: 'dwell', location_id: hall.id, minutes: 5 })
    const changed = await changeRule(session, rule.id, { kind: 'entered' })
    expect(changed.body.data).toMatchObject({ kind: 'entered', minutes: null, location_id: hall.id })
    expect(faultsOf(await changeRule(session, rule.id, { kind: 'missing' }))).toEqual([
      400,
      'minutes required',
    ])
    await session.delete(`${path}/${rule.id}`)
  })

  test('is paused with the reason when its location or its field is deleted', async () => {
    const place = await newLocation(session, { external_key: 'GONE' })
    const asset = await newTagged(session, freshKey('A'))
    const field = await session.post('/internal/v1/asset-fields', { key: 'gone', name: 'Gone', type: 'text' })
    const ofPlace = await newRule(session, {
      kind: 'outside',
      location_id: place.id,
      scope: { kind: 'assets', asset_ids: [asset.id] },
    })
    const ofField = await newRule(session, {
      kind: 'missing',
      minutes: 20,
      scope: { kind: 'field', key: 'gone', value: 'x' },
    })
    await scan(session, hall.id, asset.external_key, secondsAhead(0))
    await untilStates(session, ofPlace.id, ['open'])
    await session.delete(`/api/v1/locations/${place.id}`)
    await session.delete(`/internal/v1/asset-fields/${field.body.data.id}`)
    await untilStates(session, ofPlace.id, ['rule_changed'])
    await until(
      async () => !(await readRule(session, ofField.id)).is_enabled,
      'the rule of the field is paused',
    )
    expect(await readRule(session, ofPlace.id)).toMatchObject({
      is_enabled: false,
      paused_reason: 'The location GONE was deleted',
    })
    expect((await readRule(session, ofField.id)).paused_reason).toBe('The field gone was deleted')
    const again = await changeRule(session, ofPlace.id, { is_enabled: true })
    expect(faultsOf(again)).toEqual([400, 'location_id fk_not_found'])
    const moved = await changeRule(session, ofPlace.id, { is_enabled: true, location_id: dock.id })
    expect(moved.body.data).toMatchObject({ is_enabled: true, paused_reason: null })
    await untilStates(session, ofPlace.id, ['rule_changed', 'open'])
  })

  test('is about the assets of a saved view, begins again with its other conditions, and pauses with it', async () => {
    const [blue, red] = [
      await newTagged(session, freshKey('A'), { metadata: { color: 'Teal' } }),
      await newTagged(session, freshKey('A'), { metadata: { color: 'Rust' } }),
    ]
    const ofColor = (value: string) => [{ field: 'field:color', operator: 'is', value }]
    const newView = async (conditions: object) =>
      (await session.post('/internal/v1/views', { name: 'Blue ones', conditions })).body.data.id as number
    const view = await newView(ofColor('Teal'))
    const scope = { kind: 'view', view_id: view }
    const rule = await newRule(session, { kind: 'outside', location_id: dock.id, scope })
    expect((await readRule(session, rule.id)).scope).toEqual(scope)
    for (const { external_key: key } of [blue, red]) await scan(session, hall.id, key, secondsAhead(0))
    const subjects = async () =>
      (await alertsOf(session, rule.id)).map(({ subject, state }) => [subject.id, state])
    await until(async () => (await subjects()).length === 1, 'one alert opens')
    expect(await subjects()).toEqual([[blue.id, 'open']])
    const rehearsed = await session.post('/internal/v1/alert-rules/rehearse', {
      rule: { name: 'R', kind: 'entered', location_id: hall.id, scope },
    })
    expect(rehearsed.body.data.subjects).toMatchObject([{ subject: { id: blue.id } }])
    // An asset that no longer meets them closes its alert.
    await session.patch(`/api/v1/assets/${blue.id}`, { metadata: { color: 'Green' } })
    await untilStates(session, rule.id, ['cleared'])
    await session.patch(`/api/v1/assets/${blue.id}`, { metadata: { color: 'Teal' } })
    await untilStates(session, rule.id, ['cleared', 'open'])
    await session.patch(`/internal/v1/views/${view}`, { conditions: ofColor('Rust') })
    await untilStates(session, rule.id, ['cleared', 'rule_changed', 'open'])
    expect((await alertsOf(session, rule.id)).find(({ state }) => state === 'open')?.subject.id).toBe(red.id)
    await session.delete(`/internal/v1/views/${view}`)
    await untilStates(session, rule.id, ['cleared', 'rule_changed', 'rule_changed'])
    expect(await readRule(session, rule.id)).toMatchObject({
      is_enabled: false,
      paused_reason: 'The saved view of the rule was deleted',
    })
    const again = await changeRule(session, rule.id, { is_enabled: true })
    expect(faultsOf(again)).toEqual([400, 'scope.view_id fk_not_found'])
    // A view that comes to have a condition that a rule cannot use pauses it, too.
    const other = await newView(ofColor('Rust'))
    await changeRule(session, rule.id, { is_enabled: true, scope: { kind: 'view', view_id: other } })
    const never = [{ field: 'last_seen', operator: 'never' }]
    await session.patch(`/internal/v1/views/${other}`, { conditions: never })
    await until(async () => !(await readRule(session, rule.id)).is_enabled, 'the rule is paused')
    expect((await readRule(session, rule.id)).paused_reason).toStartWith(
      'The view Blue ones has a condition on last_seen.',
    )
    const body = { name: 'Rule', kind: 'left', location_id: hall.id }
    const refused = await session.post(path, { ...body, scope: { kind: 'view', view_id: other } })
    expect(faultsOf(refused)).toEqual([400, 'scope.view_id invalid_value'])
    const unnamed = await session.post(path, { ...body, scope: { kind: 'view' } })
    expect(faultsOf(unnamed)).toEqual([400, 'scope.view_id required'])
    const stranger = await otherOrganization(program)
    const place = await newLocation(stranger)
    const foreign = {
      name: 'Rule',
      kind: 'left',
      location_id: place.id,
      scope: { kind: 'view', view_id: other },
    }
    expect(faultsOf(await stranger.post(path, foreign))).toEqual([400, 'scope.view_id fk_not_found'])
  })

  test('is deleted with its open alerts closed', async () => {
    const asset = await newTagged(session, freshKey('A'))
    const rule = await newRule(session, {
      kind: 'outside',
      location_id: dock.id,
      scope: { kind: 'assets', asset_ids: [asset.id] },
    })
    await scan(session, hall.id, asset.external_key, secondsAhead(0))
    await untilStates(session, rule.id, ['open'])
    expect((await session.delete(`${path}/${rule.id}`)).status).toBe(204)
    expect(await alertsOf(session, rule.id)).toMatchObject([{ close_reason: 'rule_changed' }])
    const { body } = await session.get(`/internal/v1/audit?subject_kind=alert_rule&subject_id=${rule.id}`)
    expect(body.data.map(({ action }: { action: string }) => action)).toEqual(['deleted', 'created'])
  })

  test('is about the assets that have a value of a field at that time', async () => {
    const asset = await newTagged(session, freshKey('A'), { metadata: { color: 'Blue' } })
    const rule = await newRule(session, {
      kind: 'outside',
      location_id: dock.id,
      scope: { kind: 'field', key: 'color', value: 'blue' },
    })
    await scan(session, hall.id, asset.external_key, secondsAhead(0))
    await untilStates(session, rule.id, ['open'])
    await session.patch(`/api/v1/assets/${asset.id}`, { metadata: { color: 'red' } })
    await untilStates(session, rule.id, ['cleared'])
  })

  test('sees assets again that are below its location since that was moved', async () => {
    const site = await newLocation(session)
    const room = await newLocation(session)
    const asset = await newTagged(session, freshKey('A'))
    const rule = await newRule(session, {
      kind: 'outside',
      location_id: site.id,
      scope: { kind: 'search', q: asset.external_key },
    })
    await scan(session, room.id, asset.external_key, secondsAhead(0))
    await untilStates(session, rule.id, ['open'])
    await session.patch(`/api/v1/locations/${room.id}`, { parent_id: site.id })
    await untilStates(session, rule.id, ['cleared'])
  })
})

// Rule: api.md, Alerts
describe('an alert', () => {
  test('is in the public API, in the event log and on the stream', async () => {
    const api = await apiClient(program, session)
    const aisle = await newLocation(session, { parent_id: hall.id })
    const asset = await newTagged(session, freshKey('A'))
    const rule = await newRule(session, {
      name: 'Watch',
      kind: 'entered',
      severity: 'urgent',
      location_id: aisle.id,
      scope: { kind: 'assets', asset_ids: [asset.id] },
    })
    const stream = await openStream(program, session)
    await scan(session, aisle.id, asset.external_key, secondsAhead(0))
    // Alerts of other rules may arrive before it.
    const ofRule = () =>
      stream.events.find(({ event, data }) => event === 'alert' && data.rule_id === rule.id)?.data
    await until(() => ofRule() !== undefined, 'the alert is sent')
    const sent = ofRule()
    const [own] = await alertsOf(session, rule.id)
    expect(sent).toEqual(own)
    stream.socket.destroy()
    const { note: _, evidence, ...same } = own
    const { text: __, ...shown } = evidence
    expect((await api.get(`/api/v1/alerts/${sent.id}`)).body.data).toEqual({ ...same, evidence: shown })
    for (const filter of [
      `rule_id=${rule.id}`,
      `asset_id=${asset.id}&rule_id=${rule.id}`,
      `location_id=${hall.id}&rule_id=${rule.id}`,
      `state=open&kind=entered&kind=left&severity=urgent&rule_id=${rule.id}`,
      `from=${own.opened_at}&to=${own.opened_at}&rule_id=${rule.id}`,
    ])
      expect((await api.get(`/api/v1/alerts?${filter}`)).body).toMatchObject({
        total_count: 1,
        data: [{ id: sent.id }],
      })
    for (const filter of ['state=closed', 'kind=left', 'severity=normal', `location_id=${dock.id}`])
      expect((await api.get(`/api/v1/alerts?rule_id=${rule.id}&${filter}`)).body.total_count).toBe(0)
    expect(faultsOf(await api.get('/api/v1/alerts?state=broken'))).toEqual([400, 'state invalid_value'])

    await session.post(`/internal/v1/alerts/${sent.id}/acknowledge`)
    await session.post(`/internal/v1/alerts/${sent.id}/close`)
    const { body } = await api.get(
      `/api/v1/events?asset_id=${asset.id}&type=alert.opened&type=alert.acknowledged&type=alert.closed`,
    )
    const alert = {
      id: sent.id,
      rule_id: rule.id,
      rule_name: 'Watch',
      kind: 'entered',
      severity: 'urgent',
      is_late: false,
    }
    expect(body.data).toMatchObject([
      { type: 'alert.opened', location_id: aisle.id, alert: { ...alert, close_reason: null } },
      { type: 'alert.acknowledged', alert: { ...alert, close_reason: null } },
      {
        type: 'alert.closed',
        asset_external_key: asset.external_key,
        alert: { ...alert, close_reason: 'person' },
      },
    ])
    expect(own.evidence.sequence).toBeLessThan(body.data[0].sequence)
  })

  test('is not found by another organization', async () => {
    const asset = await newTagged(session, freshKey('A'))
    const rule = await newRule(session, {
      kind: 'outside',
      location_id: dock.id,
      scope: { kind: 'assets', asset_ids: [asset.id] },
    })
    await scan(session, hall.id, asset.external_key, secondsAhead(0))
    await untilStates(session, rule.id, ['open'])
    const [{ id }] = await alertsOf(session, rule.id)
    const other = await otherOrganization(program, freshKey('Org'))
    for (const url of [`/internal/v1/alerts/${id}`, `/api/v1/alerts/${id}`, `${path}/${rule.id}`])
      expect((await other.get(url)).status).toBe(404)
    expect((await other.get('/internal/v1/alerts')).body).toMatchObject({ total_count: 0, open_count: 0 })
    const bulk = await other.post('/internal/v1/alerts/acknowledge', { alert_ids: [id] })
    expect(bulk.body.data.refused).toEqual([{ id, reason: 'not_found' }])
  })
})
