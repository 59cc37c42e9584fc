import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Builds the executable if it is older than its sources, and starts the demo. It says what it does, because this may take a minute. */

const executable = 'dist/whereabouts'
/** What the executable is made of. The dates of the folders tell removed files. */
const sources = ['src', 'migrations', 'patches', 'scripts', 'docs', 'package.json', 'bun.lock', 'LICENSE']

function newestIn(path: string): number {
  const { mtimeMs } = statSync(path)
  const names = statSync(path).isDirectory() ? readdirSync(path) : []
  return Math.max(mtimeMs, ...names.map((name) => newestIn(join(path, name))))
}

const isBuilt = (): boolean =>
  existsSync(executable) && statSync(executable).mtimeMs > Math.max(...sources.map(newestIn))

/** Runs a command with Bun, and ends when it fails. */
function run(what: string, ...args: string[]): void {
  console.log(what)
  const { exitCode } = Bun.spawnSync([process.execPath, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (exitCode !== 0) {
    console.error(`This failed with exit code ${exitCode}: bun ${args.join(' ')}`)
    process.exit(exitCode || 1)
  }
}

if (!isBuilt()) {
  run('Installing the dependencies', 'install', '--frozen-lockfile', '--silent')
  run('Building the executable, which takes up to a minute', 'scripts/build.ts')
}
const demo = Bun.spawn([executable, 'demo', ...process.argv.slice(2)], {
  stdio: ['inherit', 'inherit', 'inherit'],
})
// A Ctrl-C reaches the demo as well. This process waits until it has deleted its data.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('SIGTERM', () => demo.kill('SIGTERM'))
process.exit(await demo.exited)
