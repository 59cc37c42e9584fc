import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { postgresMigrations } from '../../migrations/postgres'
import type { Log } from '../base/log'
import { sha256 } from '../base/secrets'
import type { Clock } from '../base/time'
import { openPostgres } from './postgres/open'
import { openSqlite } from './sqlite/open'
import type { Store } from './core/store'

/** The settings that name the database. */
export interface Place {
  readonly dataDir: string
  /** The URL of a PostgreSQL database. Without it, the data directory contains a database of SQLite. */
  readonly databaseUrl?: string | undefined
  readonly databaseReplicaUrl?: string | undefined
}

const instanceNameLength = 12

/**
 * Opens the database of the settings and migrates it. @throws StartError
 *
 * @param onFatal called when only a restart can repair the state of the disk or the files
 */
export async function openStore(
  { dataDir, databaseUrl, databaseReplicaUrl: replicaUrl }: Place,
  now: Clock,
  log: Log,
  onFatal: (error: unknown) => void,
): Promise<Store> {
  if (databaseUrl === undefined) return openSqlite({ directory: dataDir, now, log, onFatal })
  const name = instanceName(dataDir)
  return openPostgres({
    url: databaseUrl,
    replicaUrl,
    name,
    now,
    log,
    onFatal,
    migrations: postgresMigrations,
  })
}

/** Returns the name of the instance on this machine with this data directory. */
const instanceName = (dataDir: string): string =>
  sha256(`${hostname()} ${resolve(dataDir)}`).slice(0, instanceNameLength)
