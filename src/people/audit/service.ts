import type { Page } from '../../contract/parameters'
import type { SessionCaller } from '../../base/caller'
import { type JsonObject, parseJsonText } from '../../base/json'
import type { AuditFilter, AuditRecord, Store } from '../../storage/core/store'
import { type Clock, toWire } from '../../base/time'
import { rowsOfPages, type Table } from '../../base/table'
import type { Action, AuditEntryView, SubjectKind } from './schema'

export type AuditService = ReturnType<typeof createAuditService>

/** Reads the audit log of an organization, which record.ts writes. */
export function createAuditService({ read }: Pick<Store, 'read'>, now: Clock) {
  async function list(
    { organizationId }: SessionCaller,
    filter: AuditFilter,
    page: Page,
  ): Promise<{ rows: AuditEntryView[]; total: number }> {
    const { rows, total } = await read.audit.list(organizationId, filter, page)
    return { rows: rows.map(toView), total }
  }

  /** Returns the entries up to now as a table. Each part reads its rows when the client reads it. */
  function table(caller: SessionCaller, filter: AuditFilter): Table {
    // New entries would move the rows of later pages.
    const until = { ...filter, to: filter.to ?? now() }
    const rows = rowsOfPages(auditColumns, async (page) => {
      const { rows, total } = await list(caller, until, page)
      return { rows: rows.map(rowOf), total }
    })
    return { name: 'changes', columns: auditColumns, rows }
  }

  return { list, table }
}

const auditColumns = [
  'changed_at',
  'actor_kind',
  'actor_id',
  'actor_name',
  'action',
  'subject_kind',
  'subject_id',
  'subject_name',
  'before',
  'after',
  'import_id',
  'id',
] as const

const rowOf = ({ id, changed_at, actor, action, subject, before, after, import: from }: AuditEntryView) => ({
  changed_at,
  actor_kind: actor.kind,
  actor_id: actor.id,
  actor_name: actor.name,
  action,
  subject_kind: subject.kind,
  subject_id: subject.id,
  subject_name: subject.name,
  before,
  after,
  import_id: from?.id ?? null,
  id,
})

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
