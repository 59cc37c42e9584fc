import { describe, expect, test } from 'bun:test'
import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Glob } from 'bun'
import { scripts } from '../../../package.json'

/** The paths, names and commands that the documents mention exist. */

const root = join(import.meta.dir, '../../..')
const documents = ['*.md', '{docs,examples}/**/*.md']
  .flatMap((pattern) => [...new Glob(pattern).scanSync(root)])
  .toSorted()
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The texts in backticks of a document, without its blocks of code. */
const codeOf = (document: string): string[] =>
  [
    ...textOf(document)
      .replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
      .matchAll(/`([^`]+)`/g),
  ].map(([, code = '']) => code)

const folders = /^(src|test|docs|bench|clients|scripts|migrations|examples)\//

const files = [...folders.source.matchAll(/\w{2,}/g)].flatMap(([folder]) => [
  ...new Glob(`${folder}/**/*`).scanSync(root),
])
const names = new Set(files.map((file) => basename(file)))

/** Reports whether a path exists. `<...>` and `*` stand for any name. */
function exists(path: string): boolean {
  const pattern = path.replaceAll(/<[^>]+>/g, '*').replace(/\/$/, '')
  if (pattern.includes('*'))
    return [...new Glob(pattern).scanSync({ cwd: root, onlyFiles: false })].length > 0
  return statSync(join(root, pattern), { throwIfNoEntry: false }) !== undefined
}

describe.each(documents)('%s', (document) => {
  test('mentions only paths of the repository that exist', () => {
    const paths = codeOf(document).filter((code) => folders.test(code))
    expect(paths.filter((path) => !exists(path))).toEqual([])
  })

  test('mentions only source files that exist', () => {
    const mentioned = codeOf(document).filter((code) => /^[\w./-]+\.tsx?$/.test(code) && !folders.test(code))
    const isFile = (name: string) =>
      name.includes('/') ? files.some((file) => file.endsWith(`/${name}`)) : names.has(name)
    expect(mentioned.filter((name) => !isFile(name))).toEqual([])
  })

  test('mentions only names that occur in the named file', () => {
    const mentions = [...textOf(document).matchAll(/`([\w#]+)`\s+(?:in|of)\s+`([^`*<]+\.tsx?)`/g)]
    const missing = mentions.filter(
      ([, name = '', path = '']) => !folders.test(path) || !new RegExp(`${name}\\b`).test(textOf(path)),
    )
    expect(missing.map(([mention]) => mention)).toEqual([])
  })

  test('mentions only commands that exist', () => {
    const commands = [...textOf(document).matchAll(/\bbun(?:@[\d.]+)? run ([\w:-]+)/g)].map(
      ([, name = '']) => name,
    )
    expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })
})

test('the documents mention paths, names and commands', () => {
  const all = documents.flatMap(codeOf)
  expect(all.filter((code) => folders.test(code)).length).toBeGreaterThan(100)
  expect(documents).toContain('docs/decisions/0007-elysia.md')
})
