import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files of the console, as scripts/console-bundle.ts writes them. */
export interface ConsolePage {
  readonly script: string
  readonly style: string
  /** Scripts that the first one imports. */
  readonly preload: readonly string[]
  readonly files: readonly string[]
  /** The service worker, which caches the console in the browser. */
  readonly worker: string
  readonly icons: { readonly drawn: string; readonly small: string; readonly large: string }
}

export interface ConsoleBundle {
  readonly page: ConsolePage
  /** Path of the gzipped content of each file, by name. */
  readonly paths: Readonly<Record<string, string>>
  /** The same in Brotli, of scripts, styles and drawings. */
  readonly brotli: Readonly<Record<string, string>>
}

const directory = join(import.meta.dir, '../../../dist/console')

/**
 * Returns the latest bundle, which is read from disk at each call; null if there is none. This is the module for
 * running from source. The build replaces it with a module that contains the files.
 */
export function readBundle(): ConsoleBundle | null {
  const path = join(directory, 'page.json')
  if (!existsSync(path)) return null
  const page = JSON.parse(readFileSync(path, 'utf8')) as ConsolePage
  const pathsOf = (names: readonly string[], ending: string) =>
    Object.fromEntries(names.map((name) => [name, join(directory, name + ending)]))
  const texts = page.files.filter((name) => existsSync(join(directory, `${name}.br`)))
  return { page, paths: pathsOf(page.files, '.gz'), brotli: pathsOf(texts, '.br') }
}
