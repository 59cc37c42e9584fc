import { readStored } from '../../../base/messages'
import { toWire } from '../../../base/time'
import type { AlertRuleRow } from '../../../storage/core/store'
import type { Hours } from '../conditions/hours'
import type { Scope } from '../conditions/rule'
import { readRecipients } from '../../../base/recipients'
import { type KnownRecipients, nobodyKnown, stateOf } from './recipients'
import type { AlertRuleView } from './schema'

/** @param known what the recipients name */
export function toRuleView(row: AlertRuleRow, known: KnownRecipients): AlertRuleView {
  const paused = row.pausedReason === null ? null : readStored(row.pausedReason)
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    scope: scopeOf(JSON.parse(row.scope) as Scope),
    location_id: row.locationId,
    from_location_id: row.fromLocationId,
    minutes: row.minutes,
    min_count: row.minCount,
    max_count: row.maxCount,
    threshold: row.threshold,
    hold_seconds: row.holdSeconds,
    clear_seconds: row.clearSeconds,
    hours: row.hours === null ? null : (JSON.parse(row.hours) as Hours as AlertRuleView['hours']),
    severity: row.severity,
    recipients: readRecipients(row.recipients),
    recipient_states: readRecipients(row.recipients).map((one) => stateOf(one, known)),
    renotify_minutes: row.renotifyMinutes,
    is_enabled: row.isEnabled,
    paused_reason: paused?.english ?? null,
    paused_text: paused?.text ?? null,
    created_at: toWire(row.createdAt),
    updated_at: toWire(row.updatedAt),
  }
}

/** The copy of the conditions of a view is not shown: the view has them. */
const scopeOf = (scope: Scope): AlertRuleView['scope'] =>
  (scope.kind === 'view' ? { kind: scope.kind, view_id: scope.view_id } : scope) as AlertRuleView['scope']

/** The fields of the audit log. */
export function toAudited(row: AlertRuleRow): object {
  const { paused_text: _, recipient_states: _states, ...view } = toRuleView(row, nobodyKnown)
  return view
}
