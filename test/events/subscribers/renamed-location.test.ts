import { expect, test } from 'bun:test'
import { EventLogService } from '../../../src/events/event-log/service'
import { Waiting } from '../../../src/events/event-log/waiting'
import type { Publishing } from '../../../src/tracking/ingest/mqtt/publishing'
import { Publisher } from '../../../src/events/subscribers/publisher'
import { plusSeconds } from '../../../src/base/time'
import { at, engines, insertAsset, openOrganization, silent } from '../../storage/engines'
import { insertLocation, placeAsset } from '../../support/placed-assets'
import { until } from '../../support/until'

/** What the publisher repeats when publishing fails after the rename of a location. */

const assetCount = 250
const renamedAt = plusSeconds(at, 1)

/** Returns a connection that fails once, at a message that `isRefused` selects, and what was published over it. */
function failingOnce(isRefused: (topic: string) => boolean) {
  const published: string[] = []
  let hasFailed = false
  const publishing: Publishing = {
    async publish({ topic }) {
      if (!hasFailed && isRefused(topic)) {
        hasFailed = true
        throw new Error('The connection is lost.')
      }
      published.push(topic)
      return { refusal: null }
    },
    async close() {},
  }
  return { published, publishing, hasFailed: () => hasFailed }
}

test('after a failure, the places follow from the page that was not published, and no event is repeated', async () => {
  const engine = await (engines['SQLite'] as () => ReturnType<(typeof engines)[string]>)()
  try {
    const { store } = engine
    const organizationId = await openOrganization(store, 'north')
    const eventLog = new EventLogService(store, new Waiting())
    const { published, publishing, hasFailed } = failingOnce((topic) => topic.includes('/A-150/'))
    const hall = await store.write(async (tx) => {
      await tx.mqttSessions.published(organizationId, { upTo: 0, needsPlaces: false })
      return insertLocation(tx, organizationId, 'OLD')
    })
    const keys = Array.from({ length: assetCount }, (_, index) => `A-${index}`)
    await store.write(async (tx) => {
      for (const key of keys)
        await placeAsset(tx, organizationId, (await insertAsset(tx, organizationId, key)).id, hall)
    })
    const newest = await eventLog.newestSequence(organizationId)
    await store.write((tx) => tx.mqttSessions.published(organizationId, { upTo: newest, needsPlaces: false }))
    await store.write(async (tx) => {
      const location = await tx.locations.find(organizationId, hall)
      if (location) await tx.locations.update({ ...location, externalKey: 'NEW', updatedAt: renamedAt })
    })
    await store.write((tx) => insertAsset(tx, organizationId, 'LATER'))
    const publisher = new Publisher({ store, eventLog, publishing, isHomeAssistant: false, log: silent })
    publisher.start()
    await until(() => published.includes('north/events/asset.created'), 'the event after the rename')
    expect(hasFailed()).toBe(true)
    const timesOf = (topic: string) => published.filter((one) => one === topic).length
    expect(timesOf('north/events/location.renamed')).toBe(1)
    const places = keys.map((key) => timesOf(`north/assets/${key}/whereabouts`))
    expect(places.every((times) => times > 0)).toBe(true)
    expect(new Set(places.slice(0, 100))).toEqual(new Set([1]))
    expect(new Set(places.slice(200))).toEqual(new Set([1]))
    await publisher.stop()
  } finally {
    await engine.discard()
  }
})
