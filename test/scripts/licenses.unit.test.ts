import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { license } from '../../package.json'
import { readText } from '../../scripts/licenses'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'whereabouts-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const put = (file: string, text: string): void => writeFileSync(join(directory, file), text)

test.each(['LICENSE', 'LICENCE', 'license.md', 'LICENSE.txt', 'MIT-LICENSE.txt', 'COPYING', 'UNLICENSE'])(
  'a package ships its license as %s',
  (file) => {
    put(file, 'Do as you like.\n')
    expect(readText(directory, 'made-up')).toBe('Do as you like.')
  },
)

test('a notice is listed with its license', () => {
  put('NOTICE', 'Made by Bo.')
  put('LICENSE', 'Do as you like.')
  expect(readText(directory, 'made-up')).toBe('Do as you like.\n\nMade by Bo.')
})

test('a package without a license text, or with a file that only looks like one, fails the build', () => {
  put('licenses.js', 'export const licenses = 1')
  put('README.md', 'MIT')
  expect(() => readText(directory, 'made-up')).toThrow('has no license text')
})

test('the repository contains the license that package.json names', () => {
  expect(license).toBe('Apache-2.0')
  const text = readText('.', 'whereabouts')
  expect(text).toContain('Apache License\n                           Version 2.0, January 2004')
  expect(text).toContain('Copyright 2026 The Whereabouts authors')
})

test('a package without a license text is listed with the address of one', () => {
  expect(readText(directory, 'wouter')).toContain('released into the public domain')
})
