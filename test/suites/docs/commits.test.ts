import { describe, expect, test } from 'bun:test'

/** The subjects of commits (CONTRIBUTING.md, Your first change), from the day on which the rule began. */
const begin = '2026-11-27T10:30:00Z'

const git = Bun.spawnSync(['git', 'log', `--since=${begin}`, '--no-merges', '--format=%s'])
const subjects = git.success ? git.stdout.toString().split('\n').filter(Boolean) : []

describe.skipIf(subjects.length === 0)('the subject of a commit', () => {
  test('has at most 72 characters', () => {
    expect(subjects.filter((subject) => subject.length > 72)).toEqual([])
  })

  test('begins with a capital letter and does not end with a period', () => {
    expect(subjects.filter((subject) => !/^[A-Z"'`].*[^.]$/.test(subject))).toEqual([])
  })
})
