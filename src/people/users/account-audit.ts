import { audit, type Change, type Subject } from '../audit/record'
import type { Actor } from '../../base/caller'
import type { Member, UserRow, Writes } from '../../storage/core/store'

/** Writes the audit entry in every organization of the user, because the account is not part of one organization. */
export async function auditEverywhere(
  tx: Pick<Writes, 'audit' | 'accounts'>,
  { id: userId, name }: Pick<UserRow, 'id' | 'name'>,
  actor: Actor,
  change: Omit<Change, 'subject'>,
): Promise<void> {
  const subject = memberSubject({ userId, name })
  for (const { id: organizationId } of await tx.accounts.membershipsOf(userId))
    await audit(tx, { organizationId, actor }, { ...change, subject })
}

export const memberSubject = ({ userId, name }: Pick<Member, 'userId' | 'name'>): Subject => ({
  kind: 'member',
  id: userId,
  name,
})
