import { type AnySQLiteColumn, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Instant } from '../time'

/** The tables as Drizzle sees them; migrations/ makes them, with their indexes and checks. */

const id = () => integer('id').primaryKey({ autoIncrement: true })
const organizationId = () => integer('organization_id').notNull()
const instant = (name: string) => text(name).$type<Instant>()
const flag = (name: string) => integer(name, { mode: 'boolean' })

export const organizations = sqliteTable('organizations', {
  id: id(),
  name: text('name').notNull(),
  slug: text('slug').notNull(),
  createdAt: instant('created_at').notNull(),
})

export const users = sqliteTable('users', {
  id: text('id').primaryKey(),
  email: text('email').notNull(),
  name: text('name').notNull(),
  passwordHash: text('password_hash').notNull(),
  createdAt: instant('created_at').notNull(),
})

export const memberships = sqliteTable('memberships', {
  userId: text('user_id').notNull(),
  organizationId: organizationId(),
  role: text('role').$type<'viewer' | 'operator' | 'manager' | 'admin'>().notNull(),
})

export const sessions = sqliteTable('sessions', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  organizationId: organizationId(),
  environment: text('environment').notNull(),
  createdAt: instant('created_at').notNull(),
  revokedAt: instant('revoked_at'),
})

export const apiKeys = sqliteTable('api_keys', {
  id: text('id').primaryKey(),
  organizationId: organizationId(),
  environment: text('environment').notNull(),
  name: text('name').notNull(),
  scopes: text('scopes', { mode: 'json' }).$type<string[]>().notNull(),
  secretHash: text('secret_hash').notNull(),
  createdAt: instant('created_at').notNull(),
  lastUsedAt: instant('last_used_at'),
  expiresAt: instant('expires_at'),
  revokedAt: instant('revoked_at'),
})

export const refreshTokens = sqliteTable('refresh_tokens', {
  hash: text('hash').primaryKey(),
  chainId: text('chain_id').notNull(),
  apiKeyId: text('api_key_id'),
  sessionId: text('session_id'),
  environment: text('environment').notNull(),
  expiresAt: instant('expires_at').notNull(),
  spentAt: instant('spent_at'),
})

export const assets = sqliteTable('assets', {
  id: id(),
  organizationId: organizationId(),
  externalKey: text('external_key').notNull(),
  name: text('name').notNull(),
  description: text('description'),
  isActive: flag('is_active').notNull(),
  metadata: text('metadata').notNull(),
  validFrom: instant('valid_from').notNull(),
  validTo: instant('valid_to'),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
  deletedAt: instant('deleted_at'),
  searchKey: text('search_key').notNull(),
  searchDescription: text('search_description').notNull(),
})

export const locations = sqliteTable('locations', {
  id: id(),
  organizationId: organizationId(),
  externalKey: text('external_key').notNull(),
  name: text('name').notNull(),
  description: text('description'),
  parentId: integer('parent_id').references((): AnySQLiteColumn => locations.id),
  isActive: flag('is_active').notNull(),
  validFrom: instant('valid_from').notNull(),
  validTo: instant('valid_to'),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
  deletedAt: instant('deleted_at'),
  searchKey: text('search_key').notNull(),
  searchDescription: text('search_description').notNull(),
})

export const tags = sqliteTable('tags', {
  id: id(),
  organizationId: organizationId(),
  assetId: integer('asset_id'),
  locationId: integer('location_id'),
  tagType: text('tag_type').notNull(),
  value: text('value').notNull(),
  normalized: text('normalized').notNull(),
  searchValue: text('search_value').notNull(),
  deletedAt: instant('deleted_at'),
})

export const freeSlots = sqliteTable('free_slots', {
  organizationId: organizationId(),
  kind: text('kind').$type<'asset' | 'location'>().notNull(),
  first: integer('first').notNull(),
  last: integer('last').notNull(),
})

export const readers = sqliteTable('readers', {
  id: id(),
  organizationId: organizationId(),
  externalKey: text('external_key').notNull(),
  name: text('name').notNull(),
  kind: text('kind').$type<'fixed' | 'handheld'>().notNull(),
  format: text('format'),
  topic: text('topic'),
  isActive: flag('is_active').notNull(),
  presenceTimeoutSeconds: integer('presence_timeout_seconds').notNull(),
  tokenHash: text('token_hash').notNull(),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
  deletedAt: instant('deleted_at'),
})

export const antennas = sqliteTable('antennas', {
  readerId: integer('reader_id').notNull(),
  port: integer('port').notNull(),
  locationId: integer('location_id').notNull(),
})

export const scanEvents = sqliteTable('scan_events', {
  id: id(),
  organizationId: organizationId(),
  assetId: integer('asset_id').notNull(),
  locationId: integer('location_id').notNull(),
  firstAt: integer('first_at').notNull(),
  lastAt: integer('last_at').notNull(),
  readCount: integer('read_count').notNull(),
  readerId: integer('reader_id'),
  antenna: integer('antenna'),
  strongestRssi: real('strongest_rssi'),
  cause: text('cause').notNull(),
})

export const placements = sqliteTable('placements', {
  assetId: integer('asset_id').primaryKey(),
  organizationId: organizationId(),
  locationId: integer('location_id').notNull(),
  lastSeenAt: integer('last_seen_at').notNull(),
  heard: text('heard').notNull(),
  base: text('base').notNull(),
  head: text('head').notNull(),
})

export const recentReads = sqliteTable('recent_reads', {
  assetId: integer('asset_id').notNull(),
  observedAt: integer('observed_at').notNull(),
  locationId: integer('location_id').notNull(),
  readerId: integer('reader_id').notNull(),
  antenna: integer('antenna').notNull(),
  tagId: integer('tag_id').notNull(),
  rssi: real('rssi'),
  presenceTimeoutSeconds: integer('presence_timeout_seconds').notNull(),
  scan: integer('scan'),
})

export const readKeys = sqliteTable('read_keys', {
  day: integer('day').notNull(),
  source: text('source').notNull(),
  sentAt: integer('sent_at').notNull(),
  tag: text('tag').notNull(),
})

export const submissions = sqliteTable('submissions', {
  source: text('source').notNull(),
  submissionId: text('submission_id').notNull(),
  answer: text('answer').notNull(),
  createdAt: instant('created_at').notNull(),
})

export const idempotencyKeys = sqliteTable('idempotency_keys', {
  owner: text('owner').notNull(),
  key: text('key').notNull(),
  fingerprint: text('fingerprint').notNull(),
  status: integer('status').notNull(),
  location: text('location'),
  body: text('body').notNull(),
  createdAt: instant('created_at').notNull(),
})
