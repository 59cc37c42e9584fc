import { expect, test } from 'bun:test'
import type { PresentPlace } from '../../../src/storage/core/store'
import { Delivery, type DeliveryParts } from '../../../src/events/subscribers/delivery'

/** Present places are sent as far as the organization may spend time on them (docs/mqtt-out.md). */

const placeOf = (assetKey: string): PresentPlace => ({
  assetKey,
  assetId: 1,
  locationId: 1,
  locationKey: 'DOCK',
  since: null,
})

test('a subscriber receives no place while its organization has no time left, and all of them afterwards', async () => {
  const pages = [[placeOf('A-1'), placeOf('A-2')], [placeOf('A-3')], []]
  const waits = [1000, 1000, 0, 1000, 0, 0]
  const log: string[] = []
  const sendingMillis = 2
  let charged = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const parts: Partial<DeliveryParts> = {
    slug: 'north',
    window: 10,
    outlet: {
      send({ topic }: { topic: string }) {
        log.push(topic)
        Bun.sleepSync(sendingMillis)
      },
      drained: async () => {},
      isEnding: () => false,
    } as never,
    waiter: { next: async () => void log.push('wait'), wake() {}, release() {} },
    placesAfter: async () => pages.shift() ?? [],
    placeWork: {
      wait: () => waits.shift() ?? 0,
      charge(spent) {
        charged += spent
      },
    },
    isAuthorized: async () => true,
    eventsAfter: async () => {
      resolve()
      return { rows: [], nextAfter: 0, newest: 0 }
    },
    holdersOf: () => () => Promise.resolve([] as never),
    isStopping: () => false,
  }
  const progress = { subscriptions: [], sent: 0, begun: null, unacknowledged: [] }
  const delivery = new Delivery(parts as DeliveryParts, progress)
  delivery.subscribe({
    filter: 'north/assets/+/whereabouts',
    qos: 0,
    retainHandling: 0,
    retainAsPublished: false,
  } as never)
  const running = delivery.run()
  await promise
  delivery.close()
  await running
  const topic = (key: string) => `north/assets/${key}/whereabouts`
  expect(charged).toBeGreaterThanOrEqual(3 * sendingMillis)
  expect(log.slice(0, 6)).toEqual(['wait', 'wait', topic('A-1'), topic('A-2'), 'wait', topic('A-3')])
})
