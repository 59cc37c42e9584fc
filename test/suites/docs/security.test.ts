import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'

/** The tables of docs/security.md that compare the service with standards: each row has a proof or a reason. */

const page = readFileSync('docs/security.md', 'utf8')

interface Row {
  readonly item: string
  readonly measure: string
  readonly proof: string
}

function rowsOf(heading: string): Row[] {
  const [, section = ''] = page.split(`\n## ${heading}`)
  const [body = ''] = section.split('\n## ')
  const rows = [...body.matchAll(/^\| (.+) \| (.+) \| (.+) \|$/gm)]
  return rows
    .map(([, item = '', measure = '', proof = '']) => ({ item, measure, proof }))
    .filter(({ item, proof }) => proof !== 'Proof' && item !== '---')
}

const testsOf = (proof: string): string[] =>
  [...proof.matchAll(/`(test\/[^`]+)`/g)].map(([, path = '']) => path)

const reason = /^(Does not apply|Not met( by default)?): \S.*\.$/

describe.each([
  ['OWASP API Security Top 10 (2023)', Array.from({ length: 10 }, (_, at) => `API${at + 1} `)],
  ['OWASP ASVS 5.0, level 2', Array.from({ length: 17 }, (_, at) => `V${at + 1}`)],
  ['RFC 9700', ['2.1', '2.2.1', '2.2.2', '2.3', '2.4', '2.5', '2.6', '4.13', '4.15', '4.16', '4.17']],
])('%s', (heading, items) => {
  const rows = rowsOf(heading)

  test('has a row for each item', () => {
    const has = (item: string) => rows.some((row) => new RegExp(`^${item}(?!\\d)`).test(row.item))
    expect(items.filter((item) => !has(item))).toEqual([])
  })

  test('names tests that exist in each row, or a reason', () => {
    const isProven = ({ proof }: Row) => {
      const tests = testsOf(proof)
      return tests.length > 0 ? tests.every((path) => existsSync(path)) : reason.test(proof)
    }
    expect(rows.filter((row) => !isProven(row)).map(({ item }) => item)).toEqual([])
  })

  test('says how, where a test is the proof', () => {
    const silent = rows.filter(({ measure, proof }) => testsOf(proof).length > 0 && measure === '—')
    expect(silent.map(({ item }) => item)).toEqual([])
  })
})

test('every test that the page names exists', () => {
  expect(testsOf(page).filter((path) => !existsSync(path))).toEqual([])
})
