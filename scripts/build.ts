import { build } from 'bun'
import { renameSync, rmSync } from 'node:fs'
import { bundleConsole, embedConsole } from './console-bundle'
import { embedLicences, writeLicences } from './licences'

if (!(await bundleConsole())) process.exit(1)
await writeLicences()

/** Builds the executable. Identifiers are not minified because Elysia reads the source of its handlers. */
const result = await build({
  // Threads load separate modules. The naming puts them next to the main module.
  entrypoints: [
    'src/main.ts',
    'src/storage/read-worker.ts',
    'src/storage/disk-worker.ts',
    'src/tuning/rehearsal-worker.ts',
  ],
  naming: { entry: '[name].[ext]' },
  // A URL may contain 200 filter values of full length (docs/api.md, Limits). The default limit of Bun is 16 KiB.
  compile: { outfile: 'dist/whereabouts.new', execArgv: ['--max-http-header-size=65536'] },
  // The executable then starts in half the time: it does not parse its source first.
  bytecode: true,
  format: 'esm',
  minify: { whitespace: true, syntax: true },
  sourcemap: 'inline',
  plugins: [embedConsole, embedLicences],
  throw: false,
})
for (const message of result.logs) console.error(message)
if (!result.success) process.exit(1)
// Processes that run the previous executable continue with it.
renameSync('dist/whereabouts.new', 'dist/whereabouts')
rmSync('dist/whereabouts.new.map', { force: true })
console.log('dist/whereabouts')
