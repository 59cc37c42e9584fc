import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { assetSearch, type Matches, searchLimits } from '../../search/search'
import { arg, contains, type Db } from '../../sql/database'
import { assets } from '../../sql/tables'

/** A word as it was typed, case-folded, and as people may type it (src/base/text.ts). They are the same for most words. */
export interface Word {
  readonly exact: string
  readonly loose: string
}

/** Maximum number of rows that are compared with the words. */
export const comparedMax = searchLimits.few
/** Maximum number of assets whose looser texts are compared with a word; they take 50 ms. */
const foldedMax = 100_000

/** Finds the ids of the assets that have all words; undefined in PostgreSQL, which reads its own index. */
export function wordCandidates(db: Db) {
  const index = assetSearch(db, searchLimits)
  /** The newest assets whose looser text contains a word. Of more than `foldedMax` such assets, the others are not compared. */
  const folded = db
    .select({ id: assets.id, searchFolded: assets.searchFolded })
    .from(assets)
    .where(and(eq(assets.organizationId, arg('organizationId')), isNotNull(assets.searchFolded)))
    .orderBy(desc(assets.id))
    .limit(foldedMax)
    .as('folded')
  const withFolded = db
    .select({ id: folded.id })
    .from(folded)
    .where(contains(folded.searchFolded, 'loose'))
    .limit(comparedMax)
    .prepare()

  return async function candidatesOf(
    organizationId: number,
    words: readonly Word[],
    state: Pick<Parameters<typeof index.find>[0], 'includeDeleted' | 'now'>,
  ): Promise<readonly number[] | undefined> {
    const filter = { ...state, isActive: undefined, inDescription: true, isPlaced: false }
    const found: { count: number; ids: () => Promise<number[]> }[] = []
    // Long words are rare. When a word has few assets, these are compared with all words, and the others need not be searched for.
    for (const word of words.toSorted((a, b) => b.loose.length - a.loose.length)) {
      const parts: Matches[] = []
      for (const text of new Set([word.exact, word.loose])) {
        const matches = await index.find({ organizationId, text, ...filter })
        if (!matches) return undefined
        parts.push(matches)
      }
      const others = (await withFolded.execute({ organizationId, loose: word.loose })).map(({ id }) => id)
      found.push({
        count: parts.reduce((sum, { count }) => sum + count, others.length),
        ids: async () => [
          ...new Set([...(await Promise.all(parts.map((part) => part.ids()))).flat(), ...others]),
        ],
      })
      if ((found.at(-1)?.count ?? 0) <= comparedMax) break
    }
    const [fewest, ...others] = found.toSorted((a, b) => a.count - b.count)
    let ids = fewest ? await fewest.ids() : []
    for (const other of others) {
      if (ids.length <= comparedMax) break
      const wanted = new Set(await other.ids())
      ids = ids.filter((id) => wanted.has(id))
    }
    return ids
  }
}
