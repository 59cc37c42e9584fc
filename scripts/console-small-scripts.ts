import type { BunPlugin } from 'bun'
import { resolve } from 'node:path'

/**
 * Joins the small scripts that the first pages share. The bundler makes a script for each set of pages that share modules, which
 * were 40 requests of the first page, most of them for less than 1 kB.
 */

/** What the bundler writes about one of its files. */
interface BundledFile {
  readonly bytes: number
  readonly entryPoint?: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly imports: readonly { readonly path: string; readonly kind: string }[]
}

const root = resolve(import.meta.dir, '..')

/** The scripts that a user who is signed in needs first. */
const firstScripts = /(^|\/)(app\/(main|console|shell)|where\/where-page)\.tsx$/

const smallBytes = 5000

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Returns the modules in the small scripts of the first pages, as paths from the root. */
export function smallModules(outputs: Readonly<Record<string, BundledFile>>): readonly string[] {
  const files = new Map(Object.entries(outputs).map(([path, file]) => [nameOf(path), file]))
  const first = new Set<BundledFile>()
  const follow = (file: BundledFile | undefined): void => {
    if (!file || first.has(file)) return
    first.add(file)
    for (const { path, kind } of file.imports)
      if (kind === 'import-statement') follow(files.get(nameOf(path)))
  }
  for (const file of files.values()) if (firstScripts.test(file.entryPoint ?? '')) follow(file)
  return [...first]
    .filter(({ entryPoint, bytes }) => entryPoint === undefined && bytes < smallBytes)
    .flatMap(({ inputs }) => Object.keys(inputs))
    .toSorted()
}

/**
 * Adds the modules to the script of the application, which every page loads. They are exported, because the bundler drops an import
 * that nothing uses.
 */
export const joinModules = (modules: readonly string[]): BunPlugin => ({
  name: 'small scripts',
  setup(building) {
    building.onLoad({ filter: /src\/console\/app\/console\.tsx$/ }, async ({ path }) => {
      const joined = modules.map(
        (module, at) => `export * as joined${at} from ${JSON.stringify(resolve(root, module))}`,
      )
      return { contents: [await Bun.file(path).text(), ...joined].join('\n'), loader: 'tsx' }
    })
  },
})
