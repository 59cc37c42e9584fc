import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { Glob } from 'bun'
import {
  cycleIn,
  folderOf,
  type ImportTable,
  partOf,
  pictureOf,
  rowsOf,
  wingOf,
} from '../support/folder-table'
import { readSources, type Source } from '../support/source-tree'

/** The architecture as a test: what each wing and folder may import, and what a source file may be. */

/** The wings of src from top to bottom, and the wings that each imports. docs/architecture.md has the picture of this table. */
const wings: ImportTable = {
  main: 'commands settings base',
  commands: 'app events installation tracking people http settings storage base',
  app: 'events installation tracking inventory people http settings storage base',
  events: 'installation tracking people http contract settings storage base',
  installation: 'tracking inventory people http contract settings storage base',
  tracking: 'inventory people http contract settings storage base',
  inventory: 'people http contract storage base',
  people: 'http contract settings storage base',
  http: 'contract storage base',
  contract: 'base',
  settings: 'base',
  storage: 'base',
  base: '',
  console: '',
}

/** The folders of its own wing that a folder imports. A folder that imports none has no row. */
const inside: ImportTable = {
  'commands/demo': 'commands commands/simulate/llrp commands/simulate/zpl',
  'commands/service': 'commands',
  'commands/simulate': 'commands commands/simulate/llrp commands/simulate/payloads commands/simulate/zpl',
  'commands/simulate/payloads': 'commands',
  'events/alerts':
    'events/alerts/engine events/alerts/rehearsal events/alerts/rules events/alerts/telling events/event-log',
  'events/alerts/rehearsal':
    'events/alerts/conditions events/alerts/engine events/alerts/rules events/event-log',
  'events/alerts/engine': 'events/alerts/conditions events/alerts/rules events/alerts/telling',
  'events/alerts/telling': 'events/alerts/rules',
  'events/alerts/rules': 'events/alerts/conditions',
  'events/attention': 'events/mail events/outputs events/webhooks',
  'events/findings': 'events/attention',
  'events/outputs': 'events/alerts/telling events/subscribers events/webhooks',
  'events/mail': 'events/alerts/rules events/alerts/telling',
  'events/schedules': 'events/alerts/rules events/alerts/telling events/findings events/mail',
  'events/subscribers': 'events/event-log',
  'events/webhooks': 'events/epcis events/event-log',
  'installation/about': 'installation/tls',
  'installation/doctor': 'installation/backups installation/clock installation/tls',
  'tracking/activity': 'tracking/readers tracking/tracking',
  'tracking/asset-list': 'tracking/tracking',
  'tracking/print-jobs':
    'tracking/label-templates tracking/printers tracking/stations tracking/stocktakes tracking/tracking tracking/zpl',
  'tracking/plans': 'tracking/readers tracking/stays tracking/tracking',
  'tracking/readers':
    'tracking/formats tracking/formats/mapping tracking/formats/payloads tracking/ingest tracking/llrp/client tracking/tuning',
  'tracking/scans':
    'tracking/history tracking/ingest tracking/tracking tracking/tuning tracking/unknown-tags',
  'tracking/searches': 'tracking/history tracking/tracking',
  'tracking/stocktakes':
    'tracking/asset-list tracking/history tracking/ingest tracking/scans tracking/searches tracking/stocktakes/counts tracking/tracking tracking/unknown-tags',
  'tracking/stocktakes/counts': 'tracking/history',
  'tracking/ingest/mqtt': 'tracking/ingest',
  'tracking/ingest':
    'tracking/formats tracking/formats/payloads tracking/history tracking/ingest/queue tracking/stations tracking/telemetry tracking/tracking tracking/tuning tracking/unknown-tags',
  'tracking/stays': 'tracking/asset-list tracking/history/stays',
  'tracking/teaching':
    'tracking/history tracking/history/place tracking/ingest tracking/readers tracking/tuning',
  'tracking/telemetry': 'tracking/formats/telemetry',
  'tracking/unknown-tags': 'tracking/history tracking/tracking',
  'tracking/tracking': 'tracking/history tracking/history/place',
  'tracking/tuning': 'tracking/history tracking/history/place',
  'tracking/history': 'tracking/history/place tracking/history/stays',
  'tracking/formats': 'tracking/formats/mapping tracking/formats/models tracking/formats/payloads',
  'tracking/formats/mapping': 'tracking/formats/payloads tracking/formats/telemetry',
  'tracking/formats/models': 'tracking/formats/payloads tracking/formats/telemetry tracking/llrp/codec',
  'tracking/formats/payloads': 'tracking/formats/telemetry',
  'tracking/llrp': 'tracking/ingest tracking/llrp/client tracking/llrp/codec tracking/readers',
  'tracking/llrp/client': 'tracking/llrp/codec',
  'inventory/assets': 'inventory/records inventory/tags',
  'inventory/locations': 'inventory/records inventory/tags',
  'inventory/fields': 'inventory/records',
  'inventory/photos': 'inventory/records',
  'inventory/search': 'inventory/tags',
  'inventory/tags': 'inventory/records',
  'people/api-keys': 'people/audit people/authentication',
  'people/own-second-factor': 'people/authentication people/second-factors people/users',
  'people/passkeys': 'people/authentication people/second-factors people/users',
  'people/providers': 'people/audit people/authentication people/passkeys people/users',
  'people/second-factors': 'people/authentication',
  'people/users': 'people/audit people/authentication people/second-factors',
  'http/openapi': 'http',
  'http/static': 'http',
  storage: 'storage/core storage/postgres storage/sql storage/sqlite storage/sqlite/system',
  'storage/transfer': 'storage/postgres storage/sqlite storage/sqlite/system',
  'storage/sqlite': 'storage/core storage/sql storage/sqlite/system',
  'storage/postgres': 'storage/core storage/sql',
  'storage/core':
    'storage/queries/assets storage/queries/events storage/queries/history storage/queries/installation storage/queries/labels storage/queries/locations storage/queries/people storage/queries/readers storage/queries/stays storage/queries/stocktakes storage/queries/telemetry storage/search storage/sql',
  'storage/queries/assets': 'storage/search storage/sql',
  'storage/queries/events': 'storage/queries/history storage/sql',
  'storage/queries/history': 'storage/queries/assets storage/search storage/sql',
  'storage/queries/installation': 'storage/sql',
  'storage/queries/labels': 'storage/sql',
  'storage/queries/locations': 'storage/queries/history storage/sql',
  'storage/queries/people': 'storage/queries/assets storage/sql',
  'storage/queries/readers': 'storage/sql',
  'storage/queries/stays': 'storage/queries/history storage/sql',
  'storage/queries/stocktakes': 'storage/sql',
  'storage/queries/telemetry': 'storage/sql',
  'storage/search': 'storage/sql',
  'base/images': 'base base/turns',
  'base/turns': 'base',
  'base/addresses': 'base',
  'console/app':
    'console/alert console/alert-rules console/alerts console/api console/api-keys console/assets console/backups console/changes console/counting console/fields console/finding console/imports console/labels console/languages console/locations console/numbers console/outputs console/overview console/plans console/printers console/readers console/reports console/scans console/search console/settings console/sign-in console/stocktakes console/teaching console/ui console/unknown-tags console/users console/webhooks console/where',
  'console/asset-list': 'console/api console/fields console/languages console/records console/ui',
  'console/assets':
    'console/asset-list console/alerts console/api console/changes console/fields console/labels console/languages console/locations console/photos console/plans console/records console/stocktakes console/telemetry console/ui console/unknown-tags',
  'console/telemetry': 'console/api console/languages console/ui',
  'console/alert': 'console/alerts console/api console/assets console/languages console/ui',
  'console/alert-rules':
    'console/alerts console/api console/asset-list console/fields console/languages console/records console/ui',
  'console/alerts': 'console/api console/languages console/records console/ui',
  'console/locations':
    'console/alerts console/api console/changes console/labels console/languages console/plans console/records console/ui',
  'console/teaching': 'console/api console/languages console/plans console/records console/ui',
  'console/readers':
    'console/api console/changes console/fields console/languages console/records console/ui',
  'console/where':
    'console/api console/asset-list console/assets console/first-steps console/languages console/movements console/plans console/reports console/time-travel console/ui',
  'console/time-travel': 'console/api console/languages console/ui',
  'console/reports':
    'console/alerts console/api console/asset-list console/assets console/fields console/languages console/plans console/time-travel console/ui',
  'console/movements': 'console/api console/asset-list console/fields console/languages console/ui',
  'console/scans': 'console/api console/languages console/locations console/records console/ui',
  'console/finding':
    'console/api console/assets console/languages console/locations console/readers console/records console/ui',
  'console/stocktakes': 'console/api console/labels console/languages console/locations console/ui',
  'console/counting': 'console/api console/languages console/scans console/stocktakes console/ui',
  'console/search':
    'console/api console/languages console/records console/scans console/time-travel console/ui',
  'console/unknown-tags': 'console/api console/languages console/records console/ui',
  'console/attention': 'console/api console/languages console/readers console/ui',
  'console/plans': 'console/alerts console/api console/attention console/languages console/ui',
  'console/fields': 'console/api console/languages console/ui',
  'console/photos': 'console/api console/languages console/ui',
  'console/overview':
    'console/alerts console/api console/asset-list console/attention console/first-steps console/languages console/plans console/records console/stocktakes console/ui',
  'console/imports': 'console/api console/fields console/languages console/records console/ui',
  'console/labels':
    'console/api console/asset-list console/fields console/languages console/numbers console/printers console/readers console/ui',
  'console/printers': 'console/api console/languages console/ui',
  'console/backups': 'console/api console/languages console/ui',
  'console/api-keys': 'console/api console/languages console/ui',
  'console/users': 'console/api console/languages console/sign-in console/ui',
  'console/settings': 'console/api console/attention console/languages console/ui',
  'console/sign-in': 'console/api console/languages console/ui',
  'console/webhooks': 'console/api console/languages console/ui',
  'console/numbers': 'console/api console/languages console/ui',
  'console/outputs': 'console/alerts console/api console/languages console/ui',
  'console/records': 'console/api console/fields console/languages console/ui',
  'console/changes': 'console/api console/languages console/ui',
  'console/first-steps': 'console/api console/languages console/readers console/ui',
  'console/ui': 'console/api console/languages',
  'console/api': 'console/languages',
  'console/languages': '',
}

const sources = await readSources('src')
const named = (path: string) => sources.filter((source) => new Glob(path).match(source.path))

interface Importing {
  readonly path: string
  readonly target: string
}

const imports = sources.flatMap(({ path, imports: all }): Importing[] =>
  all
    .filter(({ isRelative, target }) => isRelative && !target.startsWith('..'))
    .map(({ target }) => ({ path, target })),
)

/** For each name that imports another one: the other names, each with the first import. */
function importsBetween(nameOf: (path: string) => string, isCounted: (one: Importing) => boolean) {
  const found = new Map<string, Map<string, string>>()
  for (const one of imports.filter(isCounted)) {
    const [from, to] = [nameOf(one.path), nameOf(one.target)]
    if (from === to) continue
    const own = found.getOrInsertComputed(from, () => new Map())
    own.getOrInsertComputed(to, () => `${one.path} imports ${one.target}`)
  }
  return found
}

/** The imports that the table does not allow, and those that it allows and nothing uses. */
function differencesOf(
  table: ImportTable,
  found: ReadonlyMap<string, ReadonlyMap<string, string>>,
): string[] {
  const rows = rowsOf(table)
  return [...new Set([...rows.keys(), ...found.keys()])].flatMap((row) => {
    const [own, allowed] = [new Set(found.get(row)?.keys()), new Set(rows.get(row) ?? [])]
    return [
      ...[...own.difference(allowed)].map((to) => `not allowed: ${found.get(row)?.get(to)}`),
      ...[...allowed.difference(own)].map((to) => `allowed and not used: ${row} imports ${to}`),
    ]
  })
}

describe('the wings', () => {
  const isOfOneWing = ({ path, target }: Importing) => wingOf(path) === wingOf(target)

  test('are the entries of src', () => {
    const entries = readdirSync('src').map(wingOf)
    expect(entries.toSorted()).toEqual(Object.keys(wings).toSorted())
  })

  test('import exactly the wings of the table', () => {
    expect(
      differencesOf(
        wings,
        importsBetween(wingOf, () => true),
      ),
    ).toEqual([])
  })

  test('import only wings below them', () => {
    const order = Object.keys(wings)
    const upward = [...rowsOf(wings)].flatMap(([wing, below]) =>
      below
        .filter((other) => order.indexOf(other) < order.indexOf(wing))
        .map((other) => `${wing} imports ${other}`),
    )
    expect(upward).toEqual([])
  })

  test('consist of folders that import exactly the folders of the table; a feature of the console is one', () => {
    expect(differencesOf(inside, importsBetween(partOf, isOfOneWing))).toEqual([])
  })

  test('have no cycle of folders', () => {
    const found = importsBetween(folderOf, () => true)
    expect(cycleIn(new Map([...found].map(([from, to]) => [from, to.keys().toArray()])))).toBeUndefined()
  })

  test('have no cycle of files', () => {
    const withoutExtension = (path: string) => path.replace(/\.tsx?$/, '')
    const found = importsBetween(withoutExtension, () => true)
    expect(cycleIn(new Map([...found].map(([from, to]) => [from, to.keys().toArray()])))).toBeUndefined()
  })

  test('separate the server and the console', () => {
    const isConsole = (path: string) => wingOf(path) === 'console'
    const offences = imports.filter(({ path, target }) => isConsole(path) !== isConsole(target))
    expect(offences.map(({ path, target }) => `${path} imports ${target}`)).toEqual([])
  })

  test('have no folder with more than 25 files, except folders of queries', () => {
    const counts = new Map<string, number>()
    for (const { path } of sources) counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1)
    const large = [...counts].filter(
      ([folder, count]) => count > 25 && !folder.startsWith('storage/queries/'),
    )
    expect(large).toEqual([])
  })

  test('each have a README of at most ten lines', async () => {
    const readmes = await Promise.all(
      readdirSync('src', { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(async ({ name }) => [name, await Bun.file(`src/${name}/README.md`).text()] as const),
    )
    const offenders = readmes.filter(
      ([name, text]) => !text.startsWith(`# ${name}\n`) || text.split('\n').length > 11,
    )
    expect(offenders.map(([name]) => name)).toEqual([])
  })

  test('are the picture of the architecture page', async () => {
    const page = await Bun.file('docs/architecture.md').text()
    const picture = pictureOf(wings)
    if (!page.includes(picture))
      throw new Error(`Replace the picture in docs/architecture.md with this one:\n${picture}`)
  })
})

/** What only some files may import: the arrow routes -> service -> store within a folder, and the libraries. */
const restricted: [what: string, target: RegExp, only: string, isAlsoForTypes: boolean][] = [
  ['Elysia', /^(elysia|@elysiajs\/)/, 'app/app.ts,people/authentication/tokens.ts,http/**/*.ts', true],
  ['Drizzle', /^drizzle-orm/, 'storage/**/*.ts', true],
  ['SQLite', /^bun:sqlite$/, '{storage,installation/backups}/**/*.ts', true],
  [
    'mqtt-packet and mqtt.js',
    /^mqtt(-packet)?$/,
    '{tracking/ingest/mqtt,commands,installation/doctor}/**/*.ts',
    true,
  ],
  ['HTTP', /^http\//, 'app/*.ts,http/**/*.ts,commands/**/*.ts,*/**/{*routes,schema,cookie,feature}.ts', true],
  [
    'the store as a value',
    /^storage\//,
    'app/start.ts,{storage,commands,installation/backups,installation/doctor}/**/*.ts',
    false,
  ],
  [
    'parts of the store other than its interface',
    /^storage\/(?!core\/store$)/,
    'app/start.ts,{storage,commands,installation/backups,installation/doctor}/**/*.ts',
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
    const offenders = named('*/*/*routes.ts').filter(({ imports }) =>
      imports.some(({ target }) => target.startsWith('storage/')),
    )
    expect(offenders.map(({ path }) => path)).toEqual([])
  })
})

const textsOf = (pattern: string): Promise<{ path: string; text: string }[]> =>
  Promise.all(
    [...new Glob(pattern).scanSync('.')]
      .filter((path) => !path.includes('node_modules/'))
      .map(async (path) => ({ path, text: await Bun.file(path).text() })),
  )

const linesMax = 60
const linesMaxOfQueries = 150
const linesMaxOfClasses = 300
const parametersMax = 4

const isOfQueries = ({ path }: Source) => new Glob('storage/{queries,sql,search}/**').match(path)

/** The names of what `isOver` finds in each source, as `<path> <name>`, in alphabetical order. */
const namesOf = <One extends { readonly name: string }>(
  all: (source: Source) => readonly One[],
  isOver: (one: One, source: Source) => boolean,
): string[] => [
  ...new Set(
    sources
      .flatMap((source) =>
        all(source)
          .filter((one) => isOver(one, source))
          .map(({ name }) => `${source.path} ${name}`),
      )
      .toSorted(),
  ),
]

describe('a source file', () => {
  test('exports only names that another file uses', async () => {
    const texts = (await textsOf('{src,test,scripts,bench}/**/*.{ts,tsx}')).filter(
      ({ path }) => !path.endsWith('.d.ts'),
    )
    const isOfTables = new Glob('src/storage/sql/*tables.ts')
    const paths = new Map<string, Set<string>>()
    for (const { path, text } of texts)
      for (const [word] of text.matchAll(/\w+/g)) paths.getOrInsertComputed(word, () => new Set()).add(path)
    // The definitions of tables are imported as a whole.
    const unused = texts.flatMap(({ path, text }) =>
      isOfTables.match(path)
        ? []
        : [
            ...text.matchAll(
              /^export (?:async )?(?:abstract )?(?:const|function|class|interface|type) (\w+)/gm,
            ),
          ]
            .filter(([, name = '']) => paths.get(name)?.size === 1)
            .map(([, name]) => `${path} ${name}`),
    )
    expect(unused).toEqual([])
  })

  const banned: [what: string, files: string, pattern: RegExp, except: string][] = [
    ['reads the environment', 'src/**/*.{ts,tsx}', /process\.env/, 'src/commands/**/*.ts'],
    ['prints', 'src/**/*.{ts,tsx}', /\bconsole\.\w+\(/, 'src/{commands/**/*,main}.ts'],
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
      'test/suites/tidy.test.ts',
    ],
    [
      // `cancelled` is the name of a state in the API.
      'has British spelling',
      '{src,test,scripts,bench,docs}/**/*.{ts,tsx,css,md,json}',
      /colour|licence|neighbour|judgement|behaviour|favour|catalogue|labelled(?!by)|(?<![`'"|])cancelled|\b[gG]rey\b|\b[cC]entre\b|metre\b|(?<!un)recogni[s]e/i,
      '{test/suites/tidy.test.ts,test/scripts/licenses.unit.test.ts,docs/openapi.released.json,test/suites/reliability/releases/**}',
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

  test(`has functions of at most ${linesMax} lines, other than tables and factories of queries`, () => {
    const long = namesOf(
      ({ functions }) => functions,
      ({ lines, isTable }, source) =>
        !isTable && lines > (isOfQueries(source) ? linesMaxOfQueries : linesMax),
    )
    expect(long).toEqual([])
  })

  test(`has classes of at most ${linesMaxOfClasses} lines`, () => {
    expect(
      namesOf(
        ({ classes }) => classes,
        ({ lines }) => lines > linesMaxOfClasses,
      ),
    ).toEqual([])
  })

  test(`has functions of at most ${parametersMax} positional parameters`, () => {
    const positional = namesOf(
      ({ functions }) => functions,
      ({ parameters }) => parameters > parametersMax,
    )
    expect(positional).toEqual([])
  })
})

test('each decision record begins with its number, its title, a status and a date', async () => {
  const records = await textsOf('docs/decisions/[0-9]*.md')
  expect(records.length).toBeGreaterThan(9)
  const head =
    /^# (\d{4}) \S[^\n]*\n\nStatus: (accepted|superseded by \d{4})\. Date: \d{4}-\d\d-\d\d\.\n\n\*\*Context\.\*\* /
  const offenders = records.filter(({ path, text }) => !path.includes(`/${head.exec(text)?.[1]}-`))
  expect(offenders.map(({ path }) => path)).toEqual([])
})

test('each decision record is in the index of its subject', async () => {
  const index = await Bun.file('docs/decisions/README.md').text()
  const records = [...new Glob('[0-9]*.md').scanSync('docs/decisions')]
  expect(records.filter((name) => !index.includes(`](${name})`))).toEqual([])
})

test('the README has at most 700 words', async () => {
  const words = (await Bun.file('README.md').text()).split(/\s+/)
  expect(words.length).toBeLessThanOrEqual(700)
})
