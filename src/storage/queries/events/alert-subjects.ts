import { eq } from 'drizzle-orm'
import { alerts } from '../../sql/alert-tables'
import { arg, type Db } from '../../sql/database'
import type { QueuedChange } from '../../sql/event-tables'
import { noFields, type Subject } from './event-fields'

/** Events about alerts: the query that returns their fields, in the transaction of the change. */
export function alertSubjects(db: Db) {
  const byId = db
    .select()
    .from(alerts)
    .where(eq(alerts.id, arg('id')))
    .prepare()

  return {
    async alert(id: number, change: QueuedChange): Promise<Subject | undefined> {
      const [row] = await byId.execute({ id })
      if (!row) return undefined
      const isOpening = change === 'alert.opened'
      const ofSubject = { id: row.subjectId, external_key: row.subjectKey }
      return {
        occurredAt: isOpening
          ? row.openedAt
          : change === 'alert.acknowledged'
            ? row.acknowledgedAt
            : row.closedAt,
        locationIds: row.locationId === null ? [] : [row.locationId],
        fields: {
          ...noFields,
          ...(row.subjectKind === 'asset' && {
            asset_id: ofSubject.id,
            asset_external_key: ofSubject.external_key,
          }),
          ...(row.subjectKind === 'reader' && {
            reader_id: ofSubject.id,
            reader_external_key: ofSubject.external_key,
          }),
          location_id: row.locationId,
          location_external_key: row.locationKey,
          alert: {
            id: row.id,
            rule_id: row.ruleId,
            rule_name: row.ruleName,
            kind: row.kind,
            severity: row.severity,
            subject: { kind: row.subjectKind, ...ofSubject, name: row.subjectName },
            is_late: row.isLate,
            // One that had ended when it was recorded is opened and closed in one write.
            close_reason: isOpening || change === 'alert.acknowledged' ? null : row.closeReason,
          },
        },
      }
    },
  }
}
