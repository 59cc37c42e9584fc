import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The tables of kept counts (decision 0016). */

/** Numbers of rows by state (src/storage/sql/states.ts), which triggers keep. */
export const rowCounts = sqliteTable('row_counts', {
  organizationId: integer('organization_id').notNull(),
  counted: text('counted').$type<Counted>().notNull(),
  locationId: integer('location_id').notNull(),
  state: integer('state').notNull(),
  count: integer('count').notNull(),
})

/** Numbers of beginnings and ends of rows by time, which triggers keep. */
export const rowBoundaries = sqliteTable('row_boundaries', {
  organizationId: integer('organization_id').notNull(),
  counted: text('counted').$type<Counted>().notNull(),
  locationId: integer('location_id').notNull(),
  state: integer('state').notNull(),
  edge: text('edge').$type<'start' | 'end'>().notNull(),
  level: integer('level').notNull(),
  bucket: text('bucket').notNull(),
  count: integer('count').notNull(),
})

export type Counted = 'assets' | 'locations' | 'placements'
