import { choice, flag, instant, paging, type ParameterValues, text, toPage } from '../../contract/parameters'
import { type Endpoint, endpoint, listed } from '../../http/endpoint'
import { pageOf } from '../../http/openapi/shapes'
import { fileParameters, fileReply } from '../../http/table-file'
import { actions, actorKinds, AuditEntry, subjectKinds } from './schema'
import type { AuditService } from './service'

const filters = {
  subject_kind: choice(subjectKinds, 'Kind of the changed record.'),
  subject_id: text('Id of the changed record.'),
  actor_kind: choice(actorKinds, 'Kind of the actor.'),
  actor_id: text('Id of the user or API key that made the change.'),
  action: choice(actions, 'Kind of the change.'),
  import_id: text('Id of the import that made the change.'),
  grouped: flag('true: leave out the entries of an import, except its first.', false),
  from: instant('Only changes at this instant or later.'),
  to: instant('Only changes at this instant or earlier.'),
}

const filterOf = (query: ParameterValues<typeof filters>) => ({
  subjectKind: query.subject_kind,
  subjectId: query.subject_id,
  actorKind: query.actor_kind,
  actorId: query.actor_id,
  action: query.action,
  importId: query.import_id,
  isGrouped: query.grouped ? (true as const) : undefined,
  from: query.from,
  to: query.to,
})

/** The changes of an organization, for its admins (docs/internal-api.md, Audit log). */
export const auditRoutes = (audit: AuditService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/internal/v1/audit',
    access: { kind: 'session', role: 'admin' },
    isList: true,
    query: { ...filters, ...paging },
    response: { status: 200, description: 'A page of changes, newest first.', schema: pageOf(AuditEntry) },
    async handle({ caller, query }) {
      const page = toPage(query)
      const { rows, total } = await audit.list(caller, filterOf(query), page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/internal/v1/audit/export',
    access: { kind: 'session', role: 'admin' },
    query: { ...filters, ...fileParameters },
    response: {
      status: 200,
      description: 'All these changes as a file, newest first. A response that breaks off is incomplete.',
    },
    async handle({ caller, query, request, isStillAuthorized }) {
      const table = audit.table(caller, filterOf(query))
      return fileReply(table, query, request, isStillAuthorized)
    },
  }),
]
