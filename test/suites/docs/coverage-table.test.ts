import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The table of rules and their tests, docs/contract-coverage.md: each rule names a section of a document and tests that
 * exist, and each section has a rule.
 */

const documents = ['api.md', 'internal-api.md', 'history.md']

interface Row {
  /** The headings above the row: the document and its section. */
  readonly document: string
  readonly section: string
  readonly rule: string
  /** Each as `file › describe > test`. */
  readonly proofs: readonly string[]
}

const textOf = (name: string): string => readFileSync(join(import.meta.dir, '../../../docs', name), 'utf8')

const headingsOf = (markdown: string) =>
  [...markdown.matchAll(/^#{2,3} ([\d.]+) (.+)$/gm)].map(([, number = '', name = '']) => ({ number, name }))

/** The sections of a document that are not divided further, in order. */
function sectionsOf(markdown: string): string[] {
  const headings = headingsOf(markdown)
  const isDivided = (number: string) => headings.some((other) => other.number.startsWith(`${number}.`))
  return headings.filter(({ number }) => !isDivided(number)).map(({ name }) => name)
}

function rowsOf(markdown: string): Row[] {
  const rows: Row[] = []
  let document = ''
  let section = ''
  for (const line of markdown.split('\n')) {
    document = /^## (.+)$/.exec(line)?.[1] ?? document
    section = /^### (.+)$/.exec(line)?.[1] ?? section
    if (!line.startsWith('|')) continue
    const cells = /^\| ([^|]+?) +\| ([^|]*?) *\|$/.exec(line)
    if (!cells) throw new Error(`Not a row of two cells: ${line}`)
    if (cells[1] === 'Rule' || /^-+$/.test(cells[1] as string)) continue
    const proofs = [...(cells[2] as string).matchAll(/`([^`]+)`/g)].map((match) => match[1] as string)
    rows.push({ document, section, rule: cells[1] as string, proofs })
  }
  return rows
}

/** Returns the first arguments of all calls, such as the titles of tests. Templates are not evaluated. */
const titlesOf = (source: string): Set<string> =>
  new Set(
    [...source.matchAll(/\(\s*(['"`])((?:\\.|(?!\1).)*)\1,\s/g)].map((match) =>
      (match[2] as string).replace(/\\(['"`])/g, '$1'),
    ),
  )

const titlesByFile = new Map<string, Set<string>>()

function titlesIn(file: string): Set<string> | undefined {
  const path = join(import.meta.dir, '../..', file)
  if (!titlesByFile.has(file) && existsSync(path))
    titlesByFile.set(file, titlesOf(readFileSync(path, 'utf8')))
  return titlesByFile.get(file)
}

/** Returns what does not exist; undefined when the test exists. */
function faultOf(proof: string): string | undefined {
  const [file, path, ...rest] = proof.split(' › ')
  if (file === undefined || path === undefined || rest.length > 0) return `${proof}: not "file › test"`
  const titles = titlesIn(file)
  if (!titles) return `${proof}: there is no test/${file}`
  const missing = path.split(' > ').filter((title) => !titles.has(title))
  return missing.length > 0 ? `${proof}: ${file} has no "${missing.join('", "')}"` : undefined
}

const rows = rowsOf(textOf('contract-coverage.md'))

describe('the table of rules', () => {
  test.each(documents)('has a rule for each section of %s, in its order', (document) => {
    const text = textOf(document)
    const covered = [...new Set(rows.filter((row) => row.document === document).map((row) => row.section))]
    expect(covered.filter((section) => sectionsOf(text).includes(section))).toEqual(sectionsOf(text))
    const names = headingsOf(text).map(({ name }) => name)
    expect(covered.filter((section) => !names.includes(section))).toEqual([])
  })

  test('names the document and the section of each rule', () => {
    const misplaced = rows.filter(
      ({ document, section, rule }) => !rule.startsWith(`${document}, ${section}: `),
    )
    expect(misplaced.map(({ rule }) => rule)).toEqual([])
    expect([...new Set(rows.map(({ document }) => document))]).toEqual(documents)
    expect(rows.length).toBeGreaterThan(450)
  })

  test('contains each rule once', () => {
    const rules = rows.map(({ rule }) => rule)
    expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([])
  })

  test('names a test for each rule', () => {
    expect(rows.filter(({ proofs }) => proofs.length === 0).map(({ rule }) => rule)).toEqual([])
  })

  test('names only tests that exist', () => {
    expect(rows.flatMap(({ proofs }) => proofs.map(faultOf)).filter((fault) => fault !== undefined)).toEqual(
      [],
    )
  })
})

describe('a row', () => {
  const row = (proof: string) =>
    rowsOf(`## part.md\n\n### Part\n\n| Rule | Proved by |\n| --- | --- |\n| It is so | ${proof} |`)
  const here = 'suites/docs/coverage-table.test.ts'

  test('is read with its section and all its tests', () => {
    expect(row('`a.test.ts › b > c`<br>`d.test.ts › e`')).toEqual([
      {
        document: 'part.md',
        section: 'Part',
        rule: 'It is so',
        proofs: ['a.test.ts › b > c', 'd.test.ts › e'],
      },
    ])
    for (const nothing of ['', 'nobody']) expect(row(nothing)[0]?.proofs).toEqual([])
    expect(() => rowsOf('| one | two | three |')).toThrow('one')
    expect(() => rowsOf('| one |')).toThrow('one')
  })

  test('is an error when its file, its test or its describe does not exist', () => {
    expect(faultOf(`${here} › the table of rules > contains each rule once`)).toBeUndefined()
    expect(faultOf('gone.test.ts › says each rule once')).toContain('there is no test/gone.test.ts')
    for (const path of ['says each rule', 'contains each rule once, too', 'gone > says each rule once'])
      expect(faultOf(`${here} › ${path}`)).toContain('has no')
    expect(faultOf('contains each rule once')).toContain('not "file › test"')
  })
})
