import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Instant } from '../../base/time'

/** The tables about tags that need attention (migrations/0017_tag_attention.sql). */

/** The normal forms of tags that several assets or locations have. Triggers keep them. */
export const sharedTags = sqliteTable('shared_tags', {
  organizationId: integer('organization_id').notNull(),
  tagType: text('tag_type').notNull(),
  normalized: text('normalized').notNull(),
})

/** Unknown tags that never come into the inbox, by their normal form or by its beginning. */
export const dismissedTags = sqliteTable('dismissed_tags', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  organizationId: integer('organization_id').notNull(),
  tagType: text('tag_type').$type<'rfid' | 'ble' | 'barcode'>().notNull(),
  value: text('value').notNull(),
  normalized: text('normalized').notNull(),
  isPrefix: integer('is_prefix', { mode: 'boolean' }).notNull(),
  dismissedAt: text('dismissed_at').$type<Instant>().notNull(),
})
