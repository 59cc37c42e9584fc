import { paging, text, toPage } from '../../contract/parameters'
import { created, type Endpoint, endpoint, listed, noContent, ok } from '../../http/endpoint'
import { itemOf, pageOf } from '../../http/openapi/shapes'
import { BackupView, ScheduledBackupsView } from './schema'
import type { ScheduledBackups } from './scheduled'
import type { BackupService } from './service'

// A backup contains the records of every organization.
const access = { kind: 'owner' } as const
const path = '/internal/v1/backups'
const params = { name: text("The backup's name.") }

/** Backups of the whole installation (docs/internal-api.md, Backups). */
export const backupRoutes = (backups: BackupService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path,
    access,
    isList: true,
    query: paging,
    response: { status: 200, description: 'A page of backups, newest first.', schema: pageOf(BackupView) },
    async handle({ query }) {
      const page = toPage(query)
      const { rows, total } = backups.list(page)
      return listed(rows, page, total)
    },
  }),
  endpoint({
    method: 'POST',
    path,
    access,
    response: { status: 201, description: 'The backup, which is on disk.', schema: itemOf(BackupView) },
    mayConflict: true,
    async handle({ caller }) {
      const backup = await backups.create(caller)
      return created(`${path}/${backup.name}`, backup)
    },
  }),
  endpoint({
    method: 'GET',
    path: `${path}/:name`,
    access,
    params,
    response: { status: 200, description: 'The file of the backup, an SQLite database.' },
    async handle({ params: { name } }) {
      const backup = backups.get(name)
      const headers = {
        'content-type': 'application/vnd.sqlite3',
        'content-disposition': `attachment; filename="${name}"`,
        'content-length': String(backup.size),
      }
      return { status: 200, headers, body: Bun.file(backup.path).stream() }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: `${path}/:name`,
    access,
    params,
    response: { status: 204, description: 'The backup is deleted.' },
    async handle({ caller, params: { name } }) {
      await backups.remove(caller, name)
      return noContent
    },
  }),
]

const scheduledPath = '/internal/v1/scheduled-backups'

/** Scheduled backups of the whole installation (docs/internal-api.md, Scheduled backups). */
export function scheduledBackupRoutes(scheduled: ScheduledBackups, backups: BackupService): Endpoint[] {
  const view = () => ({ ...scheduled.view(), requested_since: backups.creatingSince() })
  return [
    endpoint({
      method: 'GET',
      path: scheduledPath,
      access,
      response: {
        status: 200,
        description: 'The schedule, the last results, and the backups at the place.',
        schema: itemOf(ScheduledBackupsView),
      },
      async handle() {
        return ok(view())
      },
    }),
    endpoint({
      method: 'POST',
      path: scheduledPath,
      access,
      response: {
        status: 202,
        description: 'A backup was begun.',
        schema: itemOf(ScheduledBackupsView),
      },
      mayConflict: true,
      async handle() {
        scheduled.begin()
        return { status: 202, body: { data: view() } }
      },
    }),
  ]
}
