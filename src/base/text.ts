/** Control characters, white space and lengths (docs/api.md, Texts), and case folding (docs/api.md, Search). */

/** C0 controls and DEL, for a character class of a regular expression. */
export const control = '\\x00-\\x1F\\x7F'

/** C0 controls except tab, LF and CR, and DEL, for a character class. */
export const controlButLayout = '\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F'

const anyControl = new RegExp(`[${control}]`)
const allControlsButLayout = new RegExp(`[${controlButLayout}]`, 'g')
const anyControlButLayout = new RegExp(`[${controlButLayout}]`)

/** Removes all control characters that a text with several lines may not contain. */
export const withoutControls = (text: string): string => text.replace(allControlsButLayout, '')

export const hasControl = (text: string): boolean => anyControl.test(text)

export const hasControlButLayout = (text: string): boolean => anyControlButLayout.test(text)

/** Reports white space at an edge by Unicode's White_Space property. JavaScript's \s differs in U+0085 and U+FEFF. */
export const hasSpaceAtAnEdge = (text: string): boolean => /^\p{White_Space}|\p{White_Space}$/u.test(text)

export function codePoints(text: string): number {
  let count = text.length
  for (let i = 0; i < text.length; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800) count--
  }
  return count
}

/** Separates the parts of a search text. No field may contain it, and `fold` never returns it. */
export const separator = '\u001f'

const isAscii = /^[ -~]*$/

/** Returns the text in Unicode's simple case folding. Texts with equal results differ only in case. */
export function fold(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase()
  let folded = ''
  for (const character of text) folded += foldCharacter(character)
  return folded
}

/** Characters whose simple case folding differs from the result of JavaScript's case mappings. */
const exceptions = new Map([
  [separator, '\u001e'],
  ['\u0131', '\u0131'],
  ['\u1fd3', '\u0390'],
  ['\u1fe3', '\u03b0'],
  ['\ufb05', '\ufb06'],
])

function foldCharacter(character: string): string {
  const exception = exceptions.get(character)
  if (exception !== undefined) return exception
  const upper = character.toUpperCase()
  const base = isOneCodePoint(upper) ? upper : character
  const lower = base.toLowerCase()
  return isOneCodePoint(lower) ? lower : base
}

const isOneCodePoint = (text: string): boolean => text.length === 1 || codePoints(text) === 1

/** Letters without a decomposition, with what people type for them. */
const plainLetters = new Map(
  Object.entries({
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    ł: 'l',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ħ: 'h',
    ŧ: 't',
    ŋ: 'n',
    ı: 'i',
    ĸ: 'k',
    ς: 'σ',
  }),
)
const plainLetter = new RegExp(`[${[...plainLetters.keys()].join('')}]`, 'g')

/** All marks but those of Japanese syllables, which make other letters: か and が. */
const marks = /(?![\u3099\u309a])\p{M}/gu
const katakana = /[\u30a1-\u30f6]/g

/**
 * Returns the text as people may type it: without case, accents and width, with hiragana for katakana. It is the same for all
 * Unicode forms of a text. The console's search compares such texts; `q` compares the results of `fold`.
 */
export function foldLoosely(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase()
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(marks, '')
    .replace(plainLetter, (letter) => plainLetters.get(letter) ?? letter)
    .replace(katakana, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60))
    .normalize('NFC')
}

const numberDigits = 12

/** Returns a text that sorts names in natural order: folded, with numbers of a fixed width. */
export const naturalKey = (name: string): string =>
  fold(name).replace(/[0-9]+/g, (digits) => digits.padStart(numberDigits, '0'))
