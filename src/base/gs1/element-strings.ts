import { type Identifier, identifierAt } from './application-identifiers'

/** GS1 element strings: as scanners send them, and with brackets (GS1 General Specifications). */

export interface Element {
  readonly ai: string
  readonly data: string
}

/** The separator FNC1, as scanners send it. */
export const separator = '\u001d'

/** What scanners send before a GS1-128, GS1 DataMatrix, GS1 QR Code, GS1 DotCode and GS1 DataBar. */
const symbologies = [']C1', ']d2', ']Q3', ']J1', ']e0']

/** Returns what a scanner has sent before an element string to say that it is one. */
export function gs1PrefixOf(text: string): string {
  const symbology = symbologies.find((one) => text.startsWith(one)) ?? ''
  return text.startsWith(separator, symbology.length) ? symbology + separator : symbology
}

/** Text that can be split in several ways, because no separator says where data ends. */
export const ambiguous = Symbol('ambiguous')

/**
 * Returns the elements of an element string, without or with brackets; undefined when it is none.
 */
export function elementsOf(text: string): readonly Element[] | typeof ambiguous | undefined {
  if (text.startsWith('(')) return bracketedElements(text)
  const prefix = gs1PrefixOf(text)
  const rest = text.slice(prefix.length)
  return prefix !== '' || rest.includes(separator) ? separatedElements(rest) : onlySplit(rest)
}

/** Returns the element string with brackets. */
export const bracketed = (elements: readonly Element[]): string =>
  elements.map(({ ai, data }) => `(${ai})${data.replaceAll('(', String.raw`\(`)}`).join('')

/**
 * Returns an element string with separators in brackets, because the value of a tag has no control characters; undefined when a
 * text has none, or is not an element string.
 */
export function withoutSeparators(text: string): string | undefined {
  const elements = text.includes(separator) ? elementsOf(text) : undefined
  return elements && elements !== ambiguous ? bracketed(elements) : undefined
}

function bracketedElements(text: string): readonly Element[] | undefined {
  const elements: Element[] = []
  const part = /\((\d{2,4})\)((?:\\\(|[^(\\])+)/y
  while (part.lastIndex < text.length) {
    const [, ai = '', escaped = ''] = part.exec(text) ?? []
    const identifier = identifierAt(ai, 0)
    const data = escaped.replaceAll(String.raw`\(`, '(')
    if (identifier?.ai !== ai || !identifier.pattern.test(data)) return undefined
    elements.push({ ai, data })
  }
  return elements
}

/** Returns the elements of a text in which separators end data of variable length. */
function separatedElements(text: string): readonly Element[] | undefined {
  const elements: Element[] = []
  for (let at = 0; at < text.length;) {
    const identifier = identifierAt(text, at)
    if (!identifier) return undefined
    const from = at + identifier.ai.length
    const next = text.indexOf(separator, from)
    const end = next === -1 ? text.length : next
    // A separator after data of predefined length is not needed, but some printers write it.
    const to = identifier.isPredefined ? Math.min(end, from + identifier.maxLength) : end
    const data = text.slice(from, to)
    if (!identifier.pattern.test(data)) return undefined
    elements.push({ ai: identifier.ai, data })
    at = text.startsWith(separator, to) ? to + 1 : to
  }
  return elements
}

/**
 * Returns the elements of a text that has lost its separators, or never had any. If data of variable length may end at several
 * places, nothing says which of them is right.
 */
function onlySplit(text: string): readonly Element[] | typeof ambiguous | undefined {
  const ways = new Map<number, readonly Element[] | typeof ambiguous | undefined>()

  function from(at: number): readonly Element[] | typeof ambiguous | undefined {
    if (at === text.length) return []
    if (!ways.has(at)) ways.set(at, splitAt(at))
    return ways.get(at)
  }

  function splitAt(at: number): readonly Element[] | typeof ambiguous | undefined {
    const identifier = identifierAt(text, at)
    if (!identifier) return undefined
    let only: readonly Element[] | undefined
    for (const to of endsOf(identifier, at + identifier.ai.length, text.length)) {
      const data = text.slice(at + identifier.ai.length, to)
      const rest = identifier.pattern.test(data) ? from(to) : undefined
      if (rest === ambiguous || (rest && only)) return ambiguous
      if (rest) only = [{ ai: identifier.ai, data }, ...rest]
    }
    return only
  }
  return from(0)
}

/** Returns where the data of an identifier may end. */
function* endsOf({ minLength, maxLength }: Identifier, from: number, length: number): Generator<number> {
  for (let to = from + minLength; to <= Math.min(length, from + maxLength); to++) yield to
}
