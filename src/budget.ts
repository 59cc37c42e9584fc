import { BoundedMap } from './bounded-map'
import type { Micros } from './time'

/** The state of a client's budget after a request. The headers report it. */
export interface Budget {
  readonly isExhausted: boolean
  readonly limit: number
  readonly remaining: number
  /** Seconds until the bucket is full, with fractions. */
  readonly secondsToFull: number
  /** Whole seconds until one more request is allowed. */
  readonly secondsToNext: number
  /** Seconds in which an empty bucket fills. It is a constant of the budget. */
  readonly window: number
}

interface Bucket {
  tokens: number
  at: Micros
}

/** Maximum number of clients in memory. A client that was removed begins with a full bucket. */
const bucketsMax = 50_000

/** Creates token buckets by client, bounded in number (docs/api.md, Request budget). */
export function createBudgets(burst: number, perMinute: number, now: () => Micros) {
  const buckets = new BoundedMap<string, Bucket>(bucketsMax)
  const perMicro = perMinute / 60_000_000

  function refilled(client: string): Bucket {
    const at = now()
    const known = buckets.get(client)
    if (!known) return { tokens: burst, at }
    // A clock that is set back must not remove tokens.
    const elapsed = Math.max(0, at - known.at)
    return { tokens: Math.min(burst, known.tokens + elapsed * perMicro), at }
  }

  const describe = (tokens: number, isExhausted: boolean): Budget => ({
    isExhausted,
    limit: burst,
    remaining: Math.floor(tokens),
    secondsToFull: (burst - tokens) / perMicro / 1_000_000,
    secondsToNext: Math.max(1, Math.ceil((1 - tokens) / perMicro / 1_000_000)),
    window: Math.max(1, Math.ceil((burst * 60) / perMinute)),
  })

  return {
    /** Takes one token if there is one, and returns the budget. */
    take(client: string): Budget {
      const bucket = refilled(client)
      const isExhausted = bucket.tokens < 1
      if (!isExhausted) bucket.tokens -= 1
      buckets.set(client, bucket)
      return describe(bucket.tokens, isExhausted)
    },

    /** Returns the budget without a change. */
    peek(client: string): Budget {
      const { tokens } = refilled(client)
      return describe(tokens, tokens < 1)
    },

    /** Takes tokens for work that is done. The bucket may become negative; the client then waits longer. */
    charge(client: string, amount: number): void {
      const bucket = refilled(client)
      buckets.set(client, { ...bucket, tokens: bucket.tokens - amount })
    },

    /** Returns a token to the bucket, for budgets that count only failures. */
    restore(client: string): void {
      const bucket = buckets.get(client)
      if (!bucket) return
      bucket.tokens = Math.min(burst, bucket.tokens + 1)
      // A full bucket is equal to none. Removing it keeps clients without failures from displacing those with failures.
      if (bucket.tokens === burst) buckets.delete(client)
    },

    /** Fills the bucket. */
    refill(client: string): void {
      buckets.delete(client)
    },
  }
}

export type Budgets = ReturnType<typeof createBudgets>

/** Returns the headers that describe a budget at `now` (docs/api.md, Request budget). */
export function budgetHeaders(budget: Budget, now: Micros): Record<string, string> {
  const { limit, remaining, secondsToFull, window } = budget
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    // The time is rounded up, so that the bucket is full at that second.
    'x-ratelimit-reset': String(Math.ceil(now / 1_000_000 + secondsToFull)),
    'ratelimit-policy': `"default";q=${limit};w=${window}`,
    ratelimit: `"default";r=${remaining};t=${Math.ceil(secondsToFull)}`,
  }
}
