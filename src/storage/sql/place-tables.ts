import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { id, instant, organizationId } from './columns'

/** The tables of taught places (decision 0038). */

export const placeSamples = sqliteTable('place_samples', {
  id: id(),
  organizationId: organizationId(),
  locationId: integer('location_id').notNull(),
  startedAt: integer('started_at').notNull(),
  endsAt: integer('ends_at').notNull(),
  targets: text('targets').notNull(),
  readCount: integer('read_count').notNull().default(0),
  keptAt: instant('kept_at'),
  result: text('result'),
  createdBy: text('created_by').notNull(),
  creatorName: text('creator_name').notNull(),
})

export const placeSampleReads = sqliteTable('place_sample_reads', {
  sampleId: integer('sample_id').notNull(),
  part: integer('part').notNull(),
  reads: text('reads').notNull(),
})

export const placeModels = sqliteTable('place_models', {
  organizationId: integer('organization_id').primaryKey(),
  revision: integer('revision').notNull(),
  version: integer('version').notNull(),
  activatedAt: instant('activated_at').notNull(),
  samples: text('samples').notNull(),
})

export const referenceAssets = sqliteTable('reference_assets', {
  assetId: integer('asset_id').primaryKey(),
  organizationId: organizationId(),
  locationId: integer('location_id').notNull(),
  since: integer('since').notNull(),
})
