import { build, type BunPlugin } from 'bun'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { LicenseView } from '../src/installation/about/schema'
import { splitCatalogs } from './console-catalogs'

/** Lists the licenses of the executable: its own, those of the bundled packages, and those inside prebuilt bundles. */

const root = resolve(import.meta.dir, '..')
const listPath = join(root, 'dist/licenses.json')

/** Packages that are bundles. They may contain all their dependencies. */
const prebuilt = ['@scalar/api-reference']

/** License texts for packages without one: a text of the same holder, of the same license, or in this repository. */
const textOf: Readonly<Record<string, string>> = {
  '@headlessui/vue': 'node_modules/@headlessui/tailwindcss/LICENSE',
  '@replit/codemirror-css-color-picker': 'scripts/licenses/replit.txt',
  '@scalar/api-reference': 'node_modules/@scalar/api-client/LICENSE',
  '@scalar/openapi-types': 'node_modules/@scalar/api-client/LICENSE',
  '@scalar/schemas': 'node_modules/@scalar/api-client/LICENSE',
  '@scalar/workspace-store': 'node_modules/@scalar/api-client/LICENSE',
  bun: 'node_modules/bun-types/docs/project/license.mdx',
  // The text of Apache 2.0 contains no name of a holder.
  'drizzle-orm': 'node_modules/@opentelemetry/api/LICENSE',
  postgres: 'scripts/licenses/unlicense.txt',
  'react-remove-scroll-bar': 'node_modules/react-remove-scroll/LICENSE',
  standardwebhooks: 'scripts/licenses/standardwebhooks.txt',
  wouter: 'scripts/licenses/unlicense.txt',
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

const manifestOf = (directory: string): Manifest =>
  JSON.parse(readFileSync(join(root, directory, 'package.json'), 'utf8'))

/** Writes the list. Throws if a component has no license or no license text. */
export async function writeLicenses(): Promise<void> {
  const directories = new Set(['.', 'node_modules/bun', ...(await bundled()), ...prebuilt.flatMap(closureOf)])
  // `.` is the repository itself; it sorts first, so the list begins with the license of Whereabouts.
  const byText = new Map<string, { name: string; components: Set<string> }>()
  for (const directory of [...directories].toSorted()) {
    const manifest = manifestOf(directory)
    if (manifest.license === undefined) throw new Error(`${directory} has no license in its package.json`)
    const text = readText(directory, manifest.name)
    const group = byText.get(text) ?? { name: manifest.license, components: new Set() }
    group.components.add(`${manifest.name} ${manifest.version}`)
    byText.set(text, group)
  }
  const licenses: LicenseView[] = [...byText].map(([text, { name, components }]) => ({
    name,
    components: [...components].toSorted(),
    text,
  }))
  mkdirSync(dirname(listPath), { recursive: true })
  await Bun.write(listPath, JSON.stringify(licenses))
}

/** Returns the directories of all packages with a file in the bundle, relative to the root. */
async function bundled(): Promise<string[]> {
  const directories = new Set<string>()
  for (const [entry, target] of [
    ['src/main.ts', 'bun'],
    ['src/console/app/main.tsx', 'browser'],
    ['src/console/imports/reading/workbook-worker.ts', 'browser'],
  ] as const) {
    const result = await build({
      entrypoints: [join(root, entry)],
      target,
      metafile: true,
      define: { 'process.env.NODE_ENV': '"production"' },
      plugins: [splitCatalogs()],
      throw: false,
    })
    if (!result.success || !result.metafile)
      throw new Error(`Cannot determine the packages of ${entry}: ${result.logs.map(String).join('\n')}`)
    for (const input of Object.keys(result.metafile.inputs)) {
      const path = relative(root, resolve(input))
      const directory = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]
      if (directory !== undefined) directories.add(directory)
    }
  }
  return [...directories]
}

/** Returns the directories of a package and of all its dependencies. */
function closureOf(name: string): string[] {
  const found = new Set<string>()
  const follow = (directory: string): void => {
    if (found.has(directory)) return
    found.add(directory)
    for (const dependency of Object.keys(manifestOf(directory).dependencies ?? {}))
      follow(installed(dependency, directory))
  }
  follow(installed(name, '.'))
  return [...found]
}

/** Returns the directory in which a package finds another, as the module resolution of Node does. */
function installed(name: string, from: string): string {
  for (let directory = from; ; directory = dirname(directory)) {
    const path = join(directory, 'node_modules', name)
    if (existsSync(join(root, path))) return path
    if (directory === '.') throw new Error(`${name}, a dependency of ${from}, is not installed`)
  }
}

const isText = (file: string): boolean => /^([\w-]*licen[sc]e|copying)(\.|-|$)/i.test(file)
const isNotice = (file: string): boolean => /^notice/i.test(file)

/** Returns the license and the notices of a package. Throws if it has no license text. */
export function readText(directory: string, name: string): string {
  const files = readdirSync(resolve(root, directory)).toSorted()
  const own = files.filter((file) => isText(file)).map((file) => join(directory, file))
  const substitute = textOf[name]
  const texts = own.length > 0 ? own : substitute === undefined ? [] : [substitute]
  if (texts.length === 0)
    throw new Error(`${directory} has no license text. Add one to textOf in scripts/licenses.ts`)
  const notices = files.filter((file) => isNotice(file)).map((file) => join(directory, file))
  return [...texts, ...notices].map((path) => readFileSync(resolve(root, path), 'utf8').trim()).join('\n\n')
}

/** Embeds the list in the executable. */
export const embedLicenses: BunPlugin = {
  name: 'licenses',
  setup(building) {
    building.onLoad({ filter: /src\/installation\/about\/licenses\.ts$/ }, () => ({
      // Relative to the module, so that the executable does not contain the directory of the build.
      contents: `import path from '../../../dist/licenses.json' with { type: 'file' }\nexport const licensesPath = path`,
      loader: 'ts',
    }))
  },
}
