import { eq } from 'drizzle-orm'
import { arg, type Db } from '../../sql/database'
import { tagPresses } from '../../sql/ingest-tables'
import { assets, locations, placements, tags } from '../../sql/tables'
import { noFields, type Subject } from './event-fields'

/** Events about presses of buttons: the query that returns their fields, in the transaction of the press. */
export function pressSubjects(db: Db) {
  const byId = db
    .select({
      row: tagPresses,
      assetKey: assets.externalKey,
      tagType: tags.tagType,
      value: tags.value,
      locationId: locations.id,
      locationKey: locations.externalKey,
    })
    .from(tagPresses)
    .innerJoin(assets, eq(assets.id, tagPresses.assetId))
    .leftJoin(tags, eq(tags.id, tagPresses.tagId))
    .leftJoin(placements, eq(placements.assetId, tagPresses.assetId))
    .leftJoin(locations, eq(locations.id, placements.locationId))
    .where(eq(tagPresses.id, arg('id')))
    .prepare()

  return {
    async press(id: number): Promise<Subject | undefined> {
      const [found] = await byId.execute({ id })
      if (!found) return undefined
      const { row, assetKey, tagType, value, locationId, locationKey } = found
      return {
        occurredAt: row.firstAt,
        locationIds: locationId === null ? [] : [locationId],
        fields: {
          ...noFields,
          asset_id: row.assetId,
          asset_external_key: assetKey,
          location_id: locationId,
          location_external_key: locationKey,
          tag: tagType === null || value === null ? null : { tag_type: tagType, value },
          button: { press: row.press },
        },
      }
    },
  }
}
