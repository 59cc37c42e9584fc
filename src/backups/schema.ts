import { type Static, Type } from '@sinclair/typebox'
import { Timestamp } from '../contract/fields'

export const BackupView = Type.Object(
  {
    name: Type.String({
      description: 'Of the file; it begins with why it was made.',
      example: 'whereabouts-2026-03-09T04-05-06-789.db',
    }),
    created_at: Type.String({
      ...Timestamp,
      description: 'When it was begun: it holds all that was written before.',
    }),
    path: Type.String({ description: 'Where it is on the machine of the service.' }),
    size: Type.Integer({ format: 'int64', description: 'In bytes.', example: 8_421_376 }),
  },
  { $id: 'Backup', description: 'A copy of the whole database, with all organizations in it.' },
)
export type BackupView = Static<typeof BackupView>
