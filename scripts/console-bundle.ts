import { build, type BuildArtifact, type BuildOutput, type BunPlugin } from 'bun'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { ConsolePage } from '../src/http/static/console-bundle'
import { firstMessages, type Script, splitCatalogs } from './console-catalogs'
import { physicalStyles } from './console-styles'
import { joinModules, smallModules } from './console-small-scripts'

/** Builds the files of the console. Their names contain a hash of their content, and they are compressed at build time. */

const consoleDirectory = resolve(import.meta.dir, '../dist/console')

/** What the scripts name, which is built before them. */
interface Named {
  readonly workbookWorker: string
  readonly laterStyles: string
}

const bundled = (plugins: BunPlugin[], { workbookWorker, laterStyles }: Named) =>
  build({
    entrypoints: [resolve(import.meta.dir, '../src/console/app/main.tsx')],
    target: 'browser',
    splitting: true,
    minify: true,
    naming: '[name]-[hash].[ext]',
    publicPath,
    loader: { '.woff2': 'file' },
    define: {
      'process.env.NODE_ENV': '"production"',
      workbookWorker: JSON.stringify(publicPath + workbookWorker),
      laterStyles: JSON.stringify(publicPath + laterStyles),
    },
    plugins: [...plugins, physicalStyles],
    metafile: true,
    throw: false,
  })

const publicPath = '/console/files/'

/** Builds the worker that reads workbooks. */
async function buildWorkbookWorker(): Promise<BuildArtifact> {
  const { outputs } = await build({
    entrypoints: [resolve(import.meta.dir, '../src/console/imports/reading/workbook-worker.ts')],
    target: 'browser',
    format: 'iife',
    minify: true,
    naming: '[name]-[hash].[ext]',
  })
  const [output] = outputs
  if (!output) throw new Error('The console has no worker for workbooks')
  return output
}

/** Builds the rules of pages that are not shown first. */
async function buildLaterStyles(): Promise<BuildArtifact> {
  const { outputs } = await build({
    entrypoints: [resolve(import.meta.dir, '../src/console/app/later.css')],
    minify: true,
    naming: '[name]-[hash].[ext]',
    plugins: [physicalStyles],
  })
  const [output] = outputs
  if (!output) throw new Error('The console has no second style sheet')
  return output
}

/** Reads the scripts of a bundle without texts, which tell the messages of the first page. */
async function scriptsOf({ outputs, metafile }: BuildOutput): Promise<Map<string, Script>> {
  const byName = new Map(
    Object.entries(metafile?.outputs ?? {}).map(([path, output]) => [nameOf(path), output]),
  )
  const scripts = outputs.filter(({ path }) => path.endsWith('.js'))
  return new Map(
    await Promise.all(
      scripts.map(async (script) => {
        const name = nameOf(script.path)
        const { entryPoint, imports = [] } = byName.get(name) ?? {}
        return [name, { entryPoint, imports, text: await script.text() }] as const
      }),
    ),
  )
}

/** Builds three times: for the small scripts, for the messages of the first pages in the joined scripts, and with both. */
async function bundledWithTexts(named: Named): Promise<BuildOutput> {
  const bare = await bundled([splitCatalogs()], named)
  if (!bare.success) return bare
  const joining = joinModules(smallModules(bare.metafile?.outputs ?? {}))
  const joined = await bundled([splitCatalogs(), joining], named)
  if (!joined.success) return joined
  return bundled([splitCatalogs(firstMessages(await scriptsOf(joined))), joining], named)
}

/**
 * Writes `<name>.gz`, and `<name>.br` of texts, for each file, and then page.json, so that a service that reads them meanwhile has a whole bundle. Prints the
 * errors of the bundler and returns false if it fails.
 */
export async function bundleConsole(): Promise<boolean> {
  const [worker, later] = await Promise.all([buildWorkbookWorker(), buildLaterStyles()])
  const result = await bundledWithTexts({
    workbookWorker: nameOf(worker.path),
    laterStyles: nameOf(later.path),
  })
  for (const message of result.logs) console.error(message)
  if (!result.success) return false
  mkdirSync(consoleDirectory, { recursive: true })
  const names = await Promise.all(
    [...result.outputs, worker, later].map(async (output) =>
      writePacked(nameOf(output.path), new Uint8Array(await output.arrayBuffer())),
    ),
  )
  const page = await pageOf(result.metafile?.outputs ?? {}, names)
  const former = formerFiles()
  writeWhole('page.json', JSON.stringify(page))
  removeOthers([...page.files, ...former])
  return true
}

/** Returns the files of the bundle that this one replaces. Pages that are open still load them. */
function formerFiles(): readonly string[] {
  const path = `${consoleDirectory}/page.json`
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as ConsolePage).files : []
}

function removeOthers(kept: readonly string[]): void {
  const names = new Set(['page.json', ...kept.flatMap((name) => [`${name}.gz`, `${name}.br`])])
  for (const name of readdirSync(consoleDirectory))
    if (!names.has(name)) rmSync(`${consoleDirectory}/${name}`, { recursive: true })
}

function writeWhole(name: string, content: string | Uint8Array): void {
  const path = `${consoleDirectory}/${name}`
  writeFileSync(`${path}.new`, content)
  renameSync(`${path}.new`, path)
}

const compress = promisify(brotliCompress)

/** Brotli is for texts: the others are compressed already. */
const isText = (name: string): boolean => /\.(js|css|svg)$/.test(name)

async function writePacked(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  writeWhole(`${name}.gz`, Bun.gzipSync(bytes, { library: 'libdeflate', level: 12 }))
  if (isText(name)) writeWhole(`${name}.br`, await compress(bytes))
  return name
}

/** Builds the service worker. It contains the names of the files, so it changes when a file changes. */
async function bundleWorker(script: string, files: readonly string[]): Promise<string> {
  const result = await build({
    entrypoints: [resolve(import.meta.dir, '../src/console/service-worker.ts')],
    target: 'browser',
    // Not all browsers support modules in service workers.
    format: 'iife',
    minify: true,
    naming: '[name]-[hash].[ext]',
    define: {
      consoleFiles: JSON.stringify(files),
      consoleScript: JSON.stringify(script),
      consoleVersion: JSON.stringify(Bun.hash(files.join()).toString(36)),
    },
  })
  const [output] = result.outputs
  if (!output) throw new Error('The console has no worker')
  return writePacked(nameOf(output.path), new Uint8Array(await output.arrayBuffer()))
}

async function copyIcon(name: string): Promise<string> {
  const bytes = await Bun.file(resolve(import.meta.dir, '../src/console/app/icons', name)).bytes()
  const [stem, extension] = name.split('.')
  return writePacked(`${stem}-${Bun.hash.xxHash32(bytes).toString(36).padStart(8, '0')}.${extension}`, bytes)
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The main script imports the application when it has loaded the texts. */
const isApplication = (output?: Output): boolean => /(^|\/)app\/console\.tsx$/.test(output?.entryPoint ?? '')

interface Output {
  readonly entryPoint?: string
  readonly imports: readonly { readonly path: string; readonly kind: string }[]
}

/** Returns the files of the first page, so that the browser can load them in parallel. */
async function pageOf(outputs: Record<string, Output>, files: readonly string[]): Promise<ConsolePage> {
  const byName = new Map(Object.entries(outputs).map(([path, output]) => [nameOf(path), output]))
  const isOfMain = (name: string) => /(^|\/)main\.tsx$/.test(byName.get(name)?.entryPoint ?? '')
  const script = files.find((name) => name.endsWith('.js') && isOfMain(name))
  const style = files.find((name) => /^main-.*\.css$/.test(name))
  if (script === undefined || style === undefined) throw new Error('The console has no script or no style')
  const preload = new Set<string>()
  const follow = (name: string): void => {
    for (const { path, kind } of byName.get(name)?.imports ?? []) {
      const imported = nameOf(path)
      const isNeeded = kind === 'import-statement' || isApplication(byName.get(imported))
      if (!isNeeded || imported === script || preload.has(imported) || !byName.has(imported)) continue
      preload.add(imported)
      follow(imported)
    }
  }
  follow(script)
  const worker = await bundleWorker(script, files)
  const [drawn, small, large] = await Promise.all(['icon.svg', 'icon-192.png', 'icon-512.png'].map(copyIcon))
  if (!drawn || !small || !large) throw new Error('The console has no icon')
  const icons = { drawn, small, large }
  return {
    script,
    style,
    preload: [...preload],
    icons,
    worker,
    files: [...files, worker, drawn, small, large],
  }
}

/** Embeds the files in the executable. It replaces the module that reads them from dist with one that contains them. */
export const embedConsole: BunPlugin = {
  name: 'console',
  setup(building) {
    building.onLoad({ filter: /src\/http\/static\/console-bundle\.ts$/ }, async () => {
      const page = (await Bun.file(`${consoleDirectory}/page.json`).json()) as ConsolePage
      // Relative to the module, so that the executable does not contain the directory of the build.
      const path = (name: string, coding: string) => JSON.stringify(`../../../dist/console/${name}.${coding}`)
      const texts = page.files.filter(isText)
      const imported = (names: readonly string[], coding: string) =>
        names.map((name, at) => `import ${coding}${at} from ${path(name, coding)} with { type: 'file' }`)
      const table = (names: readonly string[], coding: string) =>
        `{ ${names.map((name, at) => `${JSON.stringify(name)}: ${coding}${at}`).join(', ')} }`
      const contents = [
        ...imported(page.files, 'gz'),
        ...imported(texts, 'br'),
        `const bundle = { page: ${JSON.stringify(page)}, paths: ${table(page.files, 'gz')}, brotli: ${table(texts, 'br')} }`,
        'export const readBundle = () => bundle',
      ].join('\n')
      return { contents, loader: 'ts' }
    })
  },
}
