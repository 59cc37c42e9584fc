import { t } from '../../languages/messages'
import { isCommon } from './common-characters'

/**
 * The encodings of text files. A file rarely says its own, so it is guessed, named and can be changed: a wrong one turns names into
 * other letters without an error.
 */

export type Encoding = (typeof encodings)[number]

/** The labels of `TextDecoder`, and `ibm850`, which it does not know. The most frequent ones come first. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'macintosh',
  'ibm850',
  'gbk',
  'big5',
  'shift_jis',
  'euc-kr',
] as const

export const encodingNames: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': t('Windows-1252 (Western Europe)'),
  'windows-1250': t('Windows-1250 (Central Europe)'),
  'windows-1251': t('Windows-1251 (Cyrillic)'),
  'windows-1253': t('Windows-1253 (Greek)'),
  'windows-1254': t('Windows-1254 (Turkish)'),
  macintosh: t('Mac OS Roman'),
  ibm850: 'IBM 850 (DOS)',
  gbk: 'GBK (简体中文)',
  big5: 'Big5 (繁體中文)',
  shift_jis: t('Shift JIS (日本語)'),
  'euc-kr': 'EUC-KR (한국어)',
}

interface Guess {
  readonly encoding: Encoding
  /** Whether the bytes prove it. */
  readonly isCertain: boolean
}

/** Number of bytes that are looked at for a guess. */
const headMax = 200_000

export function guessEncoding(bytes: Uint8Array): Guess {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', isCertain: true }
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', isCertain: true }
  const wide = wideEncoding(bytes)
  if (wide) return { encoding: wide, isCertain: true }
  const { valid, invalid } = utf8Sequences(bytes)
  if (invalid === 0) return { encoding: 'utf-8', isCertain: true }
  // A few damaged bytes do not change the encoding of the others.
  if (valid >= 2 * invalid || (valid > 0 && invalid === 1)) return { encoding: 'utf-8', isCertain: false }
  return { encoding: likeliest(bytes.subarray(0, headMax)), isCertain: false }
}

/** UTF-16 without a byte order mark has a zero byte in most characters. */
function wideEncoding(bytes: Uint8Array): Encoding | undefined {
  const length = Math.min(bytes.length, 4096) & ~1
  const zeros = [0, 0]
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at & 1]!++
  const [even = 0, odd = 0] = zeros
  if (length === 0 || Math.max(even, odd) < length / 8 || Math.min(even, odd) > length / 100) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/** Counts the sequences of several bytes that are valid UTF-8, and the bytes that are not. */
function utf8Sequences(bytes: Uint8Array): { valid: number; invalid: number } {
  let [valid, invalid] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte < 0x80) continue
    const length =
      byte >= 0xf0 && byte < 0xf5 ? 4 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xc2 && byte < 0xe0 ? 2 : 0
    const follow = bytes.subarray(at + 1, at + length)
    const isValid =
      length > 0 && follow.length === length - 1 && follow.every((next) => (next & 0xc0) === 0x80)
    if (isValid) {
      valid++
      at += length - 1
    } else invalid++
  }
  return { valid, invalid }
}

/** The right half of code page 850. */
const ibm850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÝý¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

export function decode(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding !== 'ibm850') return new TextDecoder(encoding).decode(bytes)
  const latin = new TextDecoder('latin1').decode(bytes.map((byte) => (byte < 0x80 ? byte : 0x3f)))
  let text = ''
  let from = 0
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at]! < 0x80) continue
    text += latin.slice(from, at) + ibm850[bytes[at]! - 0x80]!
    from = at + 1
  }
  return text + latin.slice(from)
}

/** Returns the encoding in which the text looks most like words; of equals the most frequent one. */
function likeliest(bytes: Uint8Array): Encoding {
  const candidates = encodings.slice(encodings.indexOf('windows-1252'))
  const scored = candidates.map((encoding) => ({ encoding, score: scoreOf(decode(bytes, encoding)) }))
  return scored.reduce((best, next) => (next.score > best.score ? next : best)).encoding
}

const letter = /\p{L}/u
const latinLetter = /\p{Script=Latin}/u
const wideLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
/** Chinese characters also result from reading Japanese text in a wrong encoding. */
const kana = /[\p{Script=Hiragana}\u30a0-\u30ff]/u
const halfWidth = /[\uff61-\uffdf]/
/** Letters that are rarer than those that have the same bytes in other encodings. */
const rare = /[ðþýÐÞÝđţĐŢ]/
const upper = /\p{Lu}/u
const lower = /\p{Ll}/u

const inWord = /[\p{L}\p{N}]/u
const opening = /[„“‘‚«]/
const closing = /[“”’»]/
const trailing = /[™®…²³]/
const dash = /[–—]/
const besideNumbers = /[€£±½¼¾°№]/

/** Whether a mark is where texts have it, such as an opening quote before a word: other encodings have letters for its byte. */
function isTypical(before: string, mark: string, after: string): boolean {
  const [isBehind, isInFront] = [inWord.test(before), inWord.test(after)]
  if (mark === '’' && letter.test(before) && letter.test(after)) return true
  if (isInFront ? opening.test(mark) && !isBehind : closing.test(mark) && /\S/.test(before)) return true
  if (trailing.test(mark)) return isBehind && !isInFront
  if (dash.test(mark)) return /^\s$/.test(before) && /^\s$/.test(after)
  return besideNumbers.test(mark) && !letter.test(before) && (mark === '°' || !letter.test(after))
}

/** Scores a text by its characters beyond ASCII: letters that words have there, against symbols and changes of case and script. */
function scoreOf(text: string): number {
  let [score, before] = [0, '']
  const characters = Array.from(text)
  for (const [at, character] of characters.entries()) {
    const isPlain = character <= '\u007f'
    if (!isPlain)
      score += isTypical(before, character, characters[at + 1] ?? '') ? 1 : scoreAfter(before, character)
    else if (letter.test(character) && before > '\u007f' && letter.test(before) && !latinLetter.test(before))
      score -= 3
    before = character
  }
  return score
}

function scoreAfter(before: string, character: string): number {
  if (/[\p{C}\ufffd]/u.test(character)) return -5
  const isInWord = letter.test(before)
  if (!letter.test(character)) return isInWord ? -1 : 0
  if (lower.test(before) && upper.test(character)) return -2
  if (halfWidth.test(character)) return -1
  if (kana.test(character)) return 3
  if (rare.test(character)) return 0.25
  if (wideLetter.test(character)) return before <= '\u007f' && isInWord ? -3 : isCommon(character) ? 3 : 2
  if (!latinLetter.test(character)) return isInWord && latinLetter.test(before) ? -2 : 1
  // Words of the Latin script rarely have two such letters side by side.
  return isInWord && before > '\u007f' ? 0 : 1
}
