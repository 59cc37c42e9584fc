import { elementsOf } from '../../base/gs1/element-strings'
import { identifierAt } from '../../base/gs1/application-identifiers'

/** What codes on labels contain, and how large they are. */

/** The separator FNC1 in the content of a code. */
const fnc1 = Symbol('FNC1')
type Part = string | typeof fnc1
/** Texts between separators. */
export type Content = readonly Part[]

/** Returns the content of a code: a GS1 element string with its separators, or the text itself. */
export function contentOf(value: string): Content {
  const elements = value.startsWith('(') ? elementsOf(value) : undefined
  if (!Array.isArray(elements)) return [value]
  const content: Part[] = [fnc1]
  for (const [index, { ai, data }] of elements.entries()) {
    content.push(ai + data)
    const isLast = index === elements.length - 1
    if (!isLast && !identifierAt(ai, 0)?.isPredefined) content.push(fnc1)
  }
  return content
}

/** Returns the field data of a Code 128 and the number of its symbols; undefined when it has a character that Code 128 does not have. */
export function code128Of(content: Content): { readonly data: string; readonly symbols: number } | undefined {
  let data = ''
  let symbols = 0
  let subset: 'B' | 'C' | undefined
  const use = (wanted: 'B' | 'C') => {
    if (subset === wanted) return
    if (subset === undefined) data += wanted === 'C' ? '>;' : '>:'
    else data += wanted === 'C' ? '>5' : '>6'
    subset = wanted
    symbols += 1
  }
  for (const [index, part] of content.entries()) {
    if (part === fnc1) {
      const next = content[index + 1]
      use(subset ?? (typeof next === 'string' && digitsAt(next, 0) >= 4 ? 'C' : 'B'))
      data += '>8'
      symbols += 1
      continue
    }
    for (let at = 0; at < part.length;) {
      const run = digitsAt(part, at)
      if (run >= 4 || (subset === 'C' && run >= 2)) {
        // An odd digit comes first, so that the pairs reach the end of the run.
        if (run % 2 === 1 && subset !== 'C') {
          use('B')
          data += part[at]
          symbols += 1
          at += 1
          continue
        }
        const pairs = run - (run % 2)
        use('C')
        data += part.slice(at, at + pairs)
        symbols += pairs / 2
        at += pairs
        continue
      }
      const character = part[at] as string
      if (character < ' ' || character > '~') return undefined
      use('B')
      // > begins a code of the printer.
      data += character === '>' ? '>0' : character
      symbols += 1
      at += 1
    }
  }
  return { data, symbols }
}

function digitsAt(text: string, from: number): number {
  let at = from
  while (at < text.length && (text[at] as string) >= '0' && (text[at] as string) <= '9') at += 1
  return at - from
}

/** Returns the width of a Code 128 with its quiet zones, in modules: a check symbol, a stop of 13, and 10 on each side. */
export const code128Modules = (symbols: number): number => (symbols + 1) * 11 + 13 + 20

/** Side of square Data Matrix codes without the quiet zone, and the codewords that each holds (ISO/IEC 16022). */
const matrices: readonly (readonly [side: number, codewords: number])[] = [
  [10, 3],
  [12, 5],
  [14, 8],
  [16, 12],
  [18, 18],
  [20, 22],
  [22, 30],
  [24, 36],
  [26, 44],
  [32, 62],
  [36, 86],
  [40, 114],
  [44, 144],
  [48, 174],
  [52, 204],
  [64, 280],
  [72, 368],
  [80, 456],
  [88, 576],
  [96, 696],
  [104, 816],
]

/** Returns the field data of a Data Matrix and its side with the quiet zone, in modules; undefined when it holds too much. */
export function dataMatrixOf(
  content: Content,
): { readonly data: string; readonly modules: number } | undefined {
  let data = ''
  let codewords = 0
  for (const part of content) {
    if (part === fnc1) {
      data += '_1'
      codewords += 1
      continue
    }
    // _ begins a code of the printer.
    data += part.replaceAll('_', '_d095')
    codewords += codewordsOf(part)
  }
  const size = matrices.find(([, room]) => room >= codewords)
  return size && { data, modules: size[0] + 2 }
}

/** Two digits take one codeword; a byte above 127 takes two. */
function codewordsOf(text: string): number {
  let count = 0
  const bytes = new TextEncoder().encode(text)
  const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 48 && byte <= 57
  for (let at = 0; at < bytes.length; at++) {
    count += (bytes[at] as number) > 127 ? 2 : 1
    if (isDigit(bytes[at]) && isDigit(bytes[at + 1])) at += 1
  }
  return count
}

/** Bytes that a QR code of each version holds with error correction M (ISO/IEC 18004). */
const qrBytes = [
  14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666, 711, 779,
  857, 911, 997, 1059, 1125, 1190, 1264, 1370, 1452, 1538, 1628, 1722, 1809, 1911, 1989, 2099, 2213, 2331,
]

/** Returns the side of a QR code with its quiet zone of four modules on each side; undefined when it holds too much. */
export function qrModules(text: string): number | undefined {
  const { length } = new TextEncoder().encode(text)
  const version = qrBytes.findIndex((room) => room >= length) + 1
  return version === 0 ? undefined : 17 + 4 * version + 8
}
