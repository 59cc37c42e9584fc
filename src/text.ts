/** Control characters, white space and lengths (docs/api.md, Texts), and case folding (docs/api.md, Search). */

/** C0 controls and DEL, as they stand in a character class. */
export const control = '\\x00-\\x1F\\x7F'

/** C0 controls other than tab, LF and CR, and DEL. */
export const controlButLayout = '\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F'

const anyControl = new RegExp(`[${control}]`)
const anyControlButLayout = new RegExp(`[${controlButLayout}]`)

export const hasControl = (text: string): boolean => anyControl.test(text)

export const hasControlButLayout = (text: string): boolean => anyControlButLayout.test(text)

/** Unicode's White_Space property; JavaScript's \s differs from it in U+0085 and U+FEFF. */
export const hasSpaceAtAnEdge = (text: string): boolean => /^\p{White_Space}|\p{White_Space}$/u.test(text)

export function codePoints(text: string): number {
  let count = text.length
  for (let i = 0; i < text.length; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800) count--
  }
  return count
}

/** Between the parts of a search text; no field may contain it, and `fold` never yields it. */
export const separator = '\u001f'

const isAscii = /^[ -~]*$/

/** Simple one-to-one case folding of all of Unicode, so that equal folds mean "equal but for case". */
export function fold(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase()
  let folded = ''
  for (const character of text) folded += foldCharacter(character)
  return folded
}

/** Where folding by way of JavaScript's case mappings is not Unicode's: dotless i folds to itself, the others to their twins. */
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
