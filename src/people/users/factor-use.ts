import { userActor } from '../../base/caller'
import type { SecondFactors } from '../second-factors/second-factors'
import type { UserRow, Writes } from '../../storage/core/store'
import type { Instant } from '../../base/time'
import { auditEverywhere } from './account-audit'

/** The code that a user has entered; undefined without one. */
interface EnteredCode {
  readonly user: UserRow
  readonly code: string | undefined
  readonly at: Instant
}

/** Uses up a code, if the user has a second factor. Throws if it is wrong. The use of a recovery code is audited. */
export async function useFactor(
  tx: Writes,
  factors: Pick<SecondFactors, 'use'>,
  { user, code, at }: EnteredCode,
): Promise<void> {
  const isRecovery = await factors.use(tx, user.id, code)
  if (isRecovery) await auditEverywhere(tx, user, userActor(user), { at, action: 'recovery_code_used' })
}
