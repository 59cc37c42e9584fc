import type { Page } from '../../contract/parameters'
import type { SessionCaller } from '../../base/caller'
import { type JsonObject, parseJsonText } from '../../base/json'
import type { AuditFilter, AuditRecord, Store } from '../../storage/core/store'
import { toWire } from '../../base/time'
import type { Action, AuditEntryView, SubjectKind } from './schema'

export type AuditService = ReturnType<typeof createAuditService>

/** Reads the audit log of an organization, which record.ts writes. */
export function createAuditService({ read }: Pick<Store, 'read'>) {
  async function list(
    { organizationId }: SessionCaller,
    filter: AuditFilter,
    page: Page,
  ): Promise<{ rows: AuditEntryView[]; total: number }> {
    const { rows, total } = await read.audit.list(organizationId, filter, page)
    return { rows: rows.map(toView), total }
  }

  return { list }
}

const fieldsOf = (text: string | null): JsonObject | null =>
  text === null ? null : (parseJsonText(text) as JsonObject)

const toView = (entry: AuditRecord): AuditEntryView => ({
  id: entry.id,
  changed_at: toWire(entry.changedAt),
  actor: { kind: entry.actorKind, id: entry.actorId, name: entry.actorName },
  action: entry.action as Action,
  subject: {
    kind: entry.subjectKind as SubjectKind,
    id: entry.subjectId,
    name: entry.subjectName,
    is_there: entry.subjectIsLive,
    record_name: entry.recordName,
  },
  before: fieldsOf(entry.before),
  after: fieldsOf(entry.after),
  import:
    entry.importId === null || entry.importEntries === null
      ? null
      : { id: entry.importId, entries: entry.importEntries },
})
