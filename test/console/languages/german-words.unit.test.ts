import { expect, test } from 'bun:test'
import { serverMessages } from '../../support/server-messages'
import german from '../../../src/console/languages/de.json'

/** The words of the German console: one for each term. */

const messages = await serverMessages()
const texts = Object.entries(german as Record<string, string>).map(
  ([key, text]) => [messages.get(key) ?? key, text] as const,
)

test('a tag is a Transponder, because "1 Tag" is one day', () => {
  const wrong = texts.filter(
    ([english, text]) =>
      /\btags?\b/i.test(english) &&
      !/\bday/.test(english) &&
      /\bTags?\b/.test(text.replaceAll(/Barcode-Tags?/g, '')),
  )
  expect(wrong).toEqual([])
})

test('the key of a record is a Kennung, because a Schlüssel opens or signs something', () => {
  const ofRecords = /\bkeys?\b/i
  const others =
    /API|secret|sign|key-value|Client programs|program that uses|encryption key|key of (?:a tag|the \{tag\})/i
  const wrong = texts.filter(
    ([english, text]) => ofRecords.test(english) && !others.test(english) && /schlüssel/i.test(text),
  )
  expect(wrong).toEqual([])
})

test('no text addresses the user', () => {
  expect(texts.filter(([, text]) => /\b(du|dein\w*)\b|\w+en Sie\b/.test(text))).toEqual([])
})

test('a reader that is silent "sendet nicht mehr", and records are "erstellt"', () => {
  expect(texts.filter(([, text]) => /meldet sich nicht|sich nicht meldet|\bstumm\b/i.test(text))).toEqual([])
  expect(texts.filter(([, text]) => /\b(anlegen|angelegt|legen sie an)\b/i.test(text))).toEqual([])
})

test('empty lists do not all begin with the same words', () => {
  expect(texts.filter(([, text]) => text.startsWith('Hier erschein'))).toEqual([])
})
