import { build, type BunPlugin } from 'bun'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { LicenceView } from '../src/about/schema'

/** Lists the licences of the executable: its own, those of the packages in the bundle, and those of prebuilt bundles. */

const root = resolve(import.meta.dir, '..')
const listPath = join(root, 'dist/licences.json')

/** Bundles themselves: all that they depend on may be inside. */
const prebuilt = ['@scalar/api-reference']

/** Packages that ship no text: the same holder's beside them, the same licence's, or one kept here. */
const textOf: Readonly<Record<string, string>> = {
  '@headlessui/vue': 'node_modules/@headlessui/tailwindcss/LICENSE',
  '@replit/codemirror-css-color-picker': 'scripts/licences/replit.txt',
  '@scalar/api-reference': 'node_modules/@scalar/api-client/LICENSE',
  '@scalar/openapi-types': 'node_modules/@scalar/api-client/LICENSE',
  '@scalar/schemas': 'node_modules/@scalar/api-client/LICENSE',
  '@scalar/workspace-store': 'node_modules/@scalar/api-client/LICENSE',
  bun: 'node_modules/bun-types/docs/project/license.mdx',
  // The text of Apache 2.0 names no holder.
  'drizzle-orm': 'node_modules/@opentelemetry/api/LICENSE',
  jsbarcode: 'node_modules/jsbarcode/MIT-LICENSE.txt',
  'react-remove-scroll-bar': 'node_modules/react-remove-scroll/LICENSE',
  wouter: 'scripts/licences/unlicense.txt',
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

const manifestOf = (directory: string): Manifest =>
  JSON.parse(readFileSync(join(root, directory, 'package.json'), 'utf8'))

/** Writes the list; throws where a component has no licence or no text of it. */
export async function writeLicences(): Promise<void> {
  const directories = new Set(['.', 'node_modules/bun', ...(await bundled()), ...prebuilt.flatMap(closureOf)])
  // `.` is the repository itself; it sorts first, so the list begins with the licence of Whereabouts.
  const byText = new Map<string, { name: string; components: Set<string> }>()
  for (const directory of [...directories].toSorted()) {
    const manifest = manifestOf(directory)
    if (manifest.license === undefined) throw new Error(`${directory} names no licence`)
    const text = readText(directory, manifest.name)
    const group = byText.get(text) ?? { name: manifest.license, components: new Set() }
    group.components.add(`${manifest.name} ${manifest.version}`)
    byText.set(text, group)
  }
  const licences: LicenceView[] = [...byText].map(([text, { name, components }]) => ({
    name,
    components: [...components].toSorted(),
    text,
  }))
  mkdirSync(dirname(listPath), { recursive: true })
  await Bun.write(listPath, JSON.stringify(licences))
}

/** The packages of which the bundler takes in any file, as folders below the root. */
async function bundled(): Promise<string[]> {
  const directories = new Set<string>()
  for (const [entry, target] of [
    ['src/main.ts', 'bun'],
    ['src/console/app/main.tsx', 'browser'],
  ] as const) {
    const result = await build({
      entrypoints: [join(root, entry)],
      target,
      metafile: true,
      define: { 'process.env.NODE_ENV': '"production"' },
      throw: false,
    })
    if (!result.success || !result.metafile)
      throw new Error(`What is in ${entry} can't be told: ${result.logs.map(String).join('\n')}`)
    for (const input of Object.keys(result.metafile.inputs)) {
      const path = relative(root, resolve(input))
      const directory = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]
      if (directory !== undefined) directories.add(directory)
    }
  }
  return [...directories]
}

/** A package with all that it depends on. */
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

/** Where a package finds another: in its own node_modules, or in those of the folders around it. */
function installed(name: string, from: string): string {
  for (let directory = from; ; directory = dirname(directory)) {
    const path = join(directory, 'node_modules', name)
    if (existsSync(join(root, path))) return path
    if (directory === '.') throw new Error(`${name}, of which ${from} depends, is not installed`)
  }
}

const isText = (file: string): boolean => /^([\w-]*licen[sc]e|copying)(\.|-|$)/i.test(file)
const isNotice = (file: string): boolean => /^notice/i.test(file)

/** The licence and notices of the package in a folder; throws where there is no text. */
export function readText(directory: string, name: string): string {
  const files = readdirSync(resolve(root, directory)).toSorted()
  const own = files.filter((file) => isText(file)).map((file) => join(directory, file))
  const elsewhere = textOf[name]
  const texts = own.length > 0 ? own : elsewhere === undefined ? [] : [elsewhere]
  if (texts.length === 0) throw new Error(`${directory} has no licence text: name one in scripts/licences.ts`)
  const notices = files.filter((file) => isNotice(file)).map((file) => join(directory, file))
  return [...texts, ...notices].map((path) => readFileSync(resolve(root, path), 'utf8').trim()).join('\n\n')
}

/** Puts the list into the executable. */
export const embedLicences: BunPlugin = {
  name: 'licences',
  setup(building) {
    building.onLoad({ filter: /src\/about\/licences\.ts$/ }, () => ({
      contents: `import path from ${JSON.stringify(listPath)} with { type: 'file' }\nexport const licencesPath = path`,
      loader: 'ts',
    }))
  },
}
