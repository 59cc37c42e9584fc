import { readFileSync } from 'node:fs'
import { loadSettings } from '../settings/load'

export const dataDirFlags = { 'data-dir': { type: 'string' }, config: { type: 'string' } } as const

/** As `serve` would find it. */
export function dataDirOf(given: Readonly<Record<string, string | undefined>>): string {
  const args = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}=${value}`],
  )
  return loadSettings({ args, env: process.env, readFile: (path) => readFileSync(path, 'utf8') }).dataDir
}
