import { readFileSync } from 'node:fs'
import { StartError } from '../base/errors'
import { loadSettings } from '../settings/load'
import type { Settings } from '../settings/table'
import { continueAsOwner } from '../storage/sqlite/data-directory'

/** The flags of commands that use the data directory. */

export const dataDirFlags = { 'data-dir': { type: 'string' }, config: { type: 'string' } } as const

type Given = Readonly<Record<string, string | undefined>>

/** Returns the settings of a command, with the same environment and file as for `serve`. */
export const settingsOf = (given: Given): Settings =>
  loadSettings({
    args: Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}=${value}`],
    ),
    env: process.env,
    readFile: (path) => readFileSync(path, 'utf8'),
  })

/** Returns the settings of a command that uses the data directory. The command continues as the owner of the directory. */
export function settingsAsOwner(given: Given): Settings {
  const settings = settingsOf(given)
  continueAsOwner(settings.dataDir)
  return settings
}

/**
 * Returns the settings of a command on the files of SQLite, which continues as the owner of the data directory. Throws
 * StartError when the database is PostgreSQL.
 */
export function settingsForFiles(given: Given): Settings {
  const settings = settingsAsOwner(given)
  if (settings.databaseUrl === undefined) return settings
  throw new StartError(
    'The database is PostgreSQL (WHEREABOUTS_DATABASE_URL). Use the tools of PostgreSQL, such as pg_dump and pg_restore.',
  )
}
