import { build } from 'bun'

/** Builds the one executable. Identifiers keep their names: Elysia reads its handlers' source to compile them. */
const result = await build({
  entrypoints: ['src/main.ts'],
  compile: { outfile: 'dist/whereabouts' },
  minify: { whitespace: true, syntax: true },
  sourcemap: 'inline',
  throw: false,
})
for (const message of result.logs) console.error(message)
if (!result.success) process.exit(1)
console.log('dist/whereabouts')
