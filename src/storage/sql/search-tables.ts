import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The tables of the search index of assets (decision 0018). */

export const searchSegments = sqliteTable('search_segments', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  organizationId: integer('organization_id').notNull(),
  status: text('status').$type<'building' | 'ready' | 'dropped'>().notNull(),
  /** The number of assets. */
  size: integer('size').notNull(),
  textLength: integer('text_length').notNull(),
  firstAssetId: integer('first_asset_id').notNull(),
  lastAssetId: integer('last_asset_id').notNull(),
  outdatedCount: integer('outdated_count').notNull(),
  outdated: blob('outdated', { mode: 'buffer' }),
})

export const searchData = sqliteTable('search_data', {
  id: integer('id').primaryKey(),
  segmentId: integer('segment_id').notNull(),
  kind: integer('kind').notNull(),
  position: integer('position').notNull(),
  data: blob('data', { mode: 'buffer' }).notNull(),
})

export const searchPending = sqliteTable('search_pending', {
  organizationId: integer('organization_id').notNull(),
  assetId: integer('asset_id').notNull(),
  stamp: integer('stamp').notNull(),
})

export const searchBacklogs = sqliteTable('search_backlogs', {
  organizationId: integer('organization_id').primaryKey(),
  afterId: integer('after_id').notNull(),
  lastId: integer('last_id').notNull(),
})
