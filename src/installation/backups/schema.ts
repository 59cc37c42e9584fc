import { type Static, Type } from '@sinclair/typebox'
import { Nullable, Text, Timestamp } from '../../contract/fields'

export const BackupView = Type.Object(
  {
    name: Type.String({
      description: 'Name of the file. It begins with the reason for the backup.',
      example: 'whereabouts-2026-03-09T04-05-06-789.db',
    }),
    created_at: Type.String({
      ...Timestamp,
      description: 'Time at which the backup began. It contains everything that was written before.',
    }),
    path: Type.String({ description: 'Path of the file on the server.' }),
    size: Type.Integer({ format: 'int64', description: 'Size in bytes.', example: 8_421_376 }),
  },
  { $id: 'Backup', description: 'A copy of the database with all organizations.' },
)
export type BackupView = Static<typeof BackupView>

export const ScheduledBackupsView = Type.Object(
  {
    is_supported: Type.Boolean({
      description: 'Whether the service makes backups. A PostgreSQL database is backed up by its own tools.',
    }),
    schedule: Nullable(
      Type.String({
        description: 'Cron expression; null when scheduled backups are off.',
        example: '30 1 * * *',
      }),
    ),
    place: Type.String({ description: 'Directory, or s3:// URL.', example: 's3://backups/warehouse' }),
    is_beside_data: Type.Boolean({ description: 'Whether the place is in the data directory.' }),
    is_encrypted: Type.Boolean({ description: 'Whether new backups are encrypted.' }),
    next_at: Nullable(Type.String({ ...Timestamp, description: 'Next time of the schedule.' })),
    running_since: Nullable(
      Type.String({ ...Timestamp, description: 'Time at which the running backup began.' }),
    ),
    requested_since: Nullable(
      Type.String({
        ...Timestamp,
        description: 'Time at which the requested backup began that is being created.',
      }),
    ),
    is_overdue: Type.Boolean({ description: 'Whether the last good backup is too old.' }),
    problem: Nullable(
      Type.Object(
        {
          at: Type.String(Timestamp),
          reason: Type.String({ description: 'The reason, as sentences.' }),
          text: Text,
        },
        { description: 'The failure of the last attempt; null when it succeeded.' },
      ),
    ),
    last: Nullable(
      Type.Object(
        {
          name: Type.String(),
          created_at: Type.String({ ...Timestamp, description: 'Time at which it began.' }),
          size: Type.Integer({ format: 'int64', description: 'Size at the place, in bytes.' }),
          database_size: Type.Integer({ format: 'int64', description: 'Size of the database, in bytes.' }),
          seconds: Type.Number({ description: 'Duration with the verification, in seconds.' }),
          tables: Type.Integer({ description: 'Number of tables that were counted.' }),
          rows: Type.Integer({ format: 'int64', description: 'Number of rows that were counted.' }),
          miscount: Nullable(
            Type.String({ description: 'The first wrong total, which a restore corrects.' }),
          ),
        },
        { description: 'The newest backup that was read back and verified.' },
      ),
    ),
    copies: Type.Array(
      Type.Object({
        name: Type.String(),
        created_at: Type.String(Timestamp),
        size: Type.Integer({ format: 'int64', description: 'Size in bytes.' }),
        is_encrypted: Type.Boolean(),
      }),
      { description: 'The scheduled backups of this installation at the place, newest first.' },
    ),
  },
  { $id: 'ScheduledBackups', description: 'The scheduled backups of the installation.' },
)
export type ScheduledBackupsView = Static<typeof ScheduledBackupsView>
