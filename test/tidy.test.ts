import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { Glob } from 'bun'
import { cycleIn, type FolderTable, leaf, pictureOf, rowOf, rowsOf } from './support/folder-table'
import { readSources } from './support/source-tree'

/** The architecture as a test: what each folder may import, and what a source file may be. */

/** The folders of src, and the folders that each may import. docs/architecture.md has the picture of this table. */
const table: FolderTable = {
  Composition: {
    main: 'commands settings',
    commands:
      'app authentication backups clock commands/payloads doctor event-log http/openapi settings start storage storage/transfer tls users webhooks',
    'commands/payloads': '',
    start:
      'app authentication clock event-log http ingest ingest/mqtt maintenance services settings storage subscribers tls',
    app: 'about activity api-keys assets attention audit backups clock doctor epcis event-log fields http http/openapi http/static locations passkeys photos plans providers readers scans search services simulated tags tls tracking unknown-tags users webhooks',
    services:
      'about activity api-keys assets attention audit authentication backups clock doctor epcis event-log fields ingest locations passkeys photos plans providers readers scans search second-factors settings simulated storage subscribers tags tracking tuning unknown-tags users webhooks',
    maintenance: 'authentication clock doctor history http ingest photos storage',
  },
  Features: {
    about: 'contract http http/openapi settings storage',
    activity: 'contract http http/openapi readers storage tracking',
    'api-keys': 'audit authentication contract http http/openapi storage',
    assets: 'audit contract http http/openapi records storage tags',
    attention: 'backups clock contract doctor http http/openapi readers settings storage webhooks',
    backups: 'audit contract http http/openapi settings storage',
    clock: 'audit contract history http http/openapi ingest storage',
    doctor: 'backups clock contract http http/openapi providers settings storage tls',
    epcis: 'audit contract gs1 http http/openapi storage',
    'event-log': 'clock contract http readers storage',
    fields: 'audit contract http http/openapi storage',
    locations: 'audit contract http http/openapi records storage tags',
    passkeys: 'authentication contract http http/openapi second-factors storage users',
    photos: 'audit contract http http/openapi images storage',
    plans: 'audit contract http http/openapi images readers storage tracking',
    providers: 'audit authentication contract http http/openapi passkeys settings storage users',
    readers: 'audit contract formats http http/openapi ingest storage tags tuning',
    search: 'contract http http/openapi storage tags',
    simulated: 'assets http http/openapi locations readers storage',
    scans: 'contract history http http/openapi ingest storage tags tracking tuning unknown-tags',
    subscribers: 'api-keys clock event-log ingest/mqtt storage',
    tls: 'contract http http/openapi settings',
    users: 'audit authentication contract gs1 http http/openapi second-factors storage',
    webhooks: 'audit contract epcis event-log http http/openapi storage',
  },
  Shared: {
    authentication: 'storage',
    'second-factors': 'authentication storage',
    records: 'audit contract storage',
    tags: 'audit contract gs1 http http/openapi storage',
    audit: 'contract http http/openapi storage',
  },
  Reads: {
    'ingest/mqtt': 'ingest settings storage',
    ingest: 'formats history storage tags tracking tuning unknown-tags',
    formats: '',
    'unknown-tags': 'audit contract history http http/openapi storage tags tracking',
    tracking: 'contract history http http/openapi storage tags',
    tuning: 'history storage',
    history: 'storage',
  },
  HTTP: {
    'http/static': 'http tls',
    'http/openapi': 'contract http',
    http: 'contract images storage',
  },
  Storage: {
    storage: 'storage/postgres storage/queries storage/search storage/sql',
    'storage/transfer': 'storage storage/postgres',
    'storage/queries': 'gs1 storage/search storage/sql',
    'storage/search': 'storage/sql',
    'storage/postgres': 'storage/sql',
    'storage/sql': '',
  },
  Basics: {
    contract: '',
    gs1: '',
    images: '',
    settings: '',
  },
  Console: {
    console: '',
    'console/app':
      'console/api console/api-keys console/assets console/backups console/changes console/fields console/imports console/labels console/languages console/locations console/overview console/plans console/readers console/scans console/search console/settings console/sign-in console/time-travel console/ui console/unknown-tags console/users console/webhooks console/where',
    'console/assets':
      'console/api console/changes console/fields console/labels console/languages console/photos console/plans console/records console/ui',
    'console/locations':
      'console/api console/changes console/labels console/languages console/plans console/records console/ui',
    'console/readers': 'console/api console/changes console/languages console/records console/ui',
    'console/where':
      'console/api console/first-steps console/languages console/locations console/plans console/ui',
    'console/time-travel':
      'console/api console/languages console/locations console/plans console/ui console/where',
    'console/scans': 'console/api console/languages console/locations console/records console/ui',
    'console/search': 'console/api console/languages console/records console/scans console/ui',
    'console/unknown-tags': 'console/api console/languages console/records console/ui',
    'console/attention': 'console/api console/languages console/readers console/ui',
    'console/plans': 'console/api console/attention console/languages console/ui',
    'console/fields': 'console/api console/languages console/ui',
    'console/photos': 'console/api console/languages console/ui',
    'console/overview': 'console/api console/attention console/languages console/records console/ui',
    'console/imports': 'console/api console/fields console/languages console/ui',
    'console/labels': 'console/api console/languages console/ui',
    'console/backups': 'console/api console/languages console/ui',
    'console/api-keys': 'console/api console/languages console/ui',
    'console/users': 'console/api console/languages console/sign-in console/ui',
    'console/settings': 'console/api console/attention console/languages console/ui',
    'console/sign-in': 'console/api console/languages console/ui',
    'console/webhooks': 'console/api console/languages console/ui',
    'console/records': 'console/api console/fields console/languages console/ui',
    'console/changes': 'console/api console/languages console/ui',
    'console/first-steps': 'console/api console/languages console/readers console/ui',
    'console/ui': 'console/api console/languages',
    'console/api': 'console/languages',
    'console/languages': '',
  },
}

const rows = rowsOf(table)
const sources = await readSources('src')
const named = (path: string) => sources.filter((source) => new Glob(path).match(source.path))

/** The rows that each row imports, and the import by which it does. */
const imported = new Map<string, Map<string, string>>()
for (const { path, imports } of sources) {
  const from = rowOf(rows, path)
  if (from === undefined) continue
  const own = imported.getOrInsertComputed(from, () => new Map())
  for (const { target, isRelative } of imports) {
    const to = isRelative && !target.startsWith('..') ? rowOf(rows, target) : undefined
    if (to !== undefined && to !== from) own.set(to, `${path} imports ${target}`)
  }
}

describe('the table of folders', () => {
  test('has a row for each folder, and a folder for each row', () => {
    const found = new Set(sources.map(({ path }) => rowOf(rows, path) ?? `no row for ${path}`))
    expect([...found].filter((row) => row !== leaf).toSorted()).toEqual([...rows.keys()].toSorted())
  })

  test('allows exactly the existing imports', () => {
    const importedBy = (row: string) =>
      [...(imported.get(row)?.keys() ?? [])].filter((to) => to !== leaf || row === leaf)
    const differences = [leaf, ...rows.keys()].flatMap((row) => {
      const [own, allowed] = [new Set(importedBy(row)), new Set(rows.get(row) ?? [])]
      return [
        ...[...own.difference(allowed)].map((to) => `not allowed: ${imported.get(row)?.get(to)}`),
        ...[...allowed.difference(own)].map((to) => `allowed and not used: ${row} imports ${to}`),
      ]
    })
    expect(differences).toEqual([])
  })

  test('has no cycle', () => {
    expect(cycleIn(rows)).toBeUndefined()
  })

  test('separates the server and the console', () => {
    const isConsole = (path: string) => path.startsWith('console/')
    const offences = sources.flatMap(({ path, imports }) =>
      imports
        .filter(({ isRelative, target }) => isRelative && isConsole(path) !== isConsole(target))
        .map(({ target }) => `${path} imports ${target}`),
    )
    expect(offences).toEqual([])
  })

  const { Console = {}, ...server } = table
  test.each([
    ['server', server],
    ['console', { Console }],
  ])('is the picture of the imports of the %s in the architecture page', async (_, part) => {
    const page = await Bun.file('docs/architecture.md').text()
    const picture = pictureOf(part)
    if (!page.includes(picture))
      throw new Error(`Replace the picture in docs/architecture.md with this one:\n${picture}`)
  })

  test('is described in the architecture page, each folder once', async () => {
    const page = await Bun.file('docs/architecture.md').text()
    const described = [...page.matchAll(/^\| (`src\/.*?) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`src\/([^`]+)`/g)].map(([, folder = '']) => folder),
    )
    const folders = [...rows.keys()].filter((row) => !existsSync(`src/${row}.ts`))
    expect(described.toSorted()).toEqual(folders.toSorted())
  })
})

/** What only some files may import: the arrow routes -> service -> store within a folder, and the libraries. */
const restricted: [what: string, target: RegExp, only: string, isAlsoForTypes: boolean][] = [
  ['Elysia', /^(elysia|@elysiajs\/)/, 'app.ts,authentication/tokens.ts,http/**/*.ts', true],
  ['Drizzle', /^drizzle-orm/, 'storage/**/*.ts', true],
  ['SQLite', /^bun:sqlite$/, '{storage,backups}/**/*.ts', true],
  ['mqtt-packet and mqtt.js', /^mqtt(-packet)?$/, '{ingest/mqtt,commands,doctor}/**/*.ts', true],
  [
    'HTTP',
    /^http\//,
    '{app,start,maintenance}.ts,{http/**,commands}/*.ts,*/{*routes,schema,cookie}.ts',
    true,
  ],
  ['the store as a value', /^storage\//, 'start.ts,{storage,backups,commands,doctor}/**/*.ts', false],
  [
    'parts of the store other than its interface',
    /^storage\/(?!store$)/,
    'start.ts,{storage,backups,commands,doctor}/**/*.ts',
    true,
  ],
]

describe('the layers', () => {
  test.each(restricted)('%s is imported only by the files that may', (_, target, only, isAlsoForTypes) => {
    const mayImport = (path: string) => only.split(/,(?![^{]*\})/).some((glob) => new Glob(glob).match(path))
    const importers = sources.filter(({ imports }) =>
      imports.some((one) => target.test(one.target) && (isAlsoForTypes || !one.isTypeOnly)),
    )
    const offenders = importers.filter(({ path }) => !path.startsWith('console/') && !mayImport(path))
    expect(importers.length).toBeGreaterThan(0)
    expect(offenders.map(({ path }) => path)).toEqual([])
  })

  test('only console/app imports pages of the console', () => {
    const importers = sources.filter(({ imports }) => imports.some(({ target }) => target.endsWith('-page')))
    expect(importers.length).toBeGreaterThan(0)
    expect(importers.map(({ path }) => path).filter((path) => !path.startsWith('console/app/'))).toEqual([])
  })

  test('routes do not import the store', () => {
    const offenders = named('*/*routes.ts').filter(({ imports }) =>
      imports.some(({ target }) => target.startsWith('storage/')),
    )
    expect(offenders.map(({ path }) => path)).toEqual([])
  })
})

const textsOf = (pattern: string): Promise<{ path: string; text: string }[]> =>
  Promise.all(
    [...new Glob(pattern).scanSync('.')].map(async (path) => ({ path, text: await Bun.file(path).text() })),
  )

const linesMax = 60

describe('a source file', () => {
  const banned: [what: string, files: string, pattern: RegExp, except: string][] = [
    ['reads the environment', 'src/**/*.{ts,tsx}', /process\.env/, 'src/commands/*.ts'],
    ['prints', 'src/**/*.{ts,tsx}', /\bconsole\.\w+\(/, 'src/{commands/*,main}.ts'],
    ['has a default export', 'src/**/*.{ts,tsx}', /^export default /m, ''],
    ['re-exports everything', '{src,test}/**/*.{ts,tsx}', /^export \* from/m, ''],
    ['has a name without meaning', '{src,test}/**/{utils,helpers,common,index}.{ts,tsx}', /^/, ''],
    ['uses any', 'src/**/*.{ts,tsx}', /: any\b|<any\b|as any\b/, ''],
    [
      'of the console requests something other than through its client',
      'src/console/**/*.{ts,tsx}',
      /\bfetch\(|XMLHttpRequest|EventSource|createClient/,
      'src/console/{api/*,service-worker}.ts',
    ],
    [
      'contains a note to do',
      '{src,test,scripts}/**/*.{ts,tsx}',
      /\b(TODO|FIXME|XXX)\b/,
      'test/tidy.test.ts',
    ],
  ]
  for (const [what, files, pattern, except] of banned) {
    test(`never ${what}`, async () => {
      const offenders = (await textsOf(files)).filter(
        ({ path, text }) => !path.endsWith('.d.ts') && !new Glob(except).match(path) && pattern.test(text),
      )
      expect(offenders.map(({ path }) => path)).toEqual([])
    })
  }

  test('has at most 330 lines', async () => {
    const long = (await textsOf('{src,scripts,migrations}/**/*.{ts,tsx}')).filter(
      ({ path, text }) => !path.endsWith('.d.ts') && text.split('\n').length > 330,
    )
    expect(long.map(({ path, text }) => `${path}: ${text.split('\n').length} lines`)).toEqual([])
  })

  test(`has functions of at most ${linesMax} lines, other than factories that return functions, and tables`, () => {
    const long = sources.flatMap(({ path, functions }) =>
      functions.filter(({ lines }) => lines > linesMax).map(({ name }) => [path, name] as const),
    )
    expect(long).toEqual([])
  })
})

test('each decision record begins with its number, its title, a status and a date', async () => {
  const records = await textsOf('docs/decisions/*.md')
  expect(records.length).toBeGreaterThan(9)
  const head =
    /^# (\d{4}) \S[^\n]*\n\nStatus: (accepted|superseded by \d{4})\. Date: \d{4}-\d\d-\d\d\.\n\n\*\*Context\.\*\* /
  const offenders = records.filter(({ path, text }) => !path.includes(`/${head.exec(text)?.[1]}-`))
  expect(offenders.map(({ path }) => path)).toEqual([])
})
