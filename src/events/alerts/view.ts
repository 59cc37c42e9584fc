import { readStored } from '../../base/messages'
import { type Micros, wireOf } from '../../base/time'
import type { AlertActRow, AlertMessageRow, AlertRow } from '../../storage/core/store'
import type { AlertDetailsView, PersonView, PrivateAlert, PublicAlert } from './schema'

const reasonOfAlert = ({ evidenceReason }: AlertRow) =>
  evidenceReason === null ? null : readStored(evidenceReason)

const wireOrNull = (at: Micros | null): string | null => (at === null ? null : wireOf(at))

const personOf = (id: string | null, name: string | null): PersonView | null =>
  id === null ? null : { user_id: id, name: name ?? '' }

/** Returns an alert as the public API shows it, without notes. */
export function toPublicAlert(row: AlertRow): PublicAlert {
  return {
    id: row.id,
    rule_id: row.ruleId,
    rule_name: row.ruleName,
    kind: row.kind,
    severity: row.severity,
    subject: {
      kind: row.subjectKind,
      id: row.subjectId,
      external_key: row.subjectKey,
      name: row.subjectName,
    },
    location_id: row.locationId,
    location_external_key: row.locationKey,
    state: row.closedAt === null ? 'open' : 'closed',
    opened_at: wireOf(row.openedAt),
    recorded_at: wireOf(row.recordedAt),
    is_late: row.isLate,
    occurrences: row.occurrences,
    evidence: {
      sequence: row.evidenceSequence,
      event_id: row.evidenceEventId,
      occurred_at: wireOf(row.evidenceAt),
      reason: reasonOfAlert(row)?.english ?? null,
    },
    acknowledged_at: wireOrNull(row.acknowledgedAt),
    acknowledged_by: personOf(row.acknowledgedBy, row.acknowledgedName),
    snoozed_until: wireOrNull(row.snoozedUntil),
    closed_at: wireOrNull(row.closedAt),
    close_reason: row.closeReason,
  }
}

export function toAlert(row: AlertRow): PrivateAlert {
  const view = toPublicAlert(row)
  return { ...view, evidence: { ...view.evidence, text: reasonOfAlert(row)?.text ?? null }, note: row.note }
}

export const toDetails = (
  row: AlertRow,
  acts: readonly AlertActRow[],
  messages: readonly AlertMessageRow[],
): AlertDetailsView => ({
  ...toAlert(row),
  timeline: acts.map(({ at, action, userId, userName, note }) => ({
    at: wireOf(at),
    action,
    by: personOf(userId, userName),
    note,
  })),
  messages: messages.map(({ channel, purpose, address, state, queuedAt, endedAt, error }) => {
    const reason = error === null ? null : readStored(error)
    return {
      channel,
      purpose,
      address,
      state,
      at: wireOf(endedAt ?? queuedAt),
      error: reason?.english ?? null,
      text: reason?.text ?? null,
    }
  }),
})
