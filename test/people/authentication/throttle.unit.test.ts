import { expect, test } from 'bun:test'
import { Gate } from '../../../src/people/authentication/throttle'
import type { FailureBudgets } from '../../../src/base/turns/budget'

/** The limit of failed attempts, with budgets that a database counts. */

/** A budget of one failure, whose first attempt cannot be ended. */
function failingOnce() {
  let [tokens, ended] = [1, 0]
  const budgets: FailureBudgets = {
    async begin() {
      const isExhausted = tokens === 0
      if (!isExhausted) tokens--
      return { isExhausted, secondsToNext: 60, mayReturn: false }
    },
    async end() {
      tokens++
      if (ended++ === 0) throw new Error('The database is away')
    },
    refill: async () => {},
  }
  return budgets
}

test('an attempt that waits for another one goes on when the end of that one cannot be stored', async () => {
  const gate = new Gate(failingOnce())
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = gate.pass('ada', () => promise)
  const second = gate.pass('ada', async () => 'done')
  resolve()
  await expect(first).rejects.toThrow('The database is away')
  expect(await second).toBe('done')
  expect(await gate.pass('ada', async () => 'again')).toBe('again')
})
