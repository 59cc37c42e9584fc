import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'bun:test'
import german from '../../../src/console/languages/de.json'
import { messageFormat } from '../../../src/console/languages/message-format'
import { readMessages } from '../../support/console-messages'

/** The console formats its messages itself. FormatJS is the reference. */

const { messages } = await readMessages()
const catalog: Readonly<Record<string, string>> = german
const formatted = messages.filter(({ hasValues }) => hasValues).map(({ key }) => key)
const texts = formatted.flatMap((key) => [
  [key, 'en-US'] as const,
  [key, 'de-AT'] as const,
  [catalog[key] ?? key, 'de-DE'] as const,
])

const namesIn = (text: string): string[] => [...text.matchAll(/\{\s*(\w+)/g)].map(([, name = '']) => name)

test('every message with values reads as FormatJS writes it', () => {
  expect(texts.length).toBeGreaterThan(1000)
  for (const [text, locale] of texts) {
    const own = messageFormat(text, locale)
    const reference = new IntlMessageFormat(text, locale, undefined, { ignoreTag: true })
    for (const value of [0, 1, 2, 1234567]) {
      const values = Object.fromEntries(namesIn(text).map((name) => [name, value]))
      expect(own(values).join('')).toBe(String(reference.format(values)))
    }
  }
})

test('a value that is an element stays one part, even in a plural', () => {
  const link = { type: 'a' }
  const text = '{count, plural, one {A tag: {link}.} other {# tags: {link}.}} {name}'
  expect(messageFormat(text, 'en')({ count: 2, link, name: '{x} #' })).toEqual([
    '2',
    ' tags: ',
    link,
    '.',
    ' ',
    '{x} #',
  ])
})

test('a message without its value says which one is missing', () => {
  expect(() => messageFormat('{name} deleted', 'en')({})).toThrow('needs the value name')
})

test.each([
  '{name',
  'name}',
  '{}',
  '{name, select, a {b}}',
  '{n, plural, one {#}}',
  '{n, plural, one # other {#}}',
  '{n, plural, one {#} other {#}',
])('the malformed message %p is refused', (text) => {
  expect(() => messageFormat(text, 'en')).toThrow('is malformed at character')
})
