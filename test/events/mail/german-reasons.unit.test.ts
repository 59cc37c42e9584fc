import { expect, test } from 'bun:test'
import german from '../../../src/console/languages/de.json'
import { germanOf } from '../../../src/events/mail/german-reasons'
import { moveMessages } from '../../../src/tracking/tracking/messages'

/** Why an asset moved, in German mail. */

const texts: Readonly<Record<string, string>> = german
const keys = Object.keys(moveMessages.templates).filter((key) => key.startsWith('move.'))

test.each(keys)('%s is the sentence of the console', (key) => {
  const names = [...(texts[key] ?? '').matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const isText = (name: string) => name === 'here' || name === 'there'
  // A text of a user is inserted once, as it is.
  const params = Object.fromEntries(names.map((name) => [name, isText(name) ? `{${name}}` : 5]))
  const expected = (texts[key] ?? '')
    .replaceAll(/\{\w+_seconds\}/g, '5 s')
    .replaceAll(/\{\w+_dbm\}/g, '5 dBm')
  expect(germanOf({ key, params })).toBe(expected)
})

test('numbers are written as in German', () => {
  const params = { here: 'Tor', there: 'Lager', here_dbm: -58.5, there_dbm: -70, lead_seconds: 2.7 }
  expect(germanOf({ key: 'move.stronger', params })).toBe(
    'Tor mit −58,5 dBm, Lager mit −70 dBm; stärker seit 2,7 s',
  )
})

test('a reason that is stored in English only is left out', () => {
  expect(germanOf({ key: 'text.plain', params: { english: 'Read at Dock' } })).toBe('')
})
