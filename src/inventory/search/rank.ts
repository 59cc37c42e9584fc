import type { RankedRow, Word } from '../../storage/core/store'
import { foldLoosely, naturalKey, separator } from '../../base/text'

/** Ranks what the search has found (docs/internal-api.md, Search). */

/** A row with what its rank depends on. Only assets are ranked with their tags. */
interface Ranked extends Pick<RankedRow, 'name' | 'externalKey'>, Partial<Pick<RankedRow, 'searchTags'>> {
  readonly id: number | string
}

/** Returns the rows whose names have all words as words first. Rows of one rank are in the natural order of their names. */
export function ranked<Row extends Ranked>(rows: readonly Row[], words: readonly Word[]): Row[] {
  const typed = words.map(({ loose }) => loose)
  return rows
    .map((row) => ({ row, rank: rankOf(row, typed), name: naturalKey(row.name) }))
    .toSorted((a, b) => a.rank - b.rank || compare(a.name, b.name) || compare(a.row.id, b.row.id))
    .map(({ row }) => row)
}

const compare = <T extends string | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0)

function rankOf({ name, externalKey, searchTags = '' }: Ranked, words: readonly string[]): number {
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
