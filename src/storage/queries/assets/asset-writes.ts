import { eq } from 'drizzle-orm'
import { arg, type Db, idOf, setTo } from '../../sql/database'
import { facetsOf } from '../../sql/facets'
import { assets } from '../../sql/tables'
import { assetReads, type AssetRow, type NewAssetRow } from './assets'
import { fieldValueWrites } from './field-value-writes'

export function assetWrites(db: Db) {
  const insert = db
    .insert(assets)
    .values({
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
    })
    .prepare()
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

  return {
    ...assetReads(db),

    async insert({ tagTypes = [], searchTags = '', ...asset }: NewAssetRow): Promise<AssetRow> {
      const values = { ...asset, searchTags, deletedAt: null }
      const row = { ...values, id: idOf(await insert.execute({ ...values, facets: facetsOf(tagTypes) })) }
      await fieldValues.set(row)
      return row
    },

    /** Updates the whole row. */
    async update(asset: AssetRow): Promise<void> {
      await update.execute({ ...asset, isActive: Number(asset.isActive) })
      await fieldValues.set(asset)
    },
  }
}
