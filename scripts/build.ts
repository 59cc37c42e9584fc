import { build } from 'bun'
import { renameSync, rmSync } from 'node:fs'
import { bundleConsole, embedConsole } from './console-bundle'
import { embedLicences, writeLicences } from './licences'

if (!(await bundleConsole())) process.exit(1)
await writeLicences()

/** Builds the one executable. Identifiers keep their names: Elysia reads its handlers' source to compile them. */
const result = await build({
  // The threads of the read pool load a module of their own; without folders it lies beside the main one.
  entrypoints: ['src/main.ts', 'src/storage/read-worker.ts'],
  naming: { entry: '[name].[ext]' },
  // Room in a URL for 200 values of a filter at their full length (contract, Limits); Bun would stop at 16 KiB.
  compile: { outfile: 'dist/whereabouts.new', execArgv: ['--max-http-header-size=65536'] },
  minify: { whitespace: true, syntax: true },
  sourcemap: 'inline',
  plugins: [embedConsole, embedLicences],
  throw: false,
})
for (const message of result.logs) console.error(message)
if (!result.success) process.exit(1)
// Whoever runs the old one goes on with it.
renameSync('dist/whereabouts.new', 'dist/whereabouts')
rmSync('dist/whereabouts.new.map', { force: true })
console.log('dist/whereabouts')
