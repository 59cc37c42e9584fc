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
  'backup.restored_message': 'It was not sent, because a backup was restored',
  'backup.not_found': 'Backup not found',
  'backup.being_created': 'Another backup is being created.',
  'backup.no_room': 'There is no room for a backup in {folder}; it needs {megabytes} MB.',
  'backup.became_full': 'The disk was full before the backup was complete.',
  'backup.database_damaged': 'The database is damaged ({reason}). Restore a backup.',
  'backup.failed': 'The backup failed: {reason}.',
  'backup.place_unusable': '{place} cannot be used ({reason}).',
  'backup.coded': '{code}: {reason}',
  'backup.s3_silent': 'the S3 service does not respond',
  'backup.no_directory': 'The directory {path} does not exist. Mount or create it.',
  'backup.not_directory': '{path} is not a directory.',
  'backup.place_full': 'There is no room for a backup in {path}.',
  'backup.place_small': 'There is no room for a backup in {path}; it needs up to {megabytes} MB.',
  'backup.not_usable': 'The backup was written to {place}, but is not usable: {reason}.',
  'backup.rows_differ': '{table} has {found} rows instead of {expected}',
  'backup.table_missing': '{table} has no rows instead of {expected}',
  'backup.no_id': 'The database of {directory} has no installation id.',
  'backup.ended': 'The process ended with {code}.',
})
