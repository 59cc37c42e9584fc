import { afterAll, expect, test } from 'bun:test'
import { second } from '../../src/base/time'
import { engines, openOrganization, stopServer } from './engines'

const day = 86_400 * second

afterAll(stopServer)

for (const [name, openEngine] of Object.entries(engines)) {
  test(`the ${name} store searches for moves half an hour at a time, and processes other requests in between`, async () => {
    const engine = await openEngine()
    try {
      const { store } = engine
      const organizationId = await openOrganization(store, 'north')
      let turns = 0
      let isOver = false
      const count = (): void => {
        turns++
        if (!isOver) setImmediate(count)
      }
      setImmediate(count)
      const window = { from: 0, to: 2 * day, isArrival: undefined }
      await store.read.locationMoves.of(organizationId, [1], window, { limit: 50, offset: 0 })
      isOver = true
      expect(turns).toBeGreaterThanOrEqual(96)
    } finally {
      await engine.discard()
    }
  })
}
