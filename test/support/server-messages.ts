import { Glob } from 'bun'
import { resolve } from 'node:path'

/** The sentences that the service can send, by key: all catalogs of `src`. */

interface Catalog {
  readonly templates: Readonly<Record<string, string>>
}

const isCatalog = (value: unknown): value is Catalog => typeof value === 'function' && 'templates' in value

export async function serverMessages(): Promise<ReadonlyMap<string, string>> {
  const paths = [...new Glob('src/*/**/messages.ts').scanSync('.')].filter(
    (path) => !path.startsWith('src/console/'),
  )
  const modules = await Promise.all(
    paths.map(async (path) => (await import(resolve(path))) as Record<string, unknown>),
  )
  const entries = modules
    .flatMap((module) => Object.values(module))
    .filter(isCatalog)
    .flatMap(({ templates }) => Object.entries(templates))
  const messages = new Map(entries)
  if (messages.size !== entries.length) throw new Error('Two catalogs have the same key.')
  return messages
}
