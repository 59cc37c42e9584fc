import { measureOf } from '../../../base/alert-kinds'
import type { AlertRuleRow, Writes } from '../../../storage/core/store'

/** Tells the engine that a rule has changed, and what it must look at. */
export async function noteRule(tx: Writes, row: AlertRuleRow, isChanged = true): Promise<void> {
  const { organizationId } = row
  await tx.alertRules.noteChange(organizationId, (await tx.eventLog.ends(organizationId)).newest)
  const isScanned =
    row.kind === 'outside' ||
    row.kind === 'dwell' ||
    row.kind === 'par' ||
    row.kind === 'tag_unknown' ||
    measureOf(row.kind) !== undefined
  if (isChanged && row.isEnabled && isScanned)
    await tx.alertState.insertScan({
      organizationId,
      ruleId: row.id,
      // Only an asset at the place can have been there for long.
      locationId: row.kind === 'dwell' ? row.locationId : null,
      afterId: 0,
    })
}
