import { type AnySQLiteColumn, blob, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, id, instant, organizationId } from './columns'

/** The tables of records and histories for Drizzle. The files in migrations/ create all tables, with indexes and checks. */

export const clock = sqliteTable('clock', {
  id: integer('id').primaryKey(),
  believedAt: instant('believed_at'),
  doubt: text('doubt').$type<'ahead' | 'behind'>(),
  waitedSeconds: integer('waited_seconds').notNull().default(0),
  confirmedAt: instant('confirmed_at'),
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
  /** Key, name and description without accents and width; null when they are those of the other columns. */
  searchFolded: text('search_folded'),
  /** Updated by the writes of tags. */
  searchTags: text('search_tags').notNull().default(''),
  /** Triggers keep it (src/storage/sql/facets.ts). */
  facets: integer('facets').notNull().default(0),
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
  /** Key, name and description without accents and width; null when they are those of the other columns. */
  searchFolded: text('search_folded'),
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
  /** Null: not computed yet. Empty: none. */
  identity: text('identity'),
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
  mapping: text('mapping'),
  /** The name in natural order, from `naturalKey`. */
  sortKey: text('sort_key').notNull().default(''),
  /** The zone of the times that the reader sends; null: as they are sent. */
  timeZone: text('time_zone'),
  /** Where the service connects to the reader; null: the reader connects to the service. */
  address: text('address'),
  /** Whether the service may end what another client has set up in the reader. */
  takesOver: flag('takes_over').notNull().default(false),
})

export const antennas = sqliteTable('antennas', {
  readerId: integer('reader_id').notNull(),
  port: integer('port').notNull(),
  locationId: integer('location_id').notNull(),
  rssiOffsetDb: real('rssi_offset_db').notNull().default(0),
  minRssiDbm: real('min_rssi_dbm'),
  /** The power that the service sets; null: as the reader has it. */
  powerDbm: real('power_dbm'),
})

/** The three tables of a history exist twice in the same shape: for assets and for unknown tags. */
const eventsTable = (name: string, owner: string) =>
  sqliteTable(name, {
    id: id(),
    organizationId: organizationId(),
    assetId: integer(owner).notNull(),
    locationId: integer('location_id').notNull(),
    firstAt: integer('first_at').notNull(),
    lastAt: integer('last_at').notNull(),
    readCount: integer('read_count').notNull(),
    readerId: integer('reader_id'),
    antenna: integer('antenna'),
    strongestRssi: real('strongest_rssi'),
    cause: text('cause').notNull(),
    why: text('why'),
  })

const placementsTable = (name: string, owner: string) =>
  sqliteTable(name, {
    assetId: integer(owner).primaryKey(),
    organizationId: organizationId(),
    locationId: integer('location_id').notNull(),
    lastSeenAt: integer('last_seen_at').notNull(),
    lastRead: text('heard').notNull(),
    base: text('base').notNull(),
    head: text('head').notNull(),
    evidence: text('evidence'),
    baseAt: integer('base_at').notNull().default(0),
    keptReads: integer('kept_reads').notNull().default(0),
    // Triggers set these columns (migrations 0012 and 0013). Unknown tags keep the defaults.
    assetKey: text('asset_key').notNull().default(''),
    assetState: integer('asset_state').notNull().default(0),
    assetStartsAt: instant('asset_starts_at'),
    assetEndsAt: instant('asset_ends_at'),
    firstAt: integer('first_at'),
    assetValidFrom: instant('asset_valid_from'),
    assetDeletedAt: instant('asset_deleted_at'),
  })

const readColumns = (owner: string) => ({
  assetId: integer(owner).notNull(),
  observedAt: integer('observed_at').notNull(),
  locationId: integer('location_id').notNull(),
  readerId: integer('reader_id').notNull(),
  antenna: integer('antenna').notNull(),
  tagId: integer('tag_id').notNull(),
  rssi: real('rssi'),
  presenceTimeoutSeconds: integer('presence_timeout_seconds').notNull(),
  scan: integer('scan'),
})

const recentReadsTable = (name: string, owner: string) => sqliteTable(name, readColumns(owner))

const newestReadsTable = (name: string, owner: string) =>
  sqliteTable(name, { id: integer('id').primaryKey(), ...readColumns(owner) })

export const scanEvents = eventsTable('scan_events', 'asset_id')
export const placements = placementsTable('placements', 'asset_id')
export const recentReads = recentReadsTable('recent_reads', 'asset_id')
export const newestReads = newestReadsTable('newest_reads', 'asset_id')

export const unknownTags = sqliteTable('unknown_tags', {
  id: id(),
  organizationId: organizationId(),
  tagType: text('tag_type').$type<'rfid' | 'ble' | 'barcode'>().notNull(),
  value: text('value').notNull(),
  normalized: text('normalized').notNull(),
  searchValue: text('search_value').notNull(),
  firstSeenAt: integer('first_seen_at').notNull(),
  lastSeenAt: integer('last_seen_at').notNull(),
  readCount: integer('read_count').notNull(),
  readerId: integer('reader_id'),
  antenna: integer('antenna'),
  rssi: real('rssi'),
  /** What the value names; empty when it names nothing, null for a tag that an earlier version stored. */
  identity: text('identity'),
})
export const unknownEvents = eventsTable('unknown_events', 'unknown_tag_id')
export const unknownPlacements = placementsTable('unknown_placements', 'unknown_tag_id')
export const unknownRecentReads = recentReadsTable('unknown_recent_reads', 'unknown_tag_id')
export const unknownNewestReads = newestReadsTable('unknown_newest_reads', 'unknown_tag_id')

export const readerHealth = sqliteTable('reader_health', {
  readerId: integer('reader_id').primaryKey(),
  lastMessageAt: integer('last_message_at').notNull(),
  lastReadAt: integer('last_read_at'),
  wrongClockSince: integer('wrong_clock_since'),
  clockOffsetSeconds: integer('clock_offset_seconds'),
  problem: text('problem'),
  problemAt: integer('problem_at'),
  antennas: text('antennas').notNull(),
  messages: text('messages').notNull(),
  reads: text('reads').notNull(),
  rawCount: integer('raw_count').notNull(),
  lastAcceptedAt: integer('last_accepted_at'),
  lastAppliedAt: integer('last_applied_at'),
  rejectedSince: integer('rejected_since'),
  rejectedCount: integer('rejected_count').notNull().default(0),
  problemKind: text('problem_kind').$type<ProblemKind>(),
  problemPort: integer('problem_port'),
  /** The first message whose times are behind by the present amount: its receipt and its latest time. */
  lagSince: integer('lag_since'),
  lagSentAt: integer('lag_sent_at'),
  /** Number of messages since then with the same lag. */
  lagMessages: integer('lag_messages').notNull().default(0),
})

/** The connection of the service to a reader. */
export const readerLinks = sqliteTable('reader_links', {
  readerId: integer('reader_id').primaryKey(),
  state: text('state').$type<LinkState>().notNull(),
  cause: text('cause'),
  sentence: text('sentence'),
  since: integer('since').notNull(),
  /** What the reader has said about itself, as JSON. */
  device: text('device'),
  /** The identification of the device that was confirmed. */
  knownSerial: text('known_serial'),
})

/** `connected`: not configured yet. `sending`: configured. */
export type LinkState = 'connecting' | 'connected' | 'sending'

/** What a problem of a message is about. */
export type ProblemKind =
  | 'format'
  | 'topic'
  | 'size'
  | 'entry'
  | 'field'
  | 'antenna'
  | 'location'
  | 'inactive'

export const rawMessages = sqliteTable('raw_messages', {
  readerId: integer('reader_id').notNull(),
  slot: integer('slot').notNull(),
  receivedAt: integer('received_at').notNull(),
  topic: text('topic'),
  result: text('result').notNull(),
  reason: text('reason'),
  payload: blob('payload').$type<Uint8Array>().notNull(),
  size: integer('size').notNull(),
})

export const submissions = sqliteTable('submissions', {
  source: text('source').notNull(),
  submissionId: text('submission_id').notNull(),
  response: text('answer').notNull(),
  createdAt: instant('created_at').notNull(),
})

export const auditEntries = sqliteTable('audit_entries', {
  id: id(),
  organizationId: organizationId(),
  changedAt: instant('changed_at').notNull(),
  actorKind: text('actor_kind').$type<'user' | 'api_key' | 'system'>().notNull(),
  actorId: text('actor_id'),
  actorName: text('actor_name').notNull(),
  action: text('action').notNull(),
  subjectKind: text('subject_kind').notNull(),
  subjectId: text('subject_id').notNull(),
  subjectName: text('subject_name'),
  before: text('before'),
  after: text('after'),
  /** The import that made the change. */
  importId: text('import_id'),
  /** Whether the entry is one of an import other than its first. */
  isFolded: integer('is_folded').notNull().default(0),
})

/** The number of entries of each import. */
export const auditImports = sqliteTable('audit_imports', {
  organizationId: organizationId(),
  importId: text('import_id').notNull(),
  entries: integer('entries').notNull(),
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
