import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { actOn, alertsOf, changeRule, newRule, readRule, statesOf, untilStates } from '../../support/alerts'
import { type Client, clientOf, mintKey, signIn } from '../../support/client'
import { type Program, startProgram, stopPrograms } from '../../support/program'
import { startReceiver, stopReceivers } from '../../support/receiver'
import { faultsOf, newAsset, newLocation, type Row } from '../../support/records'
import { newReader, type Reader, secondsAgo, secondsAhead } from '../../support/scans'
import { closeSubscribers, openSubscriber } from '../../support/subscriber'
import { until } from '../../support/until'
import { newWebhook } from '../../support/webhooks'

/** Alerts about what tags say about themselves (docs/alerts.md, Measured values). */

setDefaultTimeout(60_000)

let program: Program
let session: Client
let place: Row
let gateways: Reader[]

beforeAll(async () => {
  program = await startProgram({ env: { WHEREABOUTS_WEBHOOK_ALLOW: '127.0.0.1' } })
  session = await signIn(program)
  place = await newLocation(session, { external_key: 'COLD' })
  gateways = await Promise.all(
    ['g1', 'g2'].map((key) => newReader(session, key, [place.id], { format: 'minew_g1' })),
  )
})
afterAll(async () => {
  await closeSubscribers()
  await stopPrograms()
  await stopReceivers()
})

let made = 0
type Box = Row & { readonly mac: string }
async function newBox(): Promise<Box> {
  const mac = `C0FFEE${(++made).toString(16).padStart(6, '0').toUpperCase()}`
  return { ...(await newAsset(session, { tags: [{ tag_type: 'ble', value: mac }] })), mac }
}

type Said = readonly [values: string, secondsAgo: number]

/** Sends one message of a gateway with what a tag says, as BTHome. */
async function say({ mac }: Box, said: readonly Said[], by = 0): Promise<void> {
  const gateway = gateways[by] as Reader
  const device = clientOf(program.http, gateway.device_token)
  const entries = said.map(([values, ago]) => ({
    type: 'Unknown',
    mac,
    rssi: -60,
    rawData: `${(values.length / 2 + 4).toString(16).padStart(2, '0')}16d2fc40${values}`,
    timestamp: secondsAhead(-ago),
  }))
  const { status } = await device.post(`/internal/v1/readers/${gateway.external_key}/events`, entries)
  expect(status).toBe(202)
}

/** Waits until the last milliseconds are later than what was before. */
async function apart(): Promise<void> {
  const begun = Date.now()
  await until(() => Date.now() > begun + 50, 'the clock goes on')
}

const celsius = (value: number): string => {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16LE(Math.round(value * 100))
  return `02${bytes.toString('hex')}`
}
const battery = (percent: number): string => `01${percent.toString(16).padStart(2, '0')}`
const button = (press: number, packet?: number): string =>
  `${packet === undefined ? '' : `00${packet.toString(16).padStart(2, '0')}`}3a0${press}`

const scopeOf = (...boxes: Box[]) => ({ kind: 'assets', asset_ids: boxes.map(({ id }) => id) })

// Rule: internal-api.md, Alert rules
describe('a rule about measured values', () => {
  test('opens beyond its threshold, closes when a value is back, and ignores values that are late', async () => {
    const [box, other] = [await newBox(), await newBox()]
    const rule = await newRule(session, { kind: 'too_warm', threshold: 8, scope: scopeOf(box) })
    expect(rule.threshold).toBe(8)
    await say(other, [[celsius(20), 9]])
    // The value at the threshold is not beyond it.
    await say(box, [[celsius(8), 9]])
    await apart()
    await say(box, [[celsius(8.5), 0.04]])
    await untilStates(session, rule.id, ['open'])
    const [alert] = await alertsOf(session, rule.id)
    expect(alert).toMatchObject({
      kind: 'too_warm',
      subject: { kind: 'asset', id: box.id },
      location_external_key: 'COLD',
      occurrences: 1,
    })
    await say(box, [[celsius(3), 7]])
    // Back, and beyond it again for a moment.
    await apart()
    await say(box, [
      [celsius(4), 0.04],
      [celsius(9), 0.03],
      [celsius(5), 0.02],
    ])
    await untilStates(session, rule.id, ['cleared', 'cleared'])
    expect((await alertsOf(session, rule.id))[0].id).toBe(alert.id)
  })

  test('holds, and counts what was so when it was switched on', async () => {
    const [cold, low] = [await newBox(), await newBox()]
    await say(cold, [[celsius(-21), 5]])
    await say(low, [[battery(9), 5]])
    const scope = scopeOf(cold, low)
    const frozen = await newRule(session, { kind: 'too_cold', threshold: -20, scope, hold_seconds: 600 })
    const empty = await newRule(session, { kind: 'battery_low', threshold: 10, scope })
    // 2.4 V of a tag that sends no percentage.
    const flat = await newBox()
    await say(flat, [['0c6009', 5]])
    const volts = await newRule(session, { kind: 'voltage_low', threshold: 2.5, scope: scopeOf(flat) })
    await untilStates(session, volts.id, ['open'])
    // An asset that is no longer in effect has no alert, and one that is again has it again.
    const change = (fields: object) => session.patch(`/api/v1/assets/${flat.id}`, fields)
    await change({ valid_from: '2020-01-01T00:00:00Z', valid_to: secondsAgo(1) })
    await untilStates(session, volts.id, ['cleared'])
    await change({ valid_to: null })
    await untilStates(session, volts.id, ['cleared', 'open'])
    await untilStates(session, empty.id, ['open'])
    expect((await alertsOf(session, empty.id))[0].subject.id).toBe(low.id)
    expect(await statesOf(session, frozen.id)).toEqual([])
    // A person closes it: it opens again only after the battery was full.
    const [alert] = await alertsOf(session, empty.id)
    expect((await actOn(session, alert.id, 'close')).status).toBe(200)
    await apart()
    await say(low, [[battery(8), 0.04]])
    await say(low, [
      [battery(100), 0.02],
      [battery(5), 0.01],
    ])
    await untilStates(session, empty.id, ['person', 'open'])
    // Another threshold is another rule.
    expect((await changeRule(session, empty.id, { threshold: 4 })).status).toBe(200)
    await untilStates(session, empty.id, ['person', 'rule_changed'])
    await changeRule(session, empty.id, { threshold: 6 })
    await untilStates(session, empty.id, ['person', 'rule_changed', 'open'])
    // Another kind has no threshold.
    await changeRule(session, empty.id, { kind: 'button_pressed' })
    expect((await readRule(session, empty.id)).threshold).toBeNull()
  })

  test('needs a threshold that fits, and no other kind has one', async () => {
    const faults = async (rule: object) =>
      faultsOf(await session.post('/internal/v1/alert-rules', { name: 'Rule', ...rule }))
    expect(await faults({ kind: 'too_warm' })).toEqual([400, 'threshold required'])
    expect(await faults({ kind: 'battery_low', threshold: 101 })).toEqual([400, 'threshold invalid_value'])
    expect(await faults({ kind: 'voltage_low', threshold: 21 })).toEqual([400, 'threshold invalid_value'])
    expect(await faults({ kind: 'voltage_low', threshold: 0 })).toEqual([400, 'threshold invalid_value'])
    expect(await faults({ kind: 'too_cold', threshold: 301 })).toEqual([400, 'threshold too_large'])
    expect(await faults({ kind: 'button_pressed', threshold: 1 })).toEqual([400, 'threshold invalid_context'])
    expect(await faults({ kind: 'too_warm', threshold: 8, minutes: 5 })).toEqual([
      400,
      'minutes invalid_context',
    ])
  })
})

// Rule: internal-api.md, Rehearsal of a rule
test('a rehearsal counts hours of values, and each press', async () => {
  const box = await newBox()
  const hours = (ago: number) => ago * 3600 + 60
  // Two hours in a row that were too warm, a good one, and one that was too warm only for a moment.
  await say(box, [
    [celsius(5), hours(9)],
    [celsius(9), hours(8)],
    [celsius(9), hours(7)],
    [celsius(5), hours(6)],
    [celsius(9), hours(5)],
    [celsius(5), hours(5) - 1],
    [celsius(5), hours(4)],
    [button(1), hours(3)],
    [button(1), hours(2)],
  ])
  const rehearsed = async (rule: object) =>
    (
      await session.post('/internal/v1/alert-rules/rehearse', {
        rule: { name: 'Rule', scope: scopeOf(box), ...rule },
        days: 1,
      })
    ).body.data
  expect(await rehearsed({ kind: 'too_warm', threshold: 8, clear_seconds: 60 })).toMatchObject({
    alert_count: 2,
    is_exact: false,
    subjects: [{ subject: { id: box.id }, count: 2 }],
  })
  expect(await rehearsed({ kind: 'too_warm', threshold: 10 })).toMatchObject({ alert_count: 0 })
  expect(await rehearsed({ kind: 'button_pressed' })).toMatchObject({
    alert_count: 1,
    event_count: expect.any(Number),
    is_exact: true,
  })
})

// Rule: history.md, Telemetry
describe('a press of a button', () => {
  const pressesOf = async ({ id }: Row) => {
    const { body } = await session.get(`/api/v1/events?type=tag.button&asset_id=${id}&limit=200`)
    return body.data
  }

  test('is one event, however often and by how many gateways it is heard', async () => {
    const box = await newBox()
    const rule = await newRule(session, { kind: 'button_pressed', scope: scopeOf(box) })
    await apart()
    await say(box, [
      [button(1, 7), 0.04],
      [button(1, 7), 0.02],
      [button(0, 8), 0.01],
    ])
    await say(box, [[button(1, 7), 0.03]], 1)
    await untilStates(session, rule.id, ['open'])
    const [event, ...others] = await pressesOf(box)
    expect(others).toEqual([])
    expect(event).toMatchObject({
      type: 'tag.button',
      asset_id: box.id,
      asset_external_key: box.external_key,
      location_external_key: 'COLD',
      tag: { tag_type: 'ble', value: box.mac },
      button: { press: 1 },
      alert: null,
    })
    // A second press soon after has another number of its packet; a long press is another kind.
    await say(box, [
      [button(1, 9), 0.001],
      [button(4, 10), 0],
    ])
    await until(
      async () => (await alertsOf(session, rule.id))[0].occurrences === 3,
      'the alert counts each press',
    )
    expect((await pressesOf(box)).map(({ button: pressed }: any) => pressed.press)).toEqual([1, 1, 4])
    expect(
      (await session.get('/api/v1/events?limit=200')).body.data.every((one: object) => 'button' in one),
    ).toBe(true)
  })

  test('opens nothing when it was before the rule, and reaches a webhook and a subscriber', async () => {
    const box = await newBox()
    const receiver = startReceiver()
    await newWebhook(session, receiver.url, { types: ['tag.button'] })
    const subscriber = await openSubscriber(program, await mintKey(session))
    expect(await subscriber.subscribe(['north/events/tag.button'])).toEqual([1])
    await say(box, [[button(2), 5]])
    const expected = { type: 'tag.button', asset_id: box.id, button: { press: 2 } }
    await until(() => receiver.received.length > 0 && subscriber.received.length > 0, 'the press is told')
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
      type: 'tag.button',
      data: expected,
    })
    expect(JSON.parse(subscriber.received[0]?.payload ?? '')).toMatchObject(expected)
    const rule = await newRule(session, { kind: 'button_pressed', scope: scopeOf(box) })
    await apart()
    await say(box, [[button(3), 0]])
    await untilStates(session, rule.id, ['open'])
    expect((await alertsOf(session, rule.id))[0].occurrences).toBe(1)
  })
})
