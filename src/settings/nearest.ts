import { closest, distance } from 'fastest-levenshtein'

/** Returns the end of a message about an unknown word: the known word that it resembles, or where the known words are. */
export function suggestion(word: string, known: readonly string[], help: string, prefix = ''): string {
  const nearest = nearestOf(word, known)
  return nearest === undefined ? `. ${help}` : `; did you mean ${prefix}${nearest}?`
}

/** Returns the known word that begins with this one, or shares more than half of its letters; undefined when none does. */
function nearestOf(word: string, known: readonly string[]): string | undefined {
  const longer = known.filter((one) => one.startsWith(word))
  if (longer.length > 0) return closest(word, longer)
  const nearest = closest(word, known)
  const isNear = distance(word, nearest) * 2 < Math.max(word.length, nearest.length)
  // Swapped letters count twice, which is too much for a short word.
  return isNear || lettersOf(word) === lettersOf(nearest) ? nearest : undefined
}

const lettersOf = (word: string): string => word.split('').toSorted().join('')
