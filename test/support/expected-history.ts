import type { Database } from 'bun:sqlite'
import { needs } from '../../src/tracking/history/place/evidence'
import { eventsOf, inOrder } from '../../src/tracking/history/presence'
import type { Presence, Read } from '../../src/storage/core/store'
import { fromMicros, type Instant, toMicros } from '../../src/base/time'
import type { Client } from './client'
import { openDatabase } from './direct-database'
import type { LoggedRead } from './simulated'

/** The history that logged reads must result in, by the pure rules, and the one that a database contains. */

interface KnownReader {
  readonly id: number
  readonly presenceTimeoutSeconds: number
  /** The location ids by port. */
  readonly locations: ReadonlyMap<number, number>
}

/** The readers and tags of an installation. */
export interface Known {
  readonly readers: ReadonlyMap<string, KnownReader>
  readonly tags: ReadonlyMap<string, { readonly assetId: number; readonly tagId: number }>
}

export async function knownTo(session: Client): Promise<Known> {
  const readers = await allOf<{
    id: number
    external_key: string
    presence_timeout_seconds: number
    antennas: { port: number; location_id: number }[]
  }>(session, '/internal/v1/readers')
  const assets = await allOf<{ id: number; tags: { id: number; tag_type: string; value: string }[] }>(
    session,
    '/api/v1/assets',
  )
  return {
    readers: new Map(
      readers.map(({ id, external_key, presence_timeout_seconds, antennas }) => [
        external_key,
        {
          id,
          presenceTimeoutSeconds: presence_timeout_seconds,
          locations: new Map(antennas.map(({ port, location_id }) => [port, location_id])),
        },
      ]),
    ),
    tags: new Map(
      assets.flatMap(({ id, tags }) =>
        tags.map((tag) => [`${tag.tag_type}:${tag.value}`, { assetId: id, tagId: tag.id }]),
      ),
    ),
  }
}

async function allOf<T>(client: Client, path: string): Promise<T[]> {
  const rows: T[] = []
  for (;;) {
    const { body } = await client.get(`${path}?limit=200&offset=${rows.length}`)
    rows.push(...body.data)
    if (rows.length >= body.total_count) return rows
  }
}

/** The stored history of an asset as text, so that differences are readable. */
interface AssetHistory {
  readonly lastSeen: string | undefined
  readonly events: readonly string[]
}

type Histories = ReadonlyMap<number, AssetHistory>

/** The asset of a logged read. */
export function assetOf({ tags }: Known, { tag_type, value }: LoggedRead): number {
  return (tags.get(`${tag_type}:${value}`) as { assetId: number }).assetId
}

/** Returns the histories that follow from reads with times. */
export function historiesOf(known: Known, logged: readonly LoggedRead[]): Histories {
  const ofAsset = new Map<number, Read[]>()
  for (const line of logged)
    ofAsset.getOrInsertComputed(assetOf(known, line), () => []).push(toRead(known, line))
  return new Map(
    [...ofAsset].map(([assetId, reads]) => {
      reads.sort(inOrder)
      const events = eventsOf(null, reads, needs.normal).events.map(wordsFor)
      return [assetId, { lastSeen: fromMicros((reads.at(-1) as Read).at), events }]
    }),
  )
}

/** Returns the maximum delay of an acknowledged read after a newer read of its asset, in seconds; 0 without times. */
export function latenessOf(known: Known, logged: readonly LoggedRead[]): number {
  const newest = new Map<number, number>()
  let latest = 0
  for (const line of logged) {
    const [assetId, at] = [assetOf(known, line), Date.parse(line.observed_at ?? '') || 0]
    const before = newest.get(assetId) ?? at
    latest = Math.max(latest, before - at)
    newest.set(assetId, Math.max(before, at))
  }
  return latest / 1000
}

function toRead({ readers, tags }: Known, line: LoggedRead): Read {
  const reader = readers.get(line.reader) as KnownReader
  return {
    at: toMicros(line.observed_at as Instant),
    locationId: reader.locations.get(line.antenna) as number,
    rssi: line.rssi,
    readerId: reader.id,
    antenna: line.antenna,
    tagId: (tags.get(`${line.tag_type}:${line.value}`) as { tagId: number }).tagId,
    presenceTimeoutSeconds: reader.presenceTimeoutSeconds,
    isScan: false,
  }
}

type Described = Omit<Presence, 'presenceTimeoutSeconds' | 'cause'> & { readonly cause: string }

const wordsFor = (event: Described): string =>
  [
    `at ${event.locationId} from ${fromMicros(event.firstAt)} to ${fromMicros(event.lastAt)}`,
    `${event.readCount} reads up to ${event.strongestRssi} dBm`,
    `begun by antenna ${event.antenna} of ${event.readerId}: ${event.cause}`,
  ].join(', ')

/** Returns the histories in the database of a stopped service. */
export function storedHistories(dataDir: string): Histories {
  using db = openStopped(dataDir)
  const lastSeen = new Map(
    db.query<[number, number], []>('select asset_id, last_seen_at from placements').values() as [
      number,
      number,
    ][],
  )
  const events = db
    .query<Described & { assetId: number }, []>(
      `select asset_id as assetId, location_id as locationId, first_at as firstAt, last_at as lastAt,
        read_count as readCount, strongest_rssi as strongestRssi, reader_id as readerId, antenna, cause
      from scan_events order by first_at, location_id, id`,
    )
    .all()
  return new Map(
    [...Map.groupBy(events, ({ assetId }) => assetId)].map(([assetId, ofAsset]) => {
      const at = lastSeen.get(assetId)
      return [
        assetId,
        { lastSeen: at === undefined ? undefined : fromMicros(at), events: ofAsset.map(wordsFor) },
      ]
    }),
  )
}

/** Returns the number of reads by reader id and result. */
export function storedCounts(dataDir: string): ReadonlyMap<number, Readonly<Record<string, number>>> {
  using db = openStopped(dataDir)
  const rows = db.query('select reader_id, reads from reader_health').values() as [number, string][]
  return new Map(rows.map(([readerId, reads]) => [readerId, JSON.parse(reads)]))
}

/** Returns the number of reads in the events of each asset. */
export function storedReadCounts(dataDir: string): ReadonlyMap<number, number> {
  using db = openStopped(dataDir)
  const rows = db.query('select asset_id, sum(read_count) from scan_events group by asset_id').values()
  return new Map(rows as [number, number][])
}

function openStopped(dataDir: string): Database {
  const db = openDatabase(dataDir, { readonly: true })
  const problems = db.query('pragma integrity_check').values().flat().join()
  if (problems !== 'ok') throw new Error(`The database is damaged: ${problems}`)
  return db
}
