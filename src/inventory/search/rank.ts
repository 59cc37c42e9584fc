import type { RankedRow, Word } from '../../storage/core/store'
import { foldLoosely, separator } from '../../base/text'

/** Ranks what the search has found (docs/internal-api.md, Search). */

/** Returns the rows whose names have all words as words first. Rows of one rank keep their order. */
export const ranked = (rows: readonly RankedRow[], words: readonly Word[]): RankedRow[] =>
  rows
    .map((row) => ({
      row,
      rank: rankOf(
        row,
        words.map(({ loose }) => loose),
      ),
    }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ row }) => row)

function rankOf({ name, externalKey, searchTags }: RankedRow, words: readonly string[]): number {
  const folded = foldLoosely(name)
  const ofName = folded.split(/[^\p{L}\p{M}\p{N}]+/u)
  const [key, tags] = [foldLoosely(externalKey), searchTags.split(separator)]
  const hasAll = (has: (word: string) => boolean): boolean => words.every(has)
  const steps: readonly (() => boolean)[] = [
    () => hasAll((word) => ofName.includes(word)),
    () => hasAll((word) => ofName.some((own) => own.startsWith(word))),
    () => hasAll((word) => folded.includes(word)),
    () => hasAll((word) => folded.includes(word) || key === word),
    () => hasAll((word) => folded.includes(word) || key.includes(word)),
    () =>
      hasAll((word) => folded.includes(word) || key.includes(word) || tags.some((tag) => tag.endsWith(word))),
  ]
  const step = steps.findIndex((has) => has())
  return step < 0 ? steps.length : step
}
