import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { actions, subjectKinds } from '../../../src/people/audit/schema'

/** The audit log in docs/internal-api.md has the actions and the subjects that entries have. */

const page = readFileSync('docs/internal-api.md', 'utf8')

/** The names in the row of a field, after the text `before`. */
function namesIn(field: string, before: string): string[] {
  const row = new RegExp(String.raw`^\| \`${field}\` \| .*?\| .*$`, 'm').exec(section)?.[0] ?? ''
  const [, after = ''] = row.split(before)
  const [list = ''] = after.split(/\)|\|/)
  return [...list.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
}

const [, section = ''] = page.split('\n## 17 Audit log')

test('the actions are those of the description', () => {
  expect(namesIn('action', '| string |')).toEqual([...actions])
})

test('the subjects are those of the description', () => {
  expect(namesIn('subject', '`kind` (')).toEqual([...subjectKinds])
})
