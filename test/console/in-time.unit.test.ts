import { afterAll, expect, jest, test } from 'bun:test'
import { inTime } from '../../src/console/scans/in-time'

/** The time that a database of the browser has to respond. One that hangs calls nothing. */

afterAll(() => jest.useRealTimers())

test('work that takes too long fails, and other work does not', async () => {
  jest.useFakeTimers()
  const outcomeOf = (work: Promise<string>) =>
    inTime(work, 15, () => new Error('late')).catch((error: Error) => error.message)
  const hanging = outcomeOf(new Promise(() => {}))
  expect(await outcomeOf(Promise.resolve('done'))).toBe('done')
  expect(await outcomeOf(Promise.reject(new Error('failed')))).toBe('failed')
  jest.advanceTimersByTime(14_000)
  const slow = Promise.withResolvers<string>()
  const answered = outcomeOf(slow.promise)
  jest.advanceTimersByTime(1_000)
  expect(await hanging).toBe('late')
  jest.advanceTimersByTime(13_000)
  slow.resolve('done')
  expect(await answered).toBe('done')
})
