import { createBudgets } from '../budget'
import { AppError } from '../errors'
import type { Micros } from '../time'

export interface ThrottleLimits {
  /** Failures a minute that one account or client_id, and one address, may have. */
  readonly perAccount: number
  readonly perAddress: number
}

/** Only failures count; an attempt beyond the limit is refused before any password is hashed (contract, Failed log-ins). */
export function createThrottle(limits: ThrottleLimits, now: () => Micros) {
  const accounts = createGate(limits.perAccount, now)
  const addresses = createGate(limits.perAddress, now)

  return async function attempt<T>(account: string, address: string, work: () => Promise<T>): Promise<T> {
    return accounts.pass(account, () => addresses.pass(address, work))
  }
}

export type Throttle = ReturnType<typeof createThrottle>

/** Attempts by one account or address whose outcome is open, and those that wait for it. */
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
  }
}

const tooMany = (seconds: number): AppError =>
  new AppError('rate_limited', `Too many failed attempts; try again in ${seconds} s`, {
    headers: { 'retry-after': String(seconds) },
  })
