import { type AppError, unauthenticated } from '../../base/errors'
import { callerMessages } from '../../contract/messages'
import type { Instant } from '../../base/time'
import { plusSeconds } from '../../base/time'

/** What determines which sessions this process accepts, and how long. */
export interface SessionRules {
  readonly environment: string
  /** The days after which a user of a provider signs in again. */
  readonly providerSessionDays: number
}

/** Returns the time at or before which a session of a provider began that has ended, however often it was used. */
export const endedProvidersUntil = ({ providerSessionDays }: SessionRules, at: Instant): Instant =>
  plusSeconds(at, -providerSessionDays * 86_400)

/** Reports whether a session has reached its end: the provider may have removed its user since the sign-in. */
export const isOver = (
  { issuer, createdAt }: { readonly issuer: string | null; readonly createdAt: Instant },
  rules: SessionRules,
  at: Instant,
): boolean => issuer !== null && createdAt <= endedProvidersUntil(rules, at)

export const sessionEnded = (): AppError => unauthenticated(callerMessages('caller.token'))
