import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { budgetHeaders, createBudgets } from '../../src/base/turns/budget'
import { second } from '../../src/base/time'

function budgetsAt(burst: number, perMinute: number) {
  const clock = { now: 1_700_000_000 * second }
  return { clock, budgets: createBudgets(burst, perMinute, () => clock.now) }
}

const anyBudget = { burst: fc.integer({ min: 1, max: 50 }), perMinute: fc.integer({ min: 1, max: 6000 }) }

describe('a budget', () => {
  // Rule: api.md, Request budget
  test('starts with the burst, and rejects requests when it is used up', () => {
    const { budgets } = budgetsAt(3, 60)
    expect(
      [1, 2, 3, 4].map(() => budgets.take('a')).map(({ remaining, isExhausted }) => [remaining, isExhausted]),
    ).toEqual([
      [2, false],
      [1, false],
      [0, false],
      [0, true],
    ])
    expect(budgets.take('b').remaining).toBe(2)
  })

  // Rule: api.md, Request budget
  test('allows the next request after the seconds of Retry-After, and not before one token is back', () => {
    fc.assert(
      fc.property(anyBudget.burst, anyBudget.perMinute, (burst, perMinute) => {
        const { clock, budgets } = budgetsAt(burst, perMinute)
        for (let i = 0; i < burst; i++) expect(budgets.take('a').isExhausted).toBe(false)
        const { isExhausted, secondsToNext } = budgets.take('a')
        expect(isExhausted).toBe(true)
        const needed = (60 * second) / perMinute
        clock.now += Math.floor(needed) - 1
        expect(budgets.take('a').isExhausted).toBe(true)
        clock.now += secondsToNext * second - Math.floor(needed) + 2
        expect(budgets.take('a').isExhausted).toBe(false)
      }),
    )
  })

  test('is full again after the seconds that it names, and never more than full', () => {
    fc.assert(
      fc.property(
        anyBudget.burst,
        anyBudget.perMinute,
        fc.integer({ min: 1, max: 60 }),
        (burst, perMinute, used) => {
          const { clock, budgets } = budgetsAt(burst, perMinute)
          let last = budgets.peek('a')
          expect([last.remaining, last.secondsToFull]).toEqual([burst, 0])
          for (let i = 0; i < used; i++) last = budgets.take('a')
          // One microsecond more than the returned time, because fractions of a request are not exact.
          clock.now += last.secondsToFull * second + 1
          expect(budgets.peek('a').remaining).toBe(burst)
          clock.now += 86_400 * second
          expect(budgets.peek('a').remaining).toBe(burst)
        },
      ),
    )
  })

  // Rule: api.md, Request budget
  test('allows in any period at most the burst and the tokens that were added', () => {
    fc.assert(
      fc.property(
        anyBudget.burst,
        anyBudget.perMinute,
        fc.array(fc.integer({ min: 0, max: 3 * second }), { maxLength: 200 }),
        (burst, perMinute, steps) => {
          const { clock, budgets } = budgetsAt(burst, perMinute)
          const start = clock.now
          let passed = 0
          for (const step of steps) {
            clock.now += step
            if (!budgets.take('a').isExhausted) passed++
            expect(passed).toBeLessThanOrEqual(
              burst + ((clock.now - start) * perMinute) / (60 * second) + 1e-6,
            )
          }
        },
      ),
    )
  })

  test('is not reduced by a clock that is set back', () => {
    const { clock, budgets } = budgetsAt(5, 60)
    budgets.take('a')
    clock.now -= 3600 * second
    expect(budgets.take('a').remaining).toBe(3)
    clock.now += second
    expect(budgets.take('a').remaining).toBe(3)
  })

  test('has a window that does not depend on the remaining tokens', () => {
    const { budgets } = budgetsAt(1200, 6000)
    expect([budgets.peek('a').window, budgets.take('a').window, budgets.take('a').window]).toEqual([
      12, 12, 12,
    ])
  })

  test('is not reduced by reading it', () => {
    const { budgets } = budgetsAt(5, 60)
    for (let i = 0; i < 10; i++) expect(budgets.peek('a').remaining).toBe(5)
  })
})

// Rule: api.md, Request budget
describe('the headers', () => {
  const budget = {
    isExhausted: false,
    limit: 1200,
    remaining: 1190,
    secondsToFull: 6.4,
    secondsToNext: 1,
    window: 12,
  }

  test('have the names of the API and of the IETF draft', () => {
    expect(budgetHeaders(budget, 1_700_000_000 * second)).toEqual({
      'x-ratelimit-limit': '1200',
      'x-ratelimit-remaining': '1190',
      'x-ratelimit-reset': '1700000007',
      'ratelimit-policy': '"default";q=1200;w=12',
      ratelimit: '"default";r=1190;t=7',
    })
  })

  test('contain a second at which the bucket is full, rounded up', () => {
    const resetAt = (fraction: number) =>
      budgetHeaders(budget, (1_700_000_000 + fraction) * second)['x-ratelimit-reset']
    expect([0.5, 0.6, 0.7, 0.9].map(resetAt)).toEqual([
      '1700000007',
      '1700000007',
      '1700000008',
      '1700000008',
    ])
  })
})
