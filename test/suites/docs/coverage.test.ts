import { describe, expect, test } from 'bun:test'
import { allRuleTests, documents, ruleTestsIn, sectionsOf } from '../../../scripts/coverage'

/** The tests name the sections of the documents whose rules they check (scripts/coverage.ts). */

// Written apart, so that this file has no such comment itself.
const comment = ['//', 'Rule:'].join(' ')

describe('the comments that name a rule', () => {
  test('exist for each section of the documents', async () => {
    const named = new Set((await allRuleTests()).map(({ section }) => section))
    const sections = await Promise.all(
      documents.map(async (document) =>
        (await sectionsOf(document)).map(({ name, isDivided }) => ({
          name: `${document}, ${name}`,
          isDivided,
        })),
      ),
    )
    const all = sections.flat()
    const untested = all.filter(({ name, isDivided }) => !isDivided && !named.has(name))
    expect(untested.map(({ name }) => name)).toEqual([])
    expect([...named.difference(new Set(all.map(({ name }) => name)))]).toEqual([])
  })

  test('belong to the test or the group below them', () => {
    const source = `
      ${comment} api.md, Keys
      ${comment} api.md, Tags
      describe('keys', () => {
        // A comment of another kind.
        ${comment} api.md, Search
        test.each([1, 2])(\`are found: \${1}\`, () => {})
      })`
    expect(ruleTestsIn('a.test.ts', source)).toEqual([
      { section: 'api.md, Keys', file: 'a.test.ts', titles: ['keys'] },
      { section: 'api.md, Tags', file: 'a.test.ts', titles: ['keys'] },
      // oxlint-disable-next-line no-template-curly-in-string
      { section: 'api.md, Search', file: 'a.test.ts', titles: ['keys', 'are found: ${1}'] },
    ])
    const misplaced = `${comment} api.md, Keys\nconst a = 1\ntest('b', () => {})`
    expect(() => ruleTestsIn('b.test.ts', misplaced)).toThrow(
      'b.test.ts: A comment "Rule:" is not directly above',
    )
  })
})
