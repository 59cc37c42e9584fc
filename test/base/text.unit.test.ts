import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  codePoints,
  fold,
  hasControl,
  hasControlButLayout,
  hasSpaceAtAnEdge,
  separator,
} from '../../src/base/text'

const allCharacters = Array.from({ length: 0x110000 }, (_, point) => point)
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point))

const inHex = (text: string): string => Array.from(text, (one) => one.codePointAt(0)?.toString(16)).join(' ')
const escaped = (character: string): string => `\\u{${inHex(character)}}`

/** Text that the API accepts: any characters, but no unpaired surrogate. */
const anyText = fc.string({ unit: 'binary' })

describe('fold', () => {
  const cased = allCharacters.filter((one) =>
    /\p{Changes_When_Casemapped}|\p{Changes_When_Casefolded}/u.test(one),
  )

  // Rule: api.md, Search
  test('makes two characters equal exactly where the regular expression flags i and u do', () => {
    const text = cased.join('')
    const equals = Map.groupBy(cased, fold)
    const wrong = cased.filter((one) => {
      const matched = text.match(new RegExp(escaped(one), 'giu'))
      return matched?.join('') !== equals.get(fold(one))?.join('')
    })
    expect(wrong.map(inHex)).toEqual([])
  })

  test('leaves characters without case unchanged', () => {
    const isCased = new Set(cased)
    const others = allCharacters.filter((one) => !isCased.has(one) && one !== separator)
    expect(others.filter((one) => fold(one) !== one).map(inHex)).toEqual([])
    // That these have no case is the engine's word, too: none of them is a case-insensitive twin of a cased one.
    const anyCased = new RegExp(`^[${cased.map(escaped).join('')}]$`, 'iu')
    expect(others.filter((one) => anyCased.test(one)).map(inHex)).toEqual([])
  })

  test('maps one character to one character', () => {
    expect(allCharacters.filter((one) => codePoints(fold(one)) !== 1).map(inHex)).toEqual([])
  })

  test('never yields the separator of search texts', () => {
    expect(allCharacters.filter((one) => fold(one).includes(separator)).map(inHex)).toEqual([])
  })

  test('folds a text character by character, regardless of its neighbors', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(fold(a + b)).toBe(fold(a) + fold(b))
        expect(fold(fold(a))).toBe(fold(a))
      }),
    )
  })

  test.each([
    ['ÄPFEL', 'äpfel'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
    ['STRAẞE', 'straße'],
    ['K', 'k'],
    ['ſ', 's'],
    ['𐐀', '𐐨'],
  ])('finds %s and %s equal', (a, b) => {
    expect(fold(a)).toBe(fold(b))
  })

  test.each([
    ['STRASSE', 'straße'],
    ['İ', 'i'],
    ['I', 'ı'],
    ['ﬃ', 'ffi'],
    ['é', 'e\u0301'],
  ])('keeps %s and %s apart', (a, b) => {
    expect(fold(a)).not.toBe(fold(b))
  })
})

// Rule: api.md, Texts
describe('codePoints', () => {
  test('counts characters, not the halves that JavaScript stores', () => {
    fc.assert(fc.property(anyText, (text) => expect(codePoints(text)).toBe(Array.from(text).length)))
  })
})

describe('hasSpaceAtAnEdge', () => {
  // PropList.txt of Unicode, White_Space.
  const white = Array.from(
    '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a' +
      '\u2028\u2029\u202f\u205f\u3000',
  )

  // Rule: api.md, Texts
  test('recognizes all white space of Unicode, and nothing else', () => {
    const found = allCharacters.filter((one) => hasSpaceAtAnEdge(`${one}a`))
    expect(found.map(inHex)).toEqual(white.map(inHex))
    expect(allCharacters.filter((one) => hasSpaceAtAnEdge(`a${one}`))).toEqual(found)
  })

  test('permits white space within', () => {
    for (const one of white) expect(hasSpaceAtAnEdge(`a${one}a`)).toBe(false)
    expect(hasSpaceAtAnEdge('')).toBe(false)
  })
})

describe('control characters', () => {
  const controls = [...Array.from({ length: 32 }, (_, point) => point), 127].map((point) =>
    String.fromCodePoint(point),
  )

  // Rule: api.md, Texts
  test('are C0 and DEL', () => {
    expect(allCharacters.filter(hasControl)).toEqual(controls)
  })

  test('exclude tab and line breaks in texts with several lines', () => {
    expect(allCharacters.filter(hasControlButLayout)).toEqual(
      controls.filter((one) => !'\t\n\r'.includes(one)),
    )
  })
})
