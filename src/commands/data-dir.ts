import { readFileSync } from 'node:fs'
import { StartError } from '../errors'
import { loadSettings } from '../settings/load'

/** The flags of commands that use the data directory. */

export const dataDirFlags = { 'data-dir': { type: 'string' }, config: { type: 'string' } } as const

type Given = Readonly<Record<string, string | undefined>>

/** Returns the sources of the settings, with the same environment and file as for `serve`. */
export const settingsArgs = (given: Given): Parameters<typeof loadSettings>[0] => ({
  args: Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`])),
  env: process.env,
  readFile: (path) => readFileSync(path, 'utf8'),
})

/** Returns the data directory, for a command on the files of SQLite. Throws StartError when the database is PostgreSQL. */
export function dataDirOf(given: Given): string {
  const { dataDir, databaseUrl } = loadSettings(settingsArgs(given))
  if (databaseUrl === undefined) return dataDir
  throw new StartError(
    'The database is PostgreSQL (WHEREABOUTS_DATABASE_URL). Use the tools of PostgreSQL, such as pg_dump and pg_restore.',
  )
}
