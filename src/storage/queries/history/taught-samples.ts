import { and, eq, isNull } from 'drizzle-orm'
import { arg, type Db, eqWithoutIndex, inJsonList } from '../../sql/database'
import { placeModels } from '../../sql/place-tables'
import { locations } from '../../sql/tables'
import type { StoredTaughtSample } from './presence'

export function taughtSampleReads(db: Db) {
  const active = db
    .select({ samples: placeModels.samples })
    .from(placeModels)
    .where(eq(placeModels.organizationId, arg('organizationId')))
    .prepare()
  const live = db
    .select({ id: locations.id })
    .from(locations)
    .where(
      and(
        eqWithoutIndex(locations.organizationId, 'organizationId'),
        isNull(locations.deletedAt),
        inJsonList(locations.id, 'ids'),
      ),
    )
    .prepare()

  return {
    /** Returns the taught samples that decide, without those of deleted locations. */
    async taughtSamples(organizationId: number): Promise<StoredTaughtSample[]> {
      const [row] = await active.execute({ organizationId })
      if (!row) return []
      const samples = JSON.parse(row.samples) as StoredTaughtSample[]
      const ids = JSON.stringify([...new Set(samples.map(({ locationId }) => locationId))])
      const found = new Set((await live.execute({ organizationId, ids })).map(({ id }) => id))
      return samples.filter(({ locationId }) => found.has(locationId))
    },
  }
}
