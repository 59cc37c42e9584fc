import type { Database } from 'bun:sqlite'
import { migrations } from '../../migrations'
import { createSigningKey } from '../../src/people/authentication/signing-key'
import { makeOurs, migrate } from '../../src/storage/sqlite/migrate'
import { fromMicros } from '../../src/base/time'
import { openDatabase } from './direct-database'
import { columnsOf, type Insert, inserter, insertFeatures, numberOf } from './level-rows'
import { administrator } from './program'

/**
 * Databases of every migration level. After each migration, the rows of its time are inserted: assets with tags, events and
 * placements at every level, and rows of the tables that the migration creates. So the rows of level 1 have passed through
 * all later migrations, as in an installation that was upgraded each time.
 */

export interface Level {
  /** The number of migrations that are applied, from 1. */
  readonly number: number
  /** Assets of each level. */
  readonly rows: number
}

export const levelMax = migrations.length
export const nameOf = ({ number }: Level): string => migrations[number - 1]?.name as string

export const assetIdOf = (level: Level, at: number, index: number): number =>
  (at - 1) * level.rows + index + 1
export const assetKeyOf = (at: number, index: number): string => `A-${at}-${index}`
export const tagOf = (at: number, index: number): string => `E2${at}F${String(index).padStart(8, '0')}`
/** Every tenth asset is deleted. */
export const isDeleted = (index: number): boolean => index % 10 === 9

const hour = 3_600_000_000

/** Writes the database of a level into the data directory. Times are within the last five hours. */
export async function createLevel(dataDir: string, level: Level): Promise<void> {
  createSigningKey(dataDir)
  using db = openDatabase(dataDir)
  db.run('pragma journal_mode = wal')
  db.run('pragma synchronous = off')
  const now = Date.now() * 1000
  makeOurs(db)
  const passwordHash = await Bun.password.hash(administrator.password, {
    algorithm: 'argon2id',
    memoryCost: 65_536,
    timeCost: 2,
  })
  for (let at = 1; at <= level.number; at++) {
    migrate(
      db,
      migrations.slice(0, at),
      () => fromMicros(now),
      () => {},
    )
    const insert = inserter(db)
    db.transaction(() => {
      insertFeatures(db, insert, at, now, passwordHash)
      insertAssets(insert, level, at, now - 5 * hour)
      // The service records these in the transaction that causes them.
      if (hasTable(db, 'event_queue')) db.run('delete from event_queue')
    })()
  }
  db.run('pragma wal_checkpoint(truncate)')
}

const hasTable = (db: Database, table: string): boolean =>
  db.query("select 1 from sqlite_schema where type = 'table' and name = ?").get(table) !== null

function insertAssets(insert: Insert, level: Level, at: number, begun: number): void {
  const created = fromMicros(begun)
  for (let index = 0; index < level.rows; index++) {
    const id = assetIdOf(level, at, index)
    const [key, name, tag] = [assetKeyOf(at, index), `Pump ${at} ${index}`, tagOf(at, index)]
    const deletedAt = isDeleted(index) ? fromMicros(begun + hour) : null
    insert('assets', {
      id,
      organization_id: 1,
      external_key: key,
      name,
      is_active: index % 7 === 3 ? 0 : 1,
      metadata: '{"serial":1.0}',
      valid_from: created,
      valid_to: index % 8 === 5 ? fromMicros(begun + 9600 * hour) : null,
      created_at: created,
      updated_at: deletedAt ?? created,
      deleted_at: deletedAt,
      search_key: `${key.toLowerCase()}\u001f${name.toLowerCase()}`,
      search_description: '',
      search_tags: deletedAt === null ? tag.toLowerCase() : '',
    })
    insert('tags', {
      id,
      organization_id: 1,
      asset_id: id,
      tag_type: 'rfid',
      value: tag,
      normalized: tag,
      search_value: tag.toLowerCase(),
      deleted_at: deletedAt,
    })
    insertHistory(insert, at, id, begun + index * 1_000_000)
  }
}

/** An event at the first location, and one at the location of the level, where the asset is. */
function insertHistory(insert: Insert, at: number, id: number, begun: number): void {
  const presences = [1, at === 1 ? 2 : at].map((locationId, order) => ({
    locationId,
    firstAt: begun + order * hour,
    lastAt: begun + order * hour + 60_000_000,
    readCount: 5 + order,
    readerId: 1,
    antenna: order + 1,
    strongestRssi: -50,
    cause: order === 0 ? 'first' : 'returned',
  }))
  for (const [order, presence] of presences.entries())
    insert('scan_events', {
      id: id * 2 - 1 + order,
      organization_id: 1,
      asset_id: id,
      location_id: presence.locationId,
      first_at: presence.firstAt,
      last_at: presence.lastAt,
      read_count: presence.readCount,
      reader_id: 1,
      antenna: presence.antenna,
      strongest_rssi: -50,
      cause: presence.cause,
    })
  const last = presences[1] as (typeof presences)[number]
  const head = { ...last, presenceTimeoutSeconds: 300, id: id * 2 }
  const hasEvidence = at >= numberOf('location_decision')
  insert('placements', {
    asset_id: id,
    organization_id: 1,
    location_id: last.locationId,
    last_seen_at: last.lastAt,
    heard: JSON.stringify({ at: last.lastAt, presenceTimeoutSeconds: 300 }),
    head: JSON.stringify(head),
    ...(hasEvidence
      ? { base: JSON.stringify({ current: head, evidence: null }), base_at: last.lastAt, kept_reads: 0 }
      : { base: JSON.stringify({ at: last.lastAt, current: head, reads: [] }) }),
  })
}

/** Tables that the service itself keeps up to date, and lists of its tasks: `whereabouts check` compares the counts with the rows. */
const derived = new Set(
  'clock tags_version search_pending search_backlogs search_segments search_data row_counts row_boundaries audit_counts event_queue read_keys read_key_days shared_tags stay_changes'.split(
    ' ',
  ),
)

type Contents = ReadonlyMap<string, { readonly columns: readonly string[]; readonly rows: readonly string[] }>

/** All rows of all tables, as JSON, with the columns of a database of an earlier level if one is given. */
export function contentsOf(dataDir: string, earlier?: Contents): Contents {
  using db = openDatabase(dataDir, { readonly: true })
  const tables = db
    .query<{ name: string }, []>(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'",
    )
    .all()
    .map(({ name }) => name)
    .filter((name) => !derived.has(name) && (!earlier || earlier.has(name)))
  return new Map(
    tables.map((name) => {
      const columns = earlier?.get(name)?.columns ?? columnsOf(db, name)
      const rows = db.query(`select ${columns.join()} from ${name}`).values()
      return [name, { columns, rows: rows.map((row) => JSON.stringify(row)).toSorted() }]
    }),
  )
}

/** The rows that are in the first contents and not in the second. */
export function missingRows(before: Contents, after: Contents): string[] {
  return [...before].flatMap(([table, { rows }]) => {
    const kept = new Set(after.get(table)?.rows)
    return rows.filter((row) => !kept.has(row)).map((row) => `${table}: ${row}`)
  })
}
