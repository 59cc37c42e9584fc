import { expect, test } from 'bun:test'
import { Delivery } from '../../../src/events/subscribers/delivery'
import { until } from '../../support/until'

/** When the present places of a subscription count as sent (docs/mqtt-out.md). */

const places = ['A', 'B', 'C'].map((assetKey, index) => ({
  assetId: index + 1,
  assetKey,
  locationId: 9,
  locationKey: 'HALL',
  since: 0,
}))

/** A delivery that reads one place at a time, and whose client has read the messages when `read` is called. */
function deliveryOf(qos: 0 | 1) {
  const sent: string[] = []
  let wait = Promise.withResolvers<void>()
  let isEnding = false
  const delivery = new Delivery(
    {
      slug: 'north',
      outlet: {
        send: ({ topic }) => sent.push(topic) > 0,
        drained: () => wait.promise,
        isEnding: () => isEnding,
        end: () => {},
      },
      waiter: { next: () => Promise.resolve(), wake: () => {}, release: () => {} },
      window: 100,
      eventsAfter: async () => ({ rows: [], nextAfter: 0, newest: 0 }),
      placesAfter: async (key) => places.filter(({ assetKey }) => assetKey > key).slice(0, 1),
      placesAt: () => async () => [],
      placeOf: async () => undefined,
      holdersOf: () => async () => new Map(),
      placeWork: { wait: () => 0, charge: () => {} },
      isAuthorized: async () => true,
      isStopping: () => false,
    },
    { subscriptions: [], sent: 0, begun: null, unacknowledged: [] },
  )
  delivery.subscribe({
    filter: 'north/assets/+/whereabouts',
    qos,
    retainHandling: 0,
    retainAsPublished: false,
  })
  return {
    delivery,
    sent,
    running: delivery.run(),
    read() {
      wait.resolve()
      wait = Promise.withResolvers()
    },
    beginEnd: () => (isEnding = true),
    isFresh: () => delivery.progress.subscriptions[0]?.isFresh,
  }
}

const ways: Record<string, (of: ReturnType<typeof deliveryOf>) => void> = {
  'the connection is closed': ({ delivery }) => delivery.close(),
  'the connection begins to end': ({ beginEnd }) => beginEnd(),
}

for (const qos of [0, 1] as const) {
  for (const [name, end] of Object.entries(ways))
    test(`places with QoS ${qos} do not count as sent when ${name} meanwhile`, async () => {
      const one = deliveryOf(qos)
      await until(() => one.sent.length === 1, 'the first place')
      end(one)
      one.read()
      await one.running
      expect(one.sent).toHaveLength(1)
      expect(one.isFresh()).toBe(true)
    })

  test(`places with QoS ${qos} count as sent when the client has read all of them`, async () => {
    const one = deliveryOf(qos)
    await until(() => {
      one.read()
      return one.isFresh() === false
    }, 'the end of the places')
    expect(one.sent).toHaveLength(places.length)
    one.delivery.close()
    one.read()
    await one.running
  })
}
