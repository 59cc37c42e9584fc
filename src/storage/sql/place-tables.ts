import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Instant } from '../../base/time'
import { id, instant, organizationId } from './columns'

/** The tables of taught places (decision 0038), floor plans and wall links (decision 0021). */

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

export const plans = sqliteTable('plans', {
  locationId: integer('location_id').primaryKey(),
  organizationId: integer('organization_id').notNull(),
  mediaType: text('media_type').$type<'image/png' | 'image/jpeg' | 'image/webp'>(),
  width: integer('width'),
  height: integer('height'),
  imageHash: text('image_hash'),
  imageBytes: integer('image_bytes'),
  areas: text('areas').notNull(),
  createdAt: text('created_at').$type<Instant>().notNull(),
  updatedAt: text('updated_at').$type<Instant>().notNull(),
})

export const planImageParts = sqliteTable('plan_image_parts', {
  locationId: integer('location_id').notNull(),
  part: integer('part').notNull(),
  bytes: blob('bytes').$type<Uint8Array>().notNull(),
})

export const wallLinks = sqliteTable('wall_links', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  organizationId: integer('organization_id').notNull(),
  locationId: integer('location_id').notNull(),
  name: text('name').notNull(),
  tokenHash: text('token_hash').notNull(),
  createdBy: text('created_by').notNull(),
  createdAt: text('created_at').$type<Instant>().notNull(),
})
