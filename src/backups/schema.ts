import { type Static, Type } from '@sinclair/typebox'
import { Timestamp } from '../contract/fields'

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
