import { BoundedMap } from './bounded-map'
import type { Micros } from './time'

/** The state of a client's budget after a request, as the headers tell it. */
export interface Budget {
  readonly isExhausted: boolean
  readonly limit: number
  readonly remaining: number
  /** Seconds until the bucket is full, to the fraction. */
  readonly secondsToFull: number
  /** Whole seconds until one more request is allowed. */
  readonly secondsToNext: number
  /** Seconds in which an empty bucket fills: the same for every client and at any time. */
  readonly window: number
}

interface Bucket {
  tokens: number
  at: Micros
}

/** So many clients are remembered; a forgotten one begins with a full bucket. */
const bucketsMax = 50_000

/** Token buckets by client, bounded in number (docs/api.md, Request budget). */
export function createBudgets(burst: number, perMinute: number, now: () => Micros) {
  const buckets = new BoundedMap<string, Bucket>(bucketsMax)
  const perMicro = perMinute / 60_000_000

  function refilled(client: string): Bucket {
    const at = now()
    const known = buckets.get(client)
    if (!known) return { tokens: burst, at }
    // A clock that was set back must not take tokens away.
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
    /** Takes one token, if there is one. */
    take(client: string): Budget {
      const bucket = refilled(client)
      const isExhausted = bucket.tokens < 1
      if (!isExhausted) bucket.tokens -= 1
      buckets.set(client, bucket)
      return describe(bucket.tokens, isExhausted)
    },

    /** The budget as it is. */
    peek(client: string): Budget {
      const { tokens } = refilled(client)
      return describe(tokens, tokens < 1)
    },

    /** Takes tokens for what is done already, also when there are not enough: the client then waits longer. */
    charge(client: string, amount: number): void {
      const bucket = refilled(client)
      buckets.set(client, { ...bucket, tokens: bucket.tokens - amount })
    },

    /** Gives a token back: for budgets of which only failures count. */
    restore(client: string): void {
      const bucket = buckets.get(client)
      if (!bucket) return
      bucket.tokens = Math.min(burst, bucket.tokens + 1)
      // A full bucket says no more than none: who never fails must not push out those who do.
      if (bucket.tokens === burst) buckets.delete(client)
    },

    /** Begins again with a full bucket. */
    refill(client: string): void {
      buckets.delete(client)
    },
  }
}

export type Budgets = ReturnType<typeof createBudgets>

/** The headers that describe a budget at `now` (docs/api.md, Request budget). */
export function budgetHeaders(budget: Budget, now: Micros): Record<string, string> {
  const { limit, remaining, secondsToFull, window } = budget
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    // At that second the bucket is full, not only nearly so.
    'x-ratelimit-reset': String(Math.ceil(now / 1_000_000 + secondsToFull)),
    'ratelimit-policy': `"default";q=${limit};w=${window}`,
    ratelimit: `"default";r=${remaining};t=${Math.ceil(secondsToFull)}`,
  }
}
