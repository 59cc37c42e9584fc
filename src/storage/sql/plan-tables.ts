import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Instant } from '../../base/time'

/** The tables of floor plans and wall links (decision 0021). */

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
