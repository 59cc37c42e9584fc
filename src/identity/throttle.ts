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
  const accounts = createBudgets(limits.perAccount, limits.perAccount, now)
  const addresses = createBudgets(limits.perAddress, limits.perAddress, now)

  /** Takes from both budgets in advance, so that simultaneous attempts can't exceed them; success gives it back. */
  return async function attempt<T>(account: string, address: string, work: () => Promise<T>): Promise<T> {
    const taken = [accounts.take(account), addresses.take(address)]
    const exhausted = taken.filter((budget) => budget.isExhausted)
    if (exhausted.length > 0) {
      if (!taken[0]?.isExhausted) accounts.restore(account)
      if (!taken[1]?.isExhausted) addresses.restore(address)
      const seconds = Math.max(...exhausted.map((budget) => budget.secondsToNext))
      throw new AppError('rate_limited', `Too many failed attempts; try again in ${seconds} s`, {
        headers: { 'retry-after': String(seconds) },
      })
    }
    const result = await work()
    accounts.restore(account)
    addresses.restore(address)
    return result
  }
}

export type Throttle = ReturnType<typeof createThrottle>
