import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The tables about tags that need attention (migrations/0018_tag_attention.sql). */

/** The normal forms of tags that several assets or locations have. Triggers keep them. */
export const sharedTags = sqliteTable('shared_tags', {
  organizationId: integer('organization_id').notNull(),
  tagType: text('tag_type').notNull(),
  normalized: text('normalized').notNull(),
})
