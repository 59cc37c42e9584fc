import { createBudgets } from '../budget'
import { AppError } from '../errors'
import type { Micros } from '../time'

export interface ThrottleLimits {
  /** Failures a minute of one account or client_id from one address, or with one device. */
  readonly perAccount: number
  /** Failures a minute from one address, whatever the account. */
  readonly perAddress: number
  /** Failures a minute of one account from all addresses and devices that have never signed in to it. */
  readonly accountTotal: number
}

/** What the failures of an attempt are counted by. */
export interface Attempt {
  /** An account or client_id, whether there is one or not. */
  readonly account: string
  /** The address, or the device if the account knows it. */
  readonly source: string
  /** Null with a device that the account knows: a stranger at the same address does not stand in its way. */
  readonly address: string | null
  /** Whether the account has signed in from this address or with this device before. */
  readonly isKnown: boolean
}

/**
 * Counts failures only, and refuses further attempts before a password is hashed (docs/api.md, Failed attempts).
 * Each source has its own limit for an account, so that failures elsewhere do not keep the owner of an account out.
 */
export function createThrottle(limits: ThrottleLimits, now: () => Micros) {
  const sources = createGate(limits.perAccount, now)
  const addresses = createGate(limits.perAddress, now)
  const accounts = createGate(limits.accountTotal, now)
  const sourceKey = ({ account, source }: Pick<Attempt, 'account' | 'source'>) => `${account} ${source}`

  return {
    async pass<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
      const { account, address, isKnown } = attempt
      const ofAccount = isKnown ? work : () => accounts.pass(account, work)
      const ofAddress = address === null ? ofAccount : () => addresses.pass(address, ofAccount)
      return sources.pass(sourceKey(attempt), ofAddress)
    },

    /** The failures of this account from this source count no more. */
    forgive: (attempt: Pick<Attempt, 'account' | 'source'>): void => sources.forgive(sourceKey(attempt)),
  }
}

export type Throttle = ReturnType<typeof createThrottle>

/** Attempts under one key whose outcome is open, and those that wait for it. */
interface Open {
  count: number
  waiting: (() => void)[]
}

/** Each attempt holds a failure of the budget until it succeeds, so that simultaneous ones can't exceed it. */
function createGate(perMinute: number, now: () => Micros) {
  const failures = createBudgets(perMinute, perMinute, now)
  const open = new Map<string, Open>()

  async function enter(key: string): Promise<Open> {
    for (;;) {
      const attempts = open.get(key)
      const { isExhausted, secondsToNext } = failures.take(key)
      if (!isExhausted) {
        const entered = attempts ?? { count: 0, waiting: [] }
        entered.count++
        open.set(key, entered)
        return entered
      }
      if (!attempts) throw tooMany(secondsToNext)
      // Those before it may succeed and give back what they hold: no success is refused for coming together with others.
      await new Promise<void>((resolve) => attempts.waiting.push(resolve))
    }
  }

  function leave(key: string, attempts: Open): void {
    attempts.count--
    if (attempts.count === 0) open.delete(key)
    for (const wake of attempts.waiting.splice(0)) wake()
  }

  return {
    async pass<T>(key: string, work: () => Promise<T>): Promise<T> {
      const attempts = await enter(key)
      let hasFailed = false
      try {
        return await work()
      } catch (error) {
        hasFailed = error instanceof AppError && error.code === 'unauthenticated'
        throw error
      } finally {
        if (!hasFailed) failures.restore(key)
        leave(key, attempts)
      }
    },
    forgive: (key: string): void => failures.refill(key),
  }
}

const tooMany = (seconds: number): AppError =>
  new AppError('rate_limited', `Too many failed attempts; try again in ${seconds} s`, {
    headers: { 'retry-after': String(seconds) },
  })
