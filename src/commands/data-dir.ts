import { readFileSync } from 'node:fs'
import { loadSettings } from '../settings/load'

/** Where the data are, for commands that work on them. */

export const dataDirFlags = { 'data-dir': { type: 'string' }, config: { type: 'string' } } as const

type Given = Readonly<Record<string, string | undefined>>

/** The settings as `serve` would find them. */
export const settingsArgs = (given: Given): Parameters<typeof loadSettings>[0] => ({
  args: Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`])),
  env: process.env,
  readFile: (path) => readFileSync(path, 'utf8'),
})

export const dataDirOf = (given: Given): string => loadSettings(settingsArgs(given)).dataDir
