import { build } from 'bun'

/** Builds the one executable. Identifiers keep their names: Elysia reads its handlers' source to compile them. */
const result = await build({
  entrypoints: ['src/main.ts'],
  // Room in a URL for 200 values of a filter at their full length (contract, Limits); Bun would stop at 16 KiB.
  compile: { outfile: 'dist/whereabouts', execArgv: ['--max-http-header-size=65536'] },
  minify: { whitespace: true, syntax: true },
  sourcemap: 'inline',
  throw: false,
})
for (const message of result.logs) console.error(message)
if (!result.success) process.exit(1)
console.log('dist/whereabouts')
