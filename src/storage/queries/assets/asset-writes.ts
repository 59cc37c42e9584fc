import { eq, sql } from 'drizzle-orm'
import type { Value } from '../../sql/connection'
import { arg, type Db, idOf, isPostgres, setTo } from '../../sql/database'
import { facetsOf } from '../../sql/facets'
import { statement } from '../../sql/statement'
import { assets } from '../../sql/tables'
import { assetReads, type AssetRow, type NewAssetRow } from './assets'
import { fieldValueWrites } from './field-value-writes'

/** Ids of a new asset and of its tags; undefined for those that the database chooses when it inserts the row. */
interface ChosenIds {
  readonly id: number | undefined
  readonly tagIds: readonly (number | undefined)[]
  /** Whether the organization may have fields, whose values are stored. */
  readonly mayHaveFields: boolean
}

/** The database chooses all ids. */
const nothing: ChosenIds = { id: undefined, tagIds: [], mayHaveFields: true }

export function assetWrites(db: Db) {
  const values = {
    organizationId: arg('organizationId'),
    externalKey: arg('externalKey'),
    name: arg('name'),
    description: arg('description'),
    isActive: arg('isActive'),
    metadata: arg('metadata'),
    validFrom: arg('validFrom'),
    validTo: arg('validTo'),
    createdAt: arg('createdAt'),
    updatedAt: arg('updatedAt'),
    searchKey: arg('searchKey'),
    searchDescription: arg('searchDescription'),
    searchFolded: arg('searchFolded'),
    searchTags: arg('searchTags'),
    facets: arg('facets'),
  }
  const insert = db.insert(assets).values(values).prepare()
  const insertWithId = isPostgres(db)
    ? statement(db, db.insert(assets).values({ id: arg('id'), ...values }))
    : undefined
  const nextIds = isPostgres(db)
    ? db
        .select({
          id: sql<number>`nextval(case when number = 1 then 'assets_id_seq' else 'tags_id_seq' end::regclass)`,
          hasFields: sql<boolean>`exists (select 1 from asset_fields where organization_id = ${arg('organizationId')})`,
        })
        .from(sql`generate_series(1, ${arg('count')}) as number`)
        .prepare()
    : undefined
  const update = db
    .update(assets)
    .set({
      externalKey: setTo('externalKey'),
      name: setTo('name'),
      description: setTo('description'),
      isActive: setTo('isActive'),
      metadata: setTo('metadata'),
      validFrom: setTo('validFrom'),
      validTo: setTo('validTo'),
      updatedAt: setTo('updatedAt'),
      deletedAt: setTo('deletedAt'),
      searchKey: setTo('searchKey'),
      searchDescription: setTo('searchDescription'),
      searchFolded: setTo('searchFolded'),
    })
    .where(eq(assets.id, arg('id')))
    .prepare()
  const fieldValues = fieldValueWrites(db)

  async function insertRow(row: Readonly<Record<string, Value>>, id: number | undefined): Promise<number> {
    if (id === undefined || !insertWithId) return idOf(await insert.execute(row))
    insertWithId({ ...row, id })
    return id
  }

  return {
    ...assetReads(db),

    /** Chooses the ids of a new asset and its tags, so that PostgreSQL need not return them one after another. */
    async chooseIds(organizationId: number, tagCount: number): Promise<ChosenIds> {
      if (!nextIds) return nothing
      const [id, ...tagIds] = await nextIds.execute({ organizationId, count: 1 + tagCount })
      return { id: id?.id, tagIds: tagIds.map((tag) => tag.id), mayHaveFields: id?.hasFields !== false }
    },

    /** The insert is not awaited if the id is chosen already. */
    async insert(
      { tagTypes = [], searchTags = '', ...asset }: NewAssetRow,
      chosen: Pick<ChosenIds, 'id' | 'mayHaveFields'> = nothing,
    ): Promise<AssetRow> {
      const row = { ...asset, searchTags, deletedAt: null }
      const id = await insertRow({ ...row, facets: facetsOf(tagTypes) }, chosen.id)
      if (chosen.mayHaveFields) await fieldValues.set({ ...row, id })
      return { ...row, id }
    },

    /** Updates the whole row. */
    async update(asset: AssetRow): Promise<void> {
      await update.execute({ ...asset, isActive: Number(asset.isActive) })
      await fieldValues.set(asset)
    },
  }
}
