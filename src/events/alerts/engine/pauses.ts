import { systemActor } from '../../../base/caller'
import { type Message, storedOf } from '../../../base/messages'
import { type Instant, laterThan, toMicros } from '../../../base/time'
import { audit } from '../../../people/audit/record'
import type { AlertRuleRow, Writes } from '../../../storage/core/store'
import { toAudited } from '../rules/view'
import { noteRule } from './note-rule'
import { closeOfRule } from './storing'

/** Switches rules off whose location or field was deleted, and says why. */
export async function pauseRules(
  tx: Writes,
  organizationId: number,
  rules: readonly { readonly id: number; readonly reason: Message }[],
  now: Instant,
): Promise<void> {
  for (const { id, reason } of rules) {
    const row = await tx.alertRules.find(organizationId, id)
    if (!row?.isEnabled) continue
    const values: Partial<AlertRuleRow> = {
      isEnabled: false,
      enabledAt: null,
      pausedReason: storedOf(reason),
      updatedAt: laterThan(row.updatedAt, now),
    }
    await tx.alertRules.update(organizationId, id, values)
    await closeOfRule(tx, organizationId, id, toMicros(now))
    await audit(
      tx,
      { organizationId, actor: systemActor },
      {
        at: now,
        action: 'changed',
        subject: { kind: 'alert_rule', id, name: row.name },
        before: toAudited(row),
        after: toAudited({ ...row, ...values }),
      },
    )
  }
  const { newest } = await tx.eventLog.ends(organizationId)
  await tx.alertRules.noteChange(organizationId, newest)
}

/** Lets rules begin again with other conditions of their view. */
export async function renewRules(
  tx: Writes,
  organizationId: number,
  rules: readonly { readonly id: number; readonly scope: string }[],
  now: Instant,
): Promise<void> {
  for (const { id, scope } of rules) {
    const row = await tx.alertRules.find(organizationId, id)
    if (!row?.isEnabled) continue
    const values = { scope, enabledAt: toMicros(now), watchedUpTo: 0 }
    await tx.alertRules.update(organizationId, id, values)
    await closeOfRule(tx, organizationId, id, toMicros(now))
    await noteRule(tx, { ...row, ...values })
  }
}
