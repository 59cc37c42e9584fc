import { join } from 'node:path'
import type { Migration } from '../../migrations'
import { startInstance } from './instances'
import type { Program } from './program'

/** Starts an instance of a newer version: this source with one more migration of PostgreSQL. */
export const startNewer = (databaseUrl: string, migration: Migration): Promise<Program> =>
  startInstance(
    databaseUrl,
    { TEST_MIGRATION: JSON.stringify(migration) },
    {
      under: [process.execPath, '--preload', join(import.meta.dir, 'add-migration.ts')],
      executable: join(import.meta.dir, '../../src/main.ts'),
    },
  )
