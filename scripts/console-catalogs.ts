import type { BunPlugin } from 'bun'
import { relative, resolve } from 'node:path'

/** Splits a catalog of the console, so that the first page does not load the texts of all others. */

type Catalog = Readonly<Record<string, string>>

const root = resolve(import.meta.dir, '..')

/** The scripts whose messages are in the first part. */
const firstScripts = /(^|\/)(app\/(main|console)|sign-in\/[a-z-]+-page)\.tsx$/

export interface Script {
  readonly entryPoint: string | undefined
  readonly imports: readonly { readonly path: string; readonly kind: string }[]
  readonly text: string
}

/** Returns the scripts that the first pages import, by name. */
function firstNames(scripts: ReadonlyMap<string, Script>): Set<string> {
  const names = new Set<string>()
  const follow = (name: string): void => {
    const script = scripts.get(name)
    if (!script || names.has(name)) return
    names.add(name)
    for (const { path, kind } of script.imports)
      if (kind === 'import-statement') follow(path.slice(path.lastIndexOf('/') + 1))
  }
  for (const [name, { entryPoint }] of scripts) if (firstScripts.test(entryPoint ?? '')) follow(name)
  return names
}

/** The sentences of the service that the pages before the sign-in show, by their keys; and all others. */
const firstKeys =
  /^(text|field|caller|json|request|storage|disk|sign_in|user|passkey|provider|factor)\.[a-z0-9_]+$/
const serviceKeys = /^[a-z_]+\.[a-z0-9_]+$/

/** Returns whether a message is in the first part. A message that is found in no script is, because it may be escaped there. */
export function firstMessages(scripts: ReadonlyMap<string, Script>): (message: string) => boolean {
  const names = firstNames(scripts)
  const textOf = (isFirst: boolean) =>
    [...scripts].flatMap(([name, { text }]) => (names.has(name) === isFirst ? [text] : [])).join('\n')
  const first = textOf(true)
  const later = textOf(false)
  return (message) =>
    serviceKeys.test(message) ? firstKeys.test(message) : first.includes(message) || !later.includes(message)
}

/** Resolves `de.json?first` and `de.json?rest`. Without `isFirst`, both are empty. */
export const splitCatalogs = (isFirst?: (message: string) => boolean): BunPlugin => ({
  name: 'catalogs',
  setup(building) {
    building.onResolve({ filter: /\.json\?(first|rest)$/ }, ({ path, importer }) => ({
      // Relative, because the names of the files depend on it, and a build in another directory has the same bytes.
      path: relative(root, resolve(importer, '..', path)),
      namespace: 'catalog',
    }))
    building.onLoad({ filter: /.*/, namespace: 'catalog' }, async ({ path }) => {
      const [file = '', part] = path.split('?')
      const catalog = (await Bun.file(resolve(root, file)).json()) as Catalog
      const entries = Object.entries(catalog).filter(
        ([message]) => isFirst && isFirst(message) === (part === 'first'),
      )
      return { contents: `export default ${JSON.stringify(Object.fromEntries(entries))}`, loader: 'js' }
    })
  },
})
