import { asc, eq, sql } from 'drizzle-orm'
import { type EventType, eventTypes, numberOf } from '../event-types'
import { createPauses } from '../pause'
import { type Clock, type Micros, toMicros } from '../time'
import { eventSubjects, type Subject } from './queries/event-subjects'
import { arg, type Db } from './sql/database'
import { eventLog, eventLogEnds, eventLogPlaces, eventQueue } from './sql/event-tables'
import { statement } from './sql/statement'

type Queued = typeof eventQueue.$inferSelect

/** An event without a sequence. */
interface NewEvent extends Subject {
  readonly organizationId: number
  readonly type: EventType
  readonly scanEventId: number | null
  /** Its locations and those above them, as JSON, when they are known. */
  readonly places?: string
}

/** Where a scan event is in the order of a history. */
interface Position {
  readonly firstAt: Micros
  readonly locationId: number
}

const compare = (a: Position, b: Position): number => a.firstAt - b.firstAt || a.locationId - b.locationId

/** Returns a function that tells whether a scan event is later than all of these. */
const laterThanAll =
  (others: readonly Position[]) =>
  (event: Position): boolean =>
    others.every((other) => compare(event, other) > 0)

/** Requests wait for at most about this time while many events are recorded, in milliseconds. */
const sliceMillis = 1

/** Records what the current transaction has changed. Returns the organizations with new events. */
export type RecordEvents = () => Promise<readonly number[]>

/**
 * Creates the function that turns the queue of a transaction into events of the log (docs/decisions/0024-event-log.md). It runs at
 * the end of each write.
 */
export function createEventRecorder(db: Db, now: Clock): RecordEvents {
  const subjects = eventSubjects(db)
  const queued = db.select().from(eventQueue).orderBy(asc(eventQueue.id)).prepare()
  const emptyQueue = db.delete(eventQueue).prepare()
  const newestOf = db
    .select({ newest: eventLogEnds.newest })
    .from(eventLogEnds)
    .where(eq(eventLogEnds.organizationId, arg('organizationId')))
    .prepare()
  const saveNewest = statement(
    db,
    db
      .insert(eventLogEnds)
      .values({ organizationId: arg('organizationId'), newest: arg('newest'), oldest: 1 })
      .onConflictDoUpdate({ target: eventLogEnds.organizationId, set: { newest: sql`excluded.newest` } }),
  )
  const insert = statement(
    db,
    db.insert(eventLog).values({
      organizationId: arg('organizationId'),
      sequence: arg('sequence'),
      type: arg('type'),
      occurredAt: arg('occurredAt'),
      recordedAt: arg('recordedAt'),
      assetId: arg('assetId'),
      scanEventId: arg('scanEventId'),
      places: arg('places'),
      data: arg('data'),
    }),
  )
  const insertPlace = statement(
    db,
    db.insert(eventLogPlaces).values({
      organizationId: arg('organizationId'),
      locationId: arg('locationId'),
      type: arg('type'),
      sequence: arg('sequence'),
    }),
  )
  const above = db
    .select({ ids: sql<string>`json_group_array(up.id)` })
    .from(
      sql`(with recursive up (id) as (
        select value from json_each(${arg('ids')})
        union select parent_id from locations join up on locations.id = up.id where parent_id is not null
      ) select id from up) as up`,
    )
    .prepare()

  const subjectOf = ({ change, subjectId, previousKey }: Queued): Promise<Subject | undefined> => {
    if (change.startsWith('asset.')) return subjects.asset(subjectId, previousKey)
    if (change.startsWith('location.')) return subjects.location(subjectId, previousKey)
    return change === 'tag.unknown' ? subjects.unknownTag(subjectId) : subjects.reader(subjectId)
  }

  async function recordOf(row: Queued): Promise<NewEvent | undefined> {
    const subject = await subjectOf(row)
    const { organizationId, change } = row
    return subject && { ...subject, organizationId, type: change as EventType, scanEventId: null }
  }

  /** Returns the events of the changes of one asset's scan events: first those that were deleted, then in order of time. */
  async function movesOf(assetId: number, changes: readonly Queued[]): Promise<NewEvent[]> {
    const [{ organizationId }] = changes as [Queued]
    const isTrimmed = changes.some(({ change }) => change === 'trimmed')
    const firstChange = new Map<number, Queued>()
    for (const change of changes)
      if (change.scanEventId !== null && !firstChange.has(change.scanEventId))
        firstChange.set(change.scanEventId, change)
    const isNew = (id: number) => firstChange.get(id)?.change === 'inserted'
    const newest = await subjects.newest(assetId, firstChange.size + 1)
    const isLater = laterThanAll([
      ...newest.filter(({ id }) => !firstChange.has(id)),
      ...[...firstChange.values()].flatMap(({ previousFirstAt: firstAt, previousLocationId: locationId }) =>
        firstAt === null || locationId === null ? [] : [{ firstAt, locationId }],
      ),
    ])

    const removed: NewEvent[] = []
    const rows: NonNullable<Awaited<ReturnType<typeof subjects.scanEvent>>>[] = []
    for (const id of firstChange.keys()) {
      const row = await subjects.scanEvent(id)
      if (row) rows.push(row)
      else if (!isNew(id) && !isTrimmed)
        removed.push({
          ...(await subjects.removal(id, assetId, newest[0])),
          organizationId,
          type: 'asset.move_corrected',
          scanEventId: id,
        })
    }
    rows.sort((a, b) => compare(a, b) || a.id - b.id)
    const written: NewEvent[] = []
    for (const row of rows)
      written.push({
        ...(await subjects.move(row, newest[0] as never, isNew(row.id))),
        organizationId,
        type: isNew(row.id) && isLater(row) ? 'asset.moved' : 'asset.move_corrected',
        scanEventId: row.id,
      })
    const trim = isTrimmed ? await subjects.trim(assetId) : undefined
    return [
      ...removed,
      ...written,
      ...(trim
        ? [{ ...trim, organizationId, type: 'asset.history_trimmed' as const, scanEventId: null }]
        : []),
    ]
  }

  /** @param known the places of the locations of earlier events; the tree does not change between them */
  async function placesOf({ places, locationIds }: NewEvent, known: Map<string, string>): Promise<string> {
    if (places !== undefined) return places
    if (locationIds.length === 0) return '[]'
    const ids = JSON.stringify(locationIds)
    const found = known.get(ids) ?? (await above.execute({ ids }))[0]?.ids ?? '[]'
    known.set(ids, found)
    return found
  }

  function store(event: NewEvent, places: string, sequence: number, recordedAt: Micros): void {
    const { organizationId, occurredAt, scanEventId, fields } = event
    const type = numberOf(event.type)
    insert({
      organizationId,
      sequence,
      type,
      occurredAt: typeof occurredAt === 'string' ? toMicros(occurredAt) : (occurredAt ?? recordedAt),
      recordedAt,
      assetId: fields.asset_id,
      scanEventId,
      places,
      data: JSON.stringify(fields),
    })
    for (const locationId of JSON.parse(places) as number[])
      insertPlace({ organizationId, locationId, type, sequence })
  }

  return async () => {
    const rows = await queued.execute()
    if (rows.length === 0) return []
    await emptyQueue.execute()
    const recordedAt = toMicros(now())
    const pause = createPauses(sliceMillis)
    const newest = new Map<number, number>()
    const places = new Map<string, string>()

    async function log(event: NewEvent): Promise<void> {
      const { organizationId } = event
      const last = newest.get(organizationId) ?? (await newestOf.execute({ organizationId }))[0]?.newest ?? 0
      store(event, await placesOf(event, places), last + 1, recordedAt)
      newest.set(organizationId, last + 1)
      const pausing = pause()
      if (pausing) await pausing
    }

    const ofRecord = (row: Queued) => (eventTypes as readonly string[]).includes(row.change)
    for (const row of rows.filter(ofRecord)) {
      const event = await recordOf(row)
      if (event) await log(event)
    }
    const moves = Map.groupBy(
      rows.filter((row) => !ofRecord(row)),
      ({ subjectId }) => subjectId,
    )
    for (const [assetId, changes] of moves)
      for (const event of await movesOf(assetId, changes)) await log(event)
    for (const [organizationId, last] of newest) saveNewest({ organizationId, newest: last })
    return [...newest.keys()]
  }
}
