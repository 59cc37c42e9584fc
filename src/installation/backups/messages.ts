import { catalogOf } from '../../base/messages'

/** Problems of backups. */
export const backupMessages = catalogOf({
  'backup.too_old':
    'The last good scheduled backup is too old. The backups page of the console has the details',
  'backup.place_failed':
    'The last attempt to use the place of scheduled backups failed. The backups page of the console has the details',
  'backup.no_schedule': 'Scheduled backups are off. Set WHEREABOUTS_BACKUP_SCHEDULE',
  'backup.running': 'A scheduled backup is being made',
  'backup.postgresql': 'The database is PostgreSQL. Create backups with its tools, such as pg_dump',
  'backup.another': 'Another backup is being created',
  'backup.not_found': 'Backup not found',
})
