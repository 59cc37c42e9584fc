import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The console's files as scripts/console-bundle.ts makes them. */
export interface ConsolePage {
  readonly script: string
  readonly style: string
  /** Scripts that the first one imports. */
  readonly preload: readonly string[]
  readonly files: readonly string[]
  /** The script that keeps the console in the browser. */
  readonly worker: string
  readonly icons: { readonly drawn: string; readonly small: string; readonly large: string }
}

export interface ConsoleBundle {
  readonly page: ConsolePage
  /** Where the gzipped content of each file is. */
  readonly paths: Readonly<Record<string, string>>
}

const directory = join(import.meta.dir, '../../../dist/console')

/**
 * From source: what was bundled last, looked up anew each time; null where nothing was. In the executable this module
 * is another one, which has the files inside.
 */
export function readBundle(): ConsoleBundle | null {
  const path = join(directory, 'page.json')
  if (!existsSync(path)) return null
  const page = JSON.parse(readFileSync(path, 'utf8')) as ConsolePage
  return { page, paths: Object.fromEntries(page.files.map((name) => [name, join(directory, `${name}.gz`)])) }
}
