import { expect, test } from 'bun:test'
import { asService, currentWork, workFor } from '../../src/base/turns/request-work'

test('what the service does on its own belongs to no request, even when a request has caused it', async () => {
  const work = { requester: 'North', milliseconds: 0 }
  const seen = await workFor(work, async () => {
    const own = asService(async () => {
      await Promise.resolve()
      return currentWork()
    })
    return [await own, currentWork()]
  })
  expect(seen).toEqual([undefined, work])
})
