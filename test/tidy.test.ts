import { describe, expect, test } from 'bun:test'
import { Glob } from 'bun'

/** The architecture as a test: what each layer may not import, and how long a file may be. */

// The arrow points one way: routes -> service -> store. Types may be known where values may not.
const forbidden: [files: string, pattern: RegExp][] = [
  [
    'src/*/service.ts',
    /^import .*from '(elysia|@elysiajs\/.*|drizzle-orm.*|.*\/http\/.*|.*\/storage\/(?!store').*)'/m,
  ],
  [
    'src/{identity,records,history,tags,locations}/*.ts',
    /^import .*from '(drizzle-orm.*|.*\/storage\/(?!store').*)'/m,
  ],
  ['src/**/routes.ts', /^import .*from '(elysia|drizzle-orm.*|.*\/storage\/.*)'/m],
  [
    'src/storage/**/*.ts',
    /^import (?!type ).*from '(elysia|.*\/(service|routes)|.*\/(http|history|identity|ingest)\/.*)'/m,
  ],
  [
    'src/contract/*.ts',
    /^import .*from '(elysia|drizzle-orm.*|.*\/(http|storage|identity|assets|locations)\/.*)'/m,
  ],
  ['src/history/*.ts', /^import (?!type ).*from '(elysia|drizzle-orm.*|.*\/(http|storage)\/.*)'/m],
  // The console is a program of its own, in the browser; what features share imports no feature.
  ['src/console/*/*.{ts,tsx}', /^import .*from '\.\.\/\.\./m],
  ['src/console/*.{ts,tsx}', /^import .*from '\.\./m],
  ['src/console/ui/*.{ts,tsx}', /^import .*from '\.\.\/(?!api\/)/m],
  ['src/console/api/*.{ts,tsx}', /^import .*from '\.\./m],
  // Only the app imports pages.
  ['src/console/{[!a]*,a[!p]*,api-keys}/*.{ts,tsx}', /^import .*from '.*-page'/m],
  ['src/{app,start,main}.ts', /^import .*from '\.\/console\//m],
  ['src/ingest/decoders/*.ts', /^import (?!type ).*from '(elysia|drizzle-orm.*|.*\/(http|storage)\/.*)'/m],
  // Composition happens in one place.
  [
    'src/{assets,contract,history,http,identity,ingest,locations,readers,records,scans,storage,tags,tracking,unknown-tags}/**/*.ts',
    /^import .*from '(\.\.\/)+(app|start|main)'/m,
  ],
]

const sources = async (pattern: string): Promise<{ path: string; text: string }[]> =>
  Promise.all(
    [...new Glob(pattern).scanSync('.')].map(async (path) => ({ path, text: await Bun.file(path).text() })),
  )

describe('the layers', () => {
  for (const [files, pattern] of forbidden) {
    test(`keep their arrows: ${files}`, async () => {
      const found = await sources(files)
      expect(found.length).toBeGreaterThan(0)
      const offences = found.flatMap(({ path, text }) => {
        const match = pattern.exec(text.replaceAll(/import (type )?\{[^}]*\}/g, 'import $1{}'))
        return match ? [`${path}: ${match[0]}`] : []
      })
      expect(offences).toEqual([])
    })
  }
})

describe('a source file', () => {
  const banned: [what: string, files: string, pattern: RegExp][] = [
    [
      'reads the environment outside of the commands',
      'src/{assets,contract,history,http,identity,ingest,locations,readers,scans,settings,storage,tracking}/**/*.ts',
      /process\.env/,
    ],
    [
      'prints outside of the commands',
      'src/{assets,contract,history,http,identity,ingest,locations,readers,scans,settings,storage,tracking}/**/*.ts',
      /\bconsole\./,
    ],
    ['has a default export', 'src/**/*.{ts,tsx}', /^export default /m],
    ['re-exports everything', '{src,test}/**/*.{ts,tsx}', /^export \* from/m],
    ['is named for nothing', '{src,test}/**/{utils,helpers,common,index}.{ts,tsx}', /^/],
    ['uses any', 'src/**/*.{ts,tsx}', /: any\b|<any\b|as any\b/],
    [
      'of the console asks the service but through its client',
      'src/console/{[!a]*,ap[!i]*,a[!p]*,api-keys}/*.{ts,tsx}',
      /\bfetch\(|XMLHttpRequest|EventSource|createClient/,
    ],
    ['leaves a note to do', '{src,test,scripts}/**/*.{ts,tsx}', /\b(TODO|FIXME|XXX)\b/],
  ]
  for (const [what, files, pattern] of banned) {
    test(`never ${what}`, async () => {
      const offenders = (await sources(files)).filter(
        ({ path, text }) => !path.endsWith('.d.ts') && path !== 'test/tidy.test.ts' && pattern.test(text),
      )
      expect(offenders.map(({ path }) => path)).toEqual([])
    })
  }

  test('is short enough to read in one sitting', async () => {
    const long = (await sources('{src,scripts,migrations}/**/*.{ts,tsx}')).filter(
      ({ path, text }) => !path.endsWith('.d.ts') && text.split('\n').length > 330,
    )
    expect(long.map(({ path, text }) => `${path}: ${text.split('\n').length} lines`)).toEqual([])
  })
})

test('each decision record begins with its number, its title, a status and a date', async () => {
  const records = await sources('docs/decisions/*.md')
  expect(records.length).toBeGreaterThan(9)
  const head =
    /^# (\d{4}) \S[^\n]*\n\nStatus: (accepted|superseded by \d{4})\. Date: \d{4}-\d\d-\d\d\.\n\n\*\*Context\.\*\* /
  const offenders = records.filter(({ path, text }) => !path.includes(`/${head.exec(text)?.[1]}-`))
  expect(offenders.map(({ path }) => path)).toEqual([])
})
