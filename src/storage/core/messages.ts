import { catalogOf } from '../../base/messages'

/** Problems of the database that do not stop the service. */
export const storageMessages = catalogOf({
  'storage.miscount': 'Totals of lists are wrong. Restart the service to count the rows again',
  'storage.network_disk':
    'The data directory is on a network file system ({name}), where the database can be damaged and lose data: move it to a local disk, or use PostgreSQL',
  'storage.log_damaged':
    'The write-ahead log was damaged: {count} frames of acknowledged changes are unreadable',
  'storage.log_kept':
    'The write-ahead log was damaged: {count} frames of acknowledged changes are unreadable. The log is kept as {name}. Compare the data with the latest backup',
  'storage.replica_behind': 'The replica of the database is behind; the primary server serves all reads',
  'storage.replica_unavailable':
    'The replica of the database cannot be used; the primary server serves all reads',
  'storage.stopping': 'The service is shutting down',
  'storage.slow_writes': 'Other writes take too long',
  'storage.slow': 'The database took too long',
  'storage.command': 'A command uses the database',
  'storage.client_gone': 'The client has closed the connection',
  'storage.nul': 'The database cannot store the character U+0000',
  'storage.refused': 'The database refused the connection',
  'storage.disk_full': 'The disk of the database is full',
  'storage.no_connection': 'The database has no free connection',
  'storage.few_resources': 'The database has too few resources',
  'storage.read_only': 'The database can only be read',
  'storage.slow_transaction': 'The transaction took too long',
  'storage.unavailable': 'The database is not available',
  'storage.unreachable': 'The database cannot be reached',
  'storage.damaged': 'The database is damaged. An administrator must restore a backup',
  'storage.no_file': 'The database file was removed or replaced',
  'storage.no_log': 'The write-ahead log was removed or replaced',
  'storage.no_lock': 'The lock file was removed or replaced and cannot be locked again',
})
