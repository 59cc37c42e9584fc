import { eq } from 'drizzle-orm'
import { type Db, inJsonList } from '../../sql/database'
import { readerLinks } from '../../sql/tables'

/** The connection of the service to a reader, as the instance that connects has last seen it. */
export type ReaderLink = typeof readerLinks.$inferSelect

export function readerLinkReads(db: Db) {
  const ofReaders = db.select().from(readerLinks).where(inJsonList(readerLinks.readerId, 'ids')).prepare()
  return {
    /** Returns the connections of readers, which must belong to the caller's organization. */
    find: async (ids: readonly number[]): Promise<ReaderLink[]> =>
      ids.length === 0 ? [] : ofReaders.execute({ ids: JSON.stringify(ids) }),
  }
}

export function readerLinkWrites(db: Db) {
  return {
    ...readerLinkReads(db),
    async save({ readerId, ...rest }: ReaderLink): Promise<void> {
      await db
        .insert(readerLinks)
        .values({ readerId, ...rest })
        .onConflictDoUpdate({ target: readerLinks.readerId, set: rest })
    },
    /** Forgets a connection. Whatever device has the address next is the right one. */
    async remove(readerId: number): Promise<void> {
      await db.delete(readerLinks).where(eq(readerLinks.readerId, readerId))
    },
  }
}
