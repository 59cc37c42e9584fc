import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Instant } from '../../base/time'
import { flag, id, instant, organizationId } from './columns'

/** The tables about tags that need attention (migrations/0017_tag_attention.sql). */

/** The normal forms of tags that several assets or locations have. Triggers keep them. */
export const sharedTags = sqliteTable('shared_tags', {
  organizationId: integer('organization_id').notNull(),
  tagType: text('tag_type').notNull(),
  normalized: text('normalized').notNull(),
})

/** Unknown tags that never come into the inbox, by their normal form or by its beginning, or by the object that they name. */
export const dismissedTags = sqliteTable('dismissed_tags', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  organizationId: integer('organization_id').notNull(),
  tagType: text('tag_type').$type<'rfid' | 'ble' | 'barcode'>().notNull(),
  value: text('value').notNull(),
  normalized: text('normalized').notNull(),
  isPrefix: integer('is_prefix', { mode: 'boolean' }).notNull(),
  dismissedAt: text('dismissed_at').$type<Instant>().notNull(),
  /** Empty for a prefix, and null for a tag that an earlier version has dismissed. */
  identity: text('identity'),
})

/** GS1 company prefixes of the organizations (migrations/0057_gs1_numbers.sql). */
export const gs1Prefixes = sqliteTable('gs1_prefixes', {
  id: id(),
  organizationId: organizationId(),
  prefix: text('prefix').notNull(),
  isShared: flag('is_shared').notNull(),
  createdAt: instant('created_at').notNull(),
})

/** The next serial of each kind of number of a prefix, for all organizations that have the prefix. */
export const gs1Counters = sqliteTable('gs1_counters', {
  prefix: text('prefix').notNull(),
  scheme: text('scheme').$type<'giai' | 'grai' | 'sgtin' | 'sscc'>().notNull(),
  reference: text('reference').notNull(),
  nextSerial: integer('next_serial').notNull(),
  place: text('place').notNull(),
})

export const gs1Origin = sqliteTable('gs1_origin', {
  id: integer('id').primaryKey(),
  place: text('place').notNull(),
})

/** The sealed keys of tags (docs/decisions/0052-telemetry.md). */
export const tagKeys = sqliteTable('tag_keys', {
  tagId: integer('tag_id').primaryKey(),
  organizationId: organizationId(),
  sealed: text('sealed').notNull(),
})
