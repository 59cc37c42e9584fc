import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The table of rules and their tests, docs/contract-coverage.md, kept true: a row that names nothing proves nothing. */

interface Row {
  readonly section: string
  readonly rule: string
  /** Each as `file › describe > test`. */
  readonly proofs: readonly string[]
}

const text = readFileSync(join(import.meta.dir, '../docs/contract-coverage.md'), 'utf8')

function rowsOf(markdown: string): Row[] {
  const rows: Row[] = []
  let section = ''
  for (const line of markdown.split('\n')) {
    section = /^## (.+)$/.exec(line)?.[1] ?? section
    if (!line.startsWith('|')) continue
    const cells = /^\| ([^|]+?) +\| ([^|]*?) *\|$/.exec(line)
    if (!cells) throw new Error(`Not a row of two cells: ${line}`)
    if (cells[1] === 'Rule' || /^-+$/.test(cells[1] as string)) continue
    const proofs = [...(cells[2] as string).matchAll(/`([^`]+)`/g)].map((match) => match[1] as string)
    rows.push({ section, rule: cells[1] as string, proofs })
  }
  return rows
}

/** What stands first in a call, as the title of a test does; a template as it is written. */
const titlesOf = (source: string): Set<string> =>
  new Set(
    [...source.matchAll(/\(\s*(['"`])((?:\\.|(?!\1).)*)\1,\s/g)].map((match) =>
      (match[2] as string).replace(/\\(['"`])/g, '$1'),
    ),
  )

const titlesByFile = new Map<string, Set<string>>()

function titlesIn(file: string): Set<string> | undefined {
  const path = join(import.meta.dir, file)
  if (!titlesByFile.has(file) && existsSync(path))
    titlesByFile.set(file, titlesOf(readFileSync(path, 'utf8')))
  return titlesByFile.get(file)
}

/** Undefined where the test is there. */
function faultOf(proof: string): string | undefined {
  const [file, path, ...rest] = proof.split(' › ')
  if (file === undefined || path === undefined || rest.length > 0) return `${proof}: not "file › test"`
  const titles = titlesIn(file)
  if (!titles) return `${proof}: there is no test/${file}`
  const missing = path.split(' > ').filter((title) => !titles.has(title))
  return missing.length > 0 ? `${proof}: ${file} has no "${missing.join('", "')}"` : undefined
}

const rows = rowsOf(text)

describe('the table of rules', () => {
  test('has rows for each part of the specification, and for the decisions', () => {
    const sections = [...new Set(rows.map(({ section }) => section))]
    expect(sections).toEqual([
      'Introduction',
      'What the service does',
      'Resources and their fields',
      'States and transitions',
      'Endpoints',
      'Authentication',
      'Events',
      'Errors',
      'Limits',
      'Versioning',
      'Decisions',
    ])
    expect(rows.length).toBeGreaterThan(300)
  })

  test('says each rule once', () => {
    const rules = rows.map(({ rule }) => rule)
    expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([])
  })

  test('names a test for each rule', () => {
    expect(rows.filter(({ proofs }) => proofs.length === 0).map(({ rule }) => rule)).toEqual([])
  })

  test('names no test that is not there', () => {
    expect(rows.flatMap(({ proofs }) => proofs.map(faultOf)).filter((fault) => fault !== undefined)).toEqual(
      [],
    )
  })
})

describe('a row', () => {
  const row = (proof: string) =>
    rowsOf(`## Part\n\n| Rule | Proved by |\n| --- | --- |\n| It is so | ${proof} |`)
  const here = 'coverage-table.test.ts'

  test('is read with its section and all its tests', () => {
    expect(row('`a.test.ts › b > c`<br>`d.test.ts › e`')).toEqual([
      { section: 'Part', rule: 'It is so', proofs: ['a.test.ts › b > c', 'd.test.ts › e'] },
    ])
    for (const nothing of ['', 'nobody']) expect(row(nothing)[0]?.proofs).toEqual([])
    expect(() => rowsOf('| one | two | three |')).toThrow('one')
    expect(() => rowsOf('| one |')).toThrow('one')
  })

  test('is at fault where its file, its test or its describe is not there', () => {
    expect(faultOf(`${here} › the table of rules > says each rule once`)).toBeUndefined()
    expect(faultOf('gone.test.ts › says each rule once')).toContain('there is no test/gone.test.ts')
    for (const path of ['says each rule', 'says each rule once, too', 'gone > says each rule once'])
      expect(faultOf(`${here} › ${path}`)).toContain('has no')
    expect(faultOf('says each rule once')).toContain('not "file › test"')
  })
})
