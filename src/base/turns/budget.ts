import { BoundedMap } from '../bounded-map'
import type { Micros } from '../time'
import type { MaybePromise } from './maybe-promise'

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

/** The size of a bucket and the speed at which it fills. */
interface Rate {
  readonly burst: number
  readonly perMinute: number
}

/** Buckets that several instances take tokens from, by name. */
export interface SharedTokens {
  /** Takes up to `wanted` tokens. Returns how many it got, and how many are left. */
  take(name: string, rate: Rate, wanted: number): Promise<{ readonly granted: number; readonly left: number }>
  /** Takes a token for an attempt, if there is one. */
  begin(name: string, rate: Rate): Promise<BegunAttempt>
  /** Ends an attempt. Returns its token to the bucket unless the attempt has failed. */
  end(name: string, rate: Rate, hasFailed: boolean): Promise<void>
  fill(name: string, rate: Rate): Promise<void>
}

interface BegunAttempt {
  readonly isBegun: boolean
  readonly left: number
  /** Whether attempts in progress may return tokens. */
  readonly mayReturn: boolean
}

/** Request budgets by client. With several instances, all take from one bucket. */
export interface RequestBudgets {
  /** Begins what a later call of `take` would wait for. It charges nothing. */
  prepare(client: string): void
  /** Takes one token if there is one, and returns the budget. */
  take(client: string): MaybePromise<Budget>
  /** Returns the budget without a change, as this instance last read it. */
  peek(client: string): Budget
}

/** Limits of failures by key, such as an account. An attempt takes a token, and returns it unless it fails. */
export interface FailureBudgets {
  /** Takes a token if there is one. */
  begin(key: string): Attempted | Promise<Attempted>
  /** Ends an attempt that has taken a token. */
  end(key: string, hasFailed: boolean): void | Promise<void>
  /** Fills the bucket. */
  refill(key: string): void | Promise<void>
}

interface Attempted extends Pick<Budget, 'isExhausted' | 'secondsToNext'> {
  /** Whether attempts on other instances may return tokens soon. */
  readonly mayReturn: boolean
}

interface Bucket {
  tokens: number
  at: Micros
}

/** Maximum number of clients in memory. A client that was removed begins with a full bucket. */
const bucketsMax = 50_000

/** Returns the function that describes a bucket with a number of tokens. */
const describing =
  ({ burst, perMinute }: Rate) =>
  (tokens: number, isExhausted: boolean): Budget => ({
    isExhausted,
    limit: burst,
    remaining: Math.floor(tokens),
    secondsToFull: ((burst - tokens) * 60) / perMinute,
    secondsToNext: Math.max(1, Math.ceil(((1 - tokens) * 60) / perMinute)),
    window: Math.max(1, Math.ceil((burst * 60) / perMinute)),
  })

/** Creates token buckets by client, bounded in number (docs/api.md, Request budget). */
export function createBudgets(burst: number, perMinute: number, now: () => Micros) {
  const buckets = new BoundedMap<string, Bucket>(bucketsMax)
  const perMicro = perMinute / 60_000_000
  const describe = describing({ burst, perMinute })

  function refilled(client: string): Bucket {
    const at = now()
    const known = buckets.get(client)
    if (!known) return { tokens: burst, at }
    // A clock that is set back must not remove tokens.
    const elapsed = Math.max(0, at - known.at)
    return { tokens: Math.min(burst, known.tokens + elapsed * perMicro), at }
  }

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

    /** Returns a token to the bucket. */
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

/** Creates budgets, in memory or shared with other instances. The kind distinguishes their buckets. */
export interface CreateBudgets {
  /** @param atOnce number of tokens that an instance takes from a shared bucket at a time */
  requests(kind: string, rate: Rate, atOnce: number): RequestBudgets
  failures(kind: string, rate: Rate): FailureBudgets
}

/** @param shared null for the only instance */
export const creatingBudgets = (shared: SharedTokens | null, now: () => Micros): CreateBudgets =>
  shared
    ? {
        requests: (kind, rate, atOnce) => createSharedBudgets({ shared, kind, rate, atOnce, now }),
        failures: (kind, rate) => createSharedFailures(shared, kind, rate),
      }
    : {
        requests: (_, { burst, perMinute }) => ({
          ...createBudgets(burst, perMinute, now),
          prepare: () => {},
        }),
        failures: (_, { burst, perMinute }) => createFailures(createBudgets(burst, perMinute, now)),
      }

const createFailures = (budgets: Budgets): FailureBudgets => ({
  begin: (key) => ({ ...budgets.take(key), mayReturn: false }),
  end(key, hasFailed) {
    if (!hasFailed) budgets.restore(key)
  },
  refill: (key) => budgets.refill(key),
})

function createSharedFailures(shared: SharedTokens, kind: string, rate: Rate): FailureBudgets {
  const describe = describing(rate)
  const nameOf = namingBuckets(kind, rate)
  return {
    async begin(key) {
      const { isBegun, left, mayReturn } = await shared.begin(nameOf(key), rate)
      return { ...describe(left, !isBegun), mayReturn }
    },
    end: (key, hasFailed) => shared.end(nameOf(key), rate, hasFailed),
    refill: (key) => shared.fill(nameOf(key), rate),
  }
}

/** Returns the function that names the bucket of a client. After a change of the settings, the buckets are full. */
const namingBuckets =
  (kind: string, { burst, perMinute }: Rate) =>
  (client: string): string =>
    `${kind} ${burst}/${perMinute} ${client}`

/** Tokens that an instance has taken from a shared bucket, and the last known state of the bucket. */
interface Lease {
  tokens: number
  readonly left: number
  readonly at: Micros
}

/** Returns the function that reports whether an empty bucket has had no time to get a token. */
const stillEmpty =
  ({ perMinute }: Rate, now: () => Micros) =>
  ({ left, at }: Lease): boolean => {
    const elapsed = now() - at
    return elapsed >= 0 && left + (elapsed * perMinute) / 60_000_000 < 1
  }

interface SharedBudgetParts {
  readonly shared: SharedTokens
  readonly kind: string
  readonly rate: Rate
  readonly atOnce: number
  readonly now: () => Micros
}

/**
 * Creates budgets whose buckets are shared with other instances. An instance takes several tokens at a time, so that few requests
 * wait for the bucket (decision 0033).
 */
function createSharedBudgets({ shared, kind, rate, atOnce, now }: SharedBudgetParts): RequestBudgets {
  const leases = new BoundedMap<string, Lease>(bucketsMax)
  const taking = new Map<string, Promise<Lease>>()
  const describe = describing(rate)
  const nameOf = namingBuckets(kind, rate)
  const isStillEmpty = stillEmpty(rate, now)

  /** Takes tokens for all requests of a client that wait for some. */
  function lease(client: string): Promise<Lease> {
    const known = taking.get(client)
    if (known) return known
    const taken = shared
      .take(nameOf(client), rate, atOnce)
      .then(({ granted, left }) => {
        const before = leases.get(client)?.tokens ?? 0
        const after = { tokens: before + granted, left, at: now() }
        leases.set(client, after)
        return after
      })
      .finally(() => taking.delete(client))
    taking.set(client, taken)
    return taken
  }

  function spend(held: Lease): Budget {
    held.tokens -= 1
    return describe(held.tokens + held.left, false)
  }

  async function takeLater(client: string): Promise<Budget> {
    for (;;) {
      const held = await lease(client)
      if (held.tokens >= 1) return spend(held)
      if (isStillEmpty(held)) return describe(held.left, true)
    }
  }

  return {
    prepare(client) {
      const held = leases.get(client)
      // `take` reports a failure, because it tries again.
      if (!held || (held.tokens < 1 && !isStillEmpty(held))) lease(client).catch(() => {})
    },
    take(client) {
      const held = leases.get(client)
      if (held && held.tokens >= 1) return spend(held)
      if (held && isStillEmpty(held)) return describe(held.left, true)
      return takeLater(client)
    },
    peek(client) {
      const held = leases.get(client)
      const tokens = held ? held.tokens + held.left : rate.burst
      return describe(tokens, tokens < 1)
    },
  }
}

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
