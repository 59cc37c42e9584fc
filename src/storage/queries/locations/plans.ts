import { and, eq } from 'drizzle-orm'
import { arg, type Db, setTo } from '../../sql/database'
import { planImageParts, plans } from '../../sql/place-tables'

export type PlanRow = typeof plans.$inferSelect

/** Size of the parts in which an image is stored, in bytes. */
const partBytes = 256 * 1024

export function planReads(db: Db) {
  const ofLocation = and(
    eq(plans.locationId, arg('locationId')),
    eq(plans.organizationId, arg('organizationId')),
  )
  const find = db.select().from(plans).where(ofLocation).prepare()
  const imagePart = db
    .select({ bytes: planImageParts.bytes })
    .from(plans)
    .innerJoin(planImageParts, eq(planImageParts.locationId, plans.locationId))
    .where(and(ofLocation, eq(plans.imageHash, arg('hash')), eq(planImageParts.part, arg('part'))))
    .prepare()

  return {
    async find(organizationId: number, locationId: number): Promise<PlanRow | undefined> {
      const [row] = await find.execute({ organizationId, locationId })
      return row
    },

    /** Returns a part of an image, counted from 0; undefined after the last one, or when the image has been replaced. */
    async imagePart(
      organizationId: number,
      locationId: number,
      hash: string,
      part: number,
    ): Promise<Uint8Array | undefined> {
      const [row] = await imagePart.execute({ organizationId, locationId, hash, part })
      return row?.bytes
    },
  }
}

export function planWrites(db: Db) {
  const upsert = db
    .insert(plans)
    .values({
      locationId: arg('locationId'),
      organizationId: arg('organizationId'),
      mediaType: arg('mediaType'),
      width: arg('width'),
      height: arg('height'),
      imageHash: arg('imageHash'),
      imageBytes: arg('imageBytes'),
      areas: arg('areas'),
      createdAt: arg('createdAt'),
      updatedAt: arg('updatedAt'),
    })
    .onConflictDoUpdate({
      target: plans.locationId,
      set: {
        mediaType: setTo('mediaType'),
        width: setTo('width'),
        height: setTo('height'),
        imageHash: setTo('imageHash'),
        imageBytes: setTo('imageBytes'),
        areas: setTo('areas'),
        updatedAt: setTo('updatedAt'),
      },
    })
    .prepare()
  const removeParts = db
    .delete(planImageParts)
    .where(eq(planImageParts.locationId, arg('locationId')))
    .prepare()
  const insertPart = db
    .insert(planImageParts)
    .values({ locationId: arg('locationId'), part: arg('part'), bytes: arg('bytes') })
    .prepare()

  return {
    ...planReads(db),

    /** Inserts the plan, or updates the whole row. The location must belong to the organization. */
    async put(plan: PlanRow): Promise<void> {
      await upsert.execute(plan)
    },

    /** Replaces the image; null deletes it. */
    async putImage(locationId: number, bytes: Uint8Array | null): Promise<void> {
      await removeParts.execute({ locationId })
      if (!bytes) return
      for (let part = 0; part * partBytes < bytes.length; part++) {
        const piece = bytes.subarray(part * partBytes, (part + 1) * partBytes)
        await insertPart.execute({ locationId, part, bytes: piece })
      }
    },
  }
}
