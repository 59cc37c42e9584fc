import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const readKeys = sqliteTable('read_keys', {
  day: integer('day').notNull(),
  minute: integer('minute').notNull(),
  source: text('source').notNull(),
  tag: integer('tag').notNull(),
  times: blob('times').$type<Uint8Array>().notNull(),
})

export const readKeyDays = sqliteTable('read_key_days', {
  day: integer('day').primaryKey(),
  rows: integer('rows').notNull(),
})

/** The row has a number that no other state of the tags has (migrations/0015_ingest_speed.sql). */
export const tagsVersion = sqliteTable('tags_version', { version: integer('version').notNull() })
