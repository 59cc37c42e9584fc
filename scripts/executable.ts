import { build, type Build } from 'bun'
import { renameSync, rmSync } from 'node:fs'
import { embedConsole } from './console-bundle'
import { embedLicenses } from './licenses'

interface ExecutableOptions {
  /** Path of the executable. */
  readonly outfile: string
  /** The commit that `--version` prints. */
  readonly commit: string
  /** The system to build for; without it, this one. */
  readonly target?: Build.CompileTarget
}

/**
 * Compiles the executable from the bundled console and the list of licenses, which must exist. Prints the errors of the
 * bundler and returns false if it fails. Identifiers are not minified because Elysia reads the source of its handlers.
 */
export async function compileExecutable({ outfile, commit, target }: ExecutableOptions): Promise<boolean> {
  const written = `${outfile}.new`
  const result = await build({
    // Threads load separate modules. The naming puts them next to the main module.
    entrypoints: [
      'src/main.ts',
      'src/storage/sqlite/read-worker.ts',
      'src/storage/sqlite/disk-worker.ts',
      'src/tracking/ingest/decode-worker.ts',
      'src/tracking/tuning/rehearsal-worker.ts',
    ],
    naming: { entry: '[name].[ext]' },
    compile: {
      outfile: written,
      // A URL may contain 200 filter values of full length (docs/api.md, Limits). The default limit of Bun is 16 KiB.
      execArgv: ['--max-http-header-size=65536'],
      ...(target && { target }),
    },
    // Packages contain the directory of the build otherwise, and builds in two directories would differ.
    define: { BUILD_COMMIT: JSON.stringify(commit), __dirname: '"/"' },
    // The executable then starts in half the time: it does not parse its source first.
    bytecode: true,
    format: 'esm',
    minify: { whitespace: true, syntax: true },
    sourcemap: 'inline',
    plugins: [embedConsole, embedLicenses],
    throw: false,
  })
  for (const message of result.logs) console.error(message)
  if (!result.success) return false
  // The file for Windows gets the ending .exe. Processes that run the previous executable continue with it.
  renameSync(target?.startsWith('bun-windows') ? `${written}.exe` : written, outfile)
  rmSync(`${written}.map`, { force: true })
  return true
}

/** Returns the commit of the work tree, with `+changes` if it has changes, or `unknown` without a repository. */
export function commitOf(): string {
  const git = (...args: string[]) => Bun.spawnSync(['git', ...args], { stderr: 'ignore' })
  const head = git('rev-parse', 'HEAD')
  if (!head.success) return 'unknown'
  const isClean = git('status', '--porcelain').stdout.length === 0
  return `${head.stdout.toString().trim()}${isClean ? '' : '+changes'}`
}
