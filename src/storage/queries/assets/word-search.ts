import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { foldLoosely, separator } from '../../../base/text'
import type { Instant } from '../../../base/time'
import { arg, type Db, eqWithoutIndex, inJsonList } from '../../sql/database'
import { isEffective, ofAsset } from '../../sql/states'
import { assets, locations, readers, tags } from '../../sql/tables'
import { comparedMax, type Word, wordCandidates } from './word-candidates'

/** Searches word by word: a row is found when each word is in any of its fields. */

export interface FoundRow {
  readonly id: number
  readonly externalKey: string
  readonly name: string
  readonly description: string | null
}

/** A row with what its rank depends on. */
export interface RankedRow extends FoundRow {
  /** The case-folded values of its tags. */
  readonly searchTags: string
}

interface Found {
  readonly rows: RankedRow[]
  readonly total: number
}

const noWordIsIn = (fields: SQL): SQL =>
  sql`not exists (
    select 1 from json_each(${arg('exactWords')}) as exact
    join json_each(${arg('looseWords')}) as loose on loose.key = exact.key
    where not (${fields}))`

/** The columns of searches have a separator before the name (src/base/text.ts). */
const argumentsOf = (words: readonly Word[]) => {
  const first = words[0]?.loose ?? ''
  return {
    exactWords: JSON.stringify(words.map(({ exact: word }) => word)),
    looseWords: JSON.stringify(words.map(({ loose: word }) => word)),
    first,
    beginning: `\u001f${first}`,
  }
}

const exact = sql`exact.value`
const loose = sql`loose.value`

export function wordSearchReads(db: Db) {
  const candidatesOf = wordCandidates(db)
  const asTyped = (table: typeof assets | typeof locations) =>
    sql`coalesce(${table.searchFolded}, ${table.searchKey} || ${separator} || coalesce(${table.searchDescription}, ''))`
  // Rows that an earlier version has stored may lack the looser text.
  const inTexts = (table: typeof assets | typeof locations) => sql`instr(${table.searchKey}, ${exact}) > 0
    or instr(coalesce(${table.searchDescription}, ''), ${exact}) > 0 or instr(${asTyped(table)}, ${loose}) > 0`
  const inAsset = sql`${inTexts(assets)} or instr(${assets.searchTags}, ${exact}) > 0
    or instr(${assets.searchTags}, ${loose}) > 0`
  const isLive = and(isNull(assets.deletedAt), isEffective(ofAsset))
  const isDeleted = isNotNull(assets.deletedAt)
  const assetRows = (state: SQL | undefined, among: SQL | undefined) =>
    db
      .select({
        id: assets.id,
        externalKey: assets.externalKey,
        name: assets.name,
        description: assets.description,
        searchTags: assets.searchTags,
        total: sql<number>`count(*) over ()`,
      })
      .from(assets)
      .where(and(among, state, noWordIsIn(inAsset)))
      // Names that begin with the first word, then those that contain it, then the others.
      .orderBy(
        sql`instr(${asTyped(assets)}, ${arg('beginning')}) = 0`,
        sql`instr(${asTyped(assets)}, ${arg('first')}) = 0`,
        assets.name,
        assets.id,
      )
      .limit(arg('limit'))
      .prepare()
  const all = eq(assets.organizationId, arg('organizationId'))
  const candidates = and(
    eqWithoutIndex(assets.organizationId, 'organizationId'),
    inJsonList(assets.id, 'ids'),
  )
  const live = { ofCandidates: assetRows(isLive, candidates), ofAll: assetRows(isLive, all) }
  const deleted = { ofCandidates: assetRows(isDeleted, candidates), ofAll: assetRows(isDeleted, all) }

  const inLocation = sql`${inTexts(locations)}
    or exists (select 1 from ${tags} where ${tags.locationId} = ${locations.id} and ${tags.deletedAt} is null
      and instr(${tags.searchValue}, ${exact}) > 0)`
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
    .orderBy(sql`instr(${asTyped(locations)}, ${arg('beginning')}) = 0`, locations.name, locations.id)
    .limit(arg('limit'))
    .prepare()
  const readerRows = db
    .select({ id: readers.id, externalKey: readers.externalKey, name: readers.name })
    .from(readers)
    .where(and(eq(readers.organizationId, arg('organizationId')), isNull(readers.deletedAt)))
    .orderBy(readers.name, readers.id)
    .prepare()

  /** Finds the rows of the candidates, or of all assets when there are none. */
  async function rowsOf(
    { ofCandidates, ofAll }: typeof live,
    candidates: readonly number[] | undefined,
    values: Record<string, unknown>,
  ): Promise<Found> {
    if (candidates?.length === 0) return { rows: [], total: 0 }
    // Of more candidates, which all have the words, the newest are ranked.
    const compared = candidates && candidates.toSorted((a, b) => b - a).slice(0, comparedMax)
    const rows = compared
      ? await ofCandidates.execute({ ...values, ids: JSON.stringify(compared) })
      : await ofAll.execute(values)
    const counted = rows[0]?.total ?? 0
    const isRanked = candidates !== undefined && candidates.length > comparedMax
    return { rows, total: isRanked ? candidates.length : counted }
  }

  return {
    /** Finds live and effective assets. Of many, those come first whose name begins with the first word. */
    async assets(organizationId: number, words: readonly Word[], now: Instant): Promise<Found> {
      const candidates = await candidatesOf(organizationId, words, { includeDeleted: false, now })
      return rowsOf(live, candidates, { organizationId, ...argumentsOf(words), now, limit: comparedMax })
    },

    /** Finds deleted assets, in the same order. */
    async deletedAssets(organizationId: number, words: readonly Word[]): Promise<RankedRow[]> {
      const candidates = await candidatesOf(organizationId, words, { includeDeleted: 'only', now: null })
      const values = { organizationId, ...argumentsOf(words), limit: comparedMax }
      return (await rowsOf(deleted, candidates, values)).rows
    },

    /**
     * Returns those of these assets that are live and effective, by name, and the number of them that do not have all
     * words.
     */
    async effectiveOf(
      organizationId: number,
      ids: readonly number[],
      words: readonly Word[],
      now: Instant,
    ): Promise<{ readonly rows: RankedRow[]; readonly otherCount: number }> {
      if (ids.length === 0) return { rows: [], otherCount: 0 }
      const values = { organizationId, ids: JSON.stringify(ids), now, limit: ids.length }
      const rows = await live.ofCandidates.execute({ ...values, ...argumentsOf([]) })
      const found = await live.ofCandidates.execute({ ...values, ...argumentsOf(words) })
      return { rows, otherCount: rows.length - found.length }
    },

    /** Finds live locations by their names, keys, descriptions and tags. */
    locations: async (organizationId: number, words: readonly Word[]): Promise<FoundRow[]> =>
      locationRows.execute({ organizationId, ...argumentsOf(words), limit: comparedMax }),

    /** Finds live readers by their names and keys. */
    async readers(organizationId: number, words: readonly Word[]): Promise<FoundRow[]> {
      const rows = await readerRows.execute({ organizationId })
      return rows
        .filter(({ name, externalKey }) => {
          const text = foldLoosely(`${externalKey} ${name}`)
          return words.every((word) => text.includes(word.loose))
        })
        .slice(0, comparedMax)
        .map((row) => ({ ...row, description: null }))
    },
  }
}
