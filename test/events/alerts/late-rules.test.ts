import { afterAll, beforeAll, expect, test } from 'bun:test'
import { fromMicros, second } from '../../../src/base/time'
import { Gaps } from '../../../src/events/alerts/engine/gaps'
import { OrganizationAlerts } from '../../../src/events/alerts/engine/organization'
import type { AlertCursor } from '../../../src/storage/core/store'
import { openHistories, scanOf, start } from '../../support/history'

/** Rules that are created while the engine evaluates events. */

let histories: Awaited<ReturnType<typeof openHistories>>
beforeAll(async () => {
  histories = await openHistories()
})
afterAll(() => histories.close())

const newRule = (locationId: number): Promise<number> => {
  const { store, organizationId } = histories
  const at = fromMicros(start)
  return store.write(async (tx) => {
    const id = await tx.alertRules.insert({
      organizationId,
      name: 'Watch',
      kind: 'entered',
      scope: '{"kind":"all"}',
      locationId,
      fromLocationId: null,
      minutes: null,
      minCount: null,
      maxCount: null,
      threshold: null,
      holdSeconds: 0,
      clearSeconds: 0,
      hours: null,
      severity: 'normal',
      isEnabled: true,
      pausedReason: null,
      enabledAt: start,
      watchedUpTo: 0,
      recipients: '[]',
      renotifyMinutes: null,
      createdAt: at,
      updatedAt: at,
    })
    await tx.alertRules.noteChange(organizationId, (await tx.eventLog.ends(organizationId)).newest)
    return id
  })
}

// Rule: internal-api.md, Alert rules
test('a move that was looked at before a rule was known opens the alert of the rule', async () => {
  const { store, organizationId } = histories
  const cursor = async () => (await store.read.alertState.cursors())[0] as AlertCursor
  const engine = new OrganizationAlerts(store, organizationId, () => {})
  const evaluate = (known: AlertCursor) =>
    engine.evaluate({
      cursor: known,
      timers: [],
      now: start + 60 * second,
      isSettled: true,
      gaps: new Gaps([]),
    })

  await newRule(3)
  await evaluate(await cursor())
  const earlier = await cursor()
  const rule = await newRule(1)
  await histories.record([[scanOf(1, 10)]])
  await evaluate(earlier)
  await evaluate(await cursor())
  expect(await store.read.alerts.openOfRule(organizationId, rule, 0, 10)).toMatchObject([
    { openedAt: start + 10 * second, locationId: 1 },
  ])
})
