/** Names in the space of an area: what tells areas apart stays. */

/** Returns how many letters of 12 pixels fit into a width. */
export const lettersIn = (width: number): number => Math.max(0, Math.floor(width / 6.7))

/**
 * Returns a name that fits into a width, in pixels. Words before digits are dropped first: "Shelf 0123" becomes "0123". A
 * name is cut only if at least `least` letters remain, otherwise there is none.
 */
export function fittingName(name: string, width: number, least = 1): string | undefined {
  const letters = lettersIn(width)
  const whole = [...withoutWords(name)].find((shorter) => shorter.length <= letters)
  if (whole !== undefined) return whole
  return letters > least ? `${firstLetters(name, letters - 1).trimEnd()}…` : undefined
}

/** The first letters of a name. A letter with its marks, or an emoji, is not divided. */
const firstLetters = (name: string, count: number): string =>
  Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment)
    .slice(0, count)
    .join('')

/** The name, and the name without its first words, as long as the rest has the same digits. */
function* withoutWords(name: string): Generator<string> {
  yield name
  const [, word, rest] = /^(\D*?[\s_]+|\p{L}{3,}-)(.*\d.*)$/u.exec(name) ?? []
  if (word !== undefined && rest !== undefined) yield* withoutWords(rest)
}
