import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { fold } from '../../text'
import type { Instant } from '../../time'
import { assetSearch, searchLimits } from '../search/search'
import { arg, type Db, inJsonList } from '../sql/database'
import { isEffective, ofAsset } from '../sql/states'
import { assets, locations, readers, tags } from '../sql/tables'

/** Searches word by word: a row is found when each word is in any of its fields. Words are case-folded. */

export interface FoundRow {
  readonly id: number
  readonly externalKey: string
  readonly name: string
  readonly description: string | null
}

interface Found {
  readonly rows: FoundRow[]
  readonly total: number
}

/** Maximum number of rows that are compared with the words. */
const comparedMax = searchLimits.few

const noWordIsIn = (fields: SQL): SQL =>
  sql`not exists (select 1 from json_each(${arg('words')}) as word where not (${fields}))`

/** The column of searches has a separator before the name (src/text.ts). */
const argumentsOf = (words: readonly string[]) => {
  const first = words[0] ?? ''
  return { words: JSON.stringify(words), first, beginning: `\u001f${first}` }
}

export function findingReads(db: Db) {
  const index = assetSearch(db, searchLimits)
  const inAsset = sql`instr(${assets.searchKey}, word.value) > 0 or instr(${assets.searchTags}, word.value) > 0
    or instr(coalesce(${assets.searchDescription}, ''), word.value) > 0`
  const assetRows = (candidates: SQL | undefined) =>
    db
      .select({
        id: assets.id,
        externalKey: assets.externalKey,
        name: assets.name,
        description: assets.description,
        total: sql<number>`count(*) over ()`,
      })
      .from(assets)
      .where(
        and(
          eq(assets.organizationId, arg('organizationId')),
          isNull(assets.deletedAt),
          isEffective(ofAsset),
          candidates,
          noWordIsIn(inAsset),
        ),
      )
      // Names that begin with the first word, then those that contain it, then the others.
      .orderBy(
        sql`instr(${assets.searchKey}, ${arg('beginning')}) = 0`,
        sql`instr(${assets.searchKey}, ${arg('first')}) = 0`,
        assets.name,
        assets.id,
      )
      .limit(arg('limit'))
      .prepare()
  const ofCandidates = assetRows(inJsonList(assets.id, 'ids'))
  const ofAll = assetRows(undefined)

  const inLocation = sql`instr(${locations.searchKey}, word.value) > 0
    or instr(coalesce(${locations.searchDescription}, ''), word.value) > 0
    or exists (select 1 from ${tags} where ${tags.locationId} = ${locations.id} and ${tags.deletedAt} is null
      and instr(${tags.searchValue}, word.value) > 0)`
  const locationRows = db
    .select({
      id: locations.id,
      externalKey: locations.externalKey,
      name: locations.name,
      description: locations.description,
    })
    .from(locations)
    .where(
      and(
        eq(locations.organizationId, arg('organizationId')),
        isNull(locations.deletedAt),
        noWordIsIn(inLocation),
      ),
    )
    .orderBy(sql`instr(${locations.searchKey}, ${arg('beginning')}) = 0`, locations.name, locations.id)
    .limit(arg('limit'))
    .prepare()
  const readerRows = db
    .select({ id: readers.id, externalKey: readers.externalKey, name: readers.name })
    .from(readers)
    .where(and(eq(readers.organizationId, arg('organizationId')), isNull(readers.deletedAt)))
    .orderBy(readers.name, readers.id)
    .prepare()

  /** Returns the ids of the assets that have all words; undefined while the organization is not indexed. */
  async function candidatesOf(
    organizationId: number,
    words: readonly string[],
    now: Instant,
  ): Promise<readonly number[] | undefined> {
    const filter = { includeDeleted: false, isActive: undefined, inDescription: true, isPlaced: false }
    const found = []
    for (const text of words) {
      const matches = await index.find({ organizationId, text, ...filter, now })
      if (!matches) return undefined
      found.push(matches)
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

  return {
    /** Finds live and effective assets. The names that begin with the first word come first. */
    async assets(
      organizationId: number,
      words: readonly string[],
      now: Instant,
      limit: number,
    ): Promise<Found> {
      const values = { organizationId, ...argumentsOf(words), now, limit }
      const candidates = await candidatesOf(organizationId, words, now)
      if (candidates?.length === 0) return { rows: [], total: 0 }
      // Of more candidates, which all have the words, the newest are ranked.
      const compared = candidates && candidates.toSorted((a, b) => b - a).slice(0, comparedMax)
      const rows = compared
        ? await ofCandidates.execute({ ...values, ids: JSON.stringify(compared) })
        : await ofAll.execute(values)
      const counted = rows[0]?.total ?? 0
      const isRanked = candidates !== undefined && candidates.length > comparedMax
      return { rows, total: isRanked ? candidates.length : counted }
    },

    /**
     * Returns those of these assets that are live and effective, by name, and the number of them that do not have all
     * words.
     */
    async effectiveOf(
      organizationId: number,
      ids: readonly number[],
      words: readonly string[],
      now: Instant,
    ): Promise<{ readonly rows: FoundRow[]; readonly otherCount: number }> {
      if (ids.length === 0) return { rows: [], otherCount: 0 }
      const values = { organizationId, ids: JSON.stringify(ids), now, limit: ids.length }
      const rows = await ofCandidates.execute({ ...values, ...argumentsOf([]) })
      const found = await ofCandidates.execute({ ...values, ...argumentsOf(words) })
      return { rows, otherCount: rows.length - found.length }
    },

    /** Finds live locations by their names, keys, descriptions and tags. */
    locations: async (organizationId: number, words: readonly string[], limit: number): Promise<FoundRow[]> =>
      locationRows.execute({ organizationId, ...argumentsOf(words), limit }),

    /** Finds live readers by their names and keys. */
    async readers(organizationId: number, words: readonly string[], limit: number): Promise<FoundRow[]> {
      const rows = await readerRows.execute({ organizationId })
      return rows
        .filter(({ name, externalKey }) => {
          const text = fold(`${externalKey} ${name}`)
          return words.every((word) => text.includes(word))
        })
        .slice(0, limit)
        .map((row) => ({ ...row, description: null }))
    },
  }
}
