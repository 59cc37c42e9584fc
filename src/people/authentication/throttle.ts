import { userMessages } from './messages'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CreateBudgets, FailureBudgets } from '../../base/turns/budget'
import { AppError } from '../../base/errors'

interface ThrottleLimits {
  /** Failures per minute of one account or client_id, from one address or with one device. */
  readonly perAccount: number
  /** Failures per minute from one address, for all accounts together. */
  readonly perAddress: number
  /** Failures per minute of one account, from all addresses and devices that have never signed in to it. */
  readonly accountTotal: number
}

/** The keys that a failed attempt is counted by. */
export interface Attempt {
  /** The account or client_id, whether or not it exists. */
  readonly account: string
  /** The address, or the device if it is known to the account. */
  readonly source: string
  /** Null for a known device, so that failures of other clients at the same address do not block it. */
  readonly address: string | null
  /** Whether the account has signed in from this address or with this device before. */
  readonly isKnown: boolean
}

/**
 * Counts failed attempts, and rejects further ones before a password is hashed (docs/api.md, Failed attempts). Each
 * source has a separate limit for an account, so that failures from other sources do not lock out its user.
 */
export function createThrottle(limits: ThrottleLimits, create: CreateBudgets) {
  const gate = (kind: string, failures: number) =>
    new Gate(create.failures(kind, { burst: failures, perMinute: failures }))
  const sources = gate('failures of source', limits.perAccount)
  const addresses = gate('failures of address', limits.perAddress)
  const accounts = gate('failures of account', limits.accountTotal)
  const sourceKey = ({ account, source }: Pick<Attempt, 'account' | 'source'>) => `${account} ${source}`

  return {
    /** Runs `work` and counts an `unauthenticated` error as a failure. Throws `rate_limited` if a limit is reached. */
    async pass<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
      const { account, address, isKnown } = attempt
      const ofAccount = isKnown ? work : () => accounts.pass(account, work)
      const ofAddress = address === null ? ofAccount : () => addresses.pass(address, ofAccount)
      return sources.pass(sourceKey(attempt), ofAddress)
    },

    /** Deletes the failures of this account from this source. */
    forgive: (attempt: Pick<Attempt, 'account' | 'source'>): void | Promise<void> =>
      sources.forgive(sourceKey(attempt)),
  }
}

export type Throttle = ReturnType<typeof createThrottle>

/**
 * Maximum time for which an attempt waits for the result of attempts on other instances, and the interval at which it reads the
 * shared limit, in milliseconds.
 */
const elsewhereMillis = 1000
const lookMillis = 50

/** The unfinished attempts under one key, and the attempts that wait for their result. */
interface Open {
  count: number
  waiting: (() => void)[]
}

/**
 * A limit of failures by key. Each attempt is charged as a failure until it succeeds, so simultaneous attempts cannot
 * exceed it.
 */
export class Gate {
  readonly #failures: FailureBudgets
  readonly #open = new Map<string, Open>()
  readonly #looks = new Map<string, Promise<void>>()

  constructor(failures: FailureBudgets) {
    this.#failures = failures
  }

  /** Waits for the next look at a shared limit. The attempts under one key look together, with one query. */
  #nextLook(key: string): Promise<void> {
    const known = this.#looks.get(key)
    if (known) return known
    const look = sleep(lookMillis).then(() => void this.#looks.delete(key))
    this.#looks.set(key, look)
    return look
  }

  async #enter(key: string): Promise<Open> {
    let until: number | undefined
    for (;;) {
      const begun = this.#failures.begin(key)
      const { isExhausted, secondsToNext, mayReturn } = begun instanceof Promise ? await begun : begun
      const attempts = this.#open.get(key)
      if (!isExhausted) {
        const entered = attempts ?? { count: 0, waiting: [] }
        entered.count++
        this.#open.set(key, entered)
        return entered
      }
      // Earlier attempts may succeed and return their charge. A correct password is not rejected because others are in
      // progress.
      if (attempts) {
        await new Promise<void>((resolve) => attempts.waiting.push(resolve))
        until = undefined
        continue
      }
      until ??= performance.now() + elsewhereMillis
      if (!mayReturn || performance.now() >= until) throw tooMany(secondsToNext)
      await this.#nextLook(key)
    }
  }

  #leave(key: string, attempts: Open): void {
    attempts.count--
    if (attempts.count === 0) this.#open.delete(key)
    for (const wake of attempts.waiting.splice(0)) wake()
  }

  async pass<T>(key: string, work: () => Promise<T>): Promise<T> {
    const attempts = await this.#enter(key)
    let hasFailed = false
    try {
      return await work()
    } catch (error) {
      hasFailed = error instanceof AppError && error.code === 'unauthenticated'
      throw error
    } finally {
      // Also when the database that counts the failures is unavailable: the attempts that wait for this one go on.
      try {
        await this.#failures.end(key, hasFailed)
      } finally {
        this.#leave(key, attempts)
      }
    }
  }

  forgive(key: string): void | Promise<void> {
    return this.#failures.refill(key)
  }
}

const tooMany = (seconds: number): AppError =>
  new AppError('rate_limited', userMessages('sign_in.many_failures', { seconds }), {
    headers: { 'retry-after': String(seconds) },
  })
