import { readFileSync } from 'node:fs'
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

export const dataDirOf = (given: Given): string => loadSettings(settingsArgs(given)).dataDir
