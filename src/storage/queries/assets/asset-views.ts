import { and, asc, count, eq, or, sql } from 'drizzle-orm'
import { users } from '../../sql/account-tables'
import { assetViews } from '../../sql/asset-tables'
import { arg, type Db } from '../../sql/database'
import type { Slice } from '../../sql/list'

export type AssetViewRow = typeof assetViews.$inferSelect

/** A view with the name of its owner; null when the account is gone. */
interface OwnedView extends AssetViewRow {
  readonly ownerName: string | null
}

export function assetViewReads(db: Db) {
  const isVisible = and(
    eq(assetViews.organizationId, arg('organizationId')),
    or(sql`${assetViews.isShared} = 1`, eq(assetViews.ownerId, arg('userId'))),
  )
  const views = () =>
    db
      .select({
        id: assetViews.id,
        organizationId: assetViews.organizationId,
        ownerId: assetViews.ownerId,
        name: assetViews.name,
        isShared: assetViews.isShared,
        conditions: assetViews.conditions,
        sort: assetViews.sort,
        createdAt: assetViews.createdAt,
        updatedAt: assetViews.updatedAt,
        ownerName: users.name,
      })
      .from(assetViews)
      .leftJoin(users, eq(users.id, assetViews.ownerId))
  const page = views()
    .where(isVisible)
    .orderBy(asc(assetViews.id))
    .limit(arg('limit'))
    .offset(arg('offset'))
    .prepare()
  const counted = db.select({ total: count() }).from(assetViews).where(isVisible).prepare()
  const byId = views()
    .where(and(isVisible, eq(assetViews.id, arg('id'))))
    .prepare()
  const anyById = db
    .select()
    .from(assetViews)
    .where(and(eq(assetViews.id, arg('id')), eq(assetViews.organizationId, arg('organizationId'))))
    .prepare()
  const shared = db
    .select({ total: count() })
    .from(assetViews)
    .where(and(eq(assetViews.organizationId, arg('organizationId')), sql`${assetViews.isShared} = 1`))
    .prepare()
  const own = db
    .select({ total: count() })
    .from(assetViews)
    .where(
      and(
        eq(assetViews.organizationId, arg('organizationId')),
        eq(assetViews.ownerId, arg('userId')),
        sql`${assetViews.isShared} = 0`,
      ),
    )
    .prepare()

  return {
    /** Lists the shared views and those of a user, oldest first. */
    async list(
      organizationId: number,
      userId: string,
      slice: Slice,
    ): Promise<{ rows: OwnedView[]; total: number }> {
      const rows = await page.execute({ organizationId, userId, ...slice })
      return { rows, total: (await counted.execute({ organizationId, userId }))[0]?.total ?? 0 }
    },

    /** Finds a shared view, or one of a user. */
    async find(organizationId: number, userId: string, id: number): Promise<OwnedView | undefined> {
      return (await byId.execute({ organizationId, userId, id }))[0]
    },

    /** Finds a view, whoever sees it. */
    async ofOrganization(organizationId: number, id: number): Promise<AssetViewRow | undefined> {
      return (await anyById.execute({ organizationId, id }))[0]
    },

    countShared: async (organizationId: number): Promise<number> =>
      (await shared.execute({ organizationId }))[0]?.total ?? 0,

    countOwn: async (organizationId: number, userId: string): Promise<number> =>
      (await own.execute({ organizationId, userId }))[0]?.total ?? 0,
  }
}

export function assetViewWrites(db: Db) {
  const one = (organizationId: number, id: number) =>
    and(eq(assetViews.id, id), eq(assetViews.organizationId, organizationId))

  return {
    ...assetViewReads(db),

    async insert(row: Omit<AssetViewRow, 'id'>): Promise<number> {
      const [inserted] = await db.insert(assetViews).values(row).returning({ id: assetViews.id })
      return (inserted as { id: number }).id
    },

    async update({ id, organizationId, ...columns }: AssetViewRow): Promise<void> {
      await db.update(assetViews).set(columns).where(one(organizationId, id))
    },

    async delete(organizationId: number, id: number): Promise<void> {
      await db.delete(assetViews).where(one(organizationId, id))
    },
  }
}
