import { Glob } from 'bun'
import { join } from 'node:path'

/** Starts a benchmark: `bun run bench place` is `bun bench/place.ts`. */

/** Parts of benchmarks. */
const parts = [
  'bare',
  'beside',
  'client',
  'data',
  'download',
  'large-data',
  'open-loop',
  'peers',
  'request-cases',
  'rows',
  'run',
  'service',
  'wrk',
]

const names = [...new Glob('*.ts').scanSync(import.meta.dir)]
  .map((file) => file.replace('.ts', ''))
  .filter((name) => !parts.includes(name))
  .toSorted()

const [name, ...flags] = process.argv.slice(2)
if (name === undefined || !names.includes(name)) {
  console.error(`Usage: bun run bench <name> [flags]\n\nThe names are: ${names.join(', ')}.`)
  process.exit(1)
}
const program = Bun.spawn([process.execPath, join(import.meta.dir, `${name}.ts`), ...flags], {
  stdio: ['inherit', 'inherit', 'inherit'],
})
process.exit(await program.exited)
