import { eq, sql } from 'drizzle-orm'
import { type EventType, eventTypes, numberOf } from '../../base/event-types'
import { createPauses } from '../../base/turns/pause'
import { type Clock, type Micros, toMicros } from '../../base/time'
import type { NewestEvent, Subject } from '../queries/events/event-fields'
import { type AssetMoves, eventMoves, type KnownNames, noNames } from '../queries/events/event-moves'
import { moveSubjects } from '../queries/events/move-subjects'
import { alertSubjects } from '../queries/events/alert-subjects'
import { pressSubjects } from '../queries/events/press-subjects'
import { stocktakeSubjects } from '../queries/events/stocktake-subjects'
import { takingQueue, type Queued } from '../queries/events/event-queue'
import { recordSubjects, toAssetSubject } from '../queries/events/record-subjects'
import { arg, type Db } from '../sql/database'
import { eventLog, eventLogEnds, eventLogPlaces } from '../sql/event-tables'
import { statement } from '../sql/statement'

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

/** Returns a function that reports whether a scan event is later than all of these. */
const laterThanAll =
  (others: readonly Position[]) =>
  (event: Position): boolean =>
    others.every((other) => compare(event, other) > 0)

/** Requests wait for at most about this time while many events are recorded, in milliseconds. */
const sliceMillis = 1

/** The first change of each scan event of an asset, by id. */
type FirstChanges = ReadonlyMap<number, Queued>

function firstOfEach(changes: readonly Queued[]): FirstChanges {
  const first = new Map<number, Queued>()
  for (const change of changes)
    if (change.scanEventId !== null && !first.has(change.scanEventId)) first.set(change.scanEventId, change)
  return first
}

/**
 * Number of changes that are read at once: each would wait for a round trip to a database on another machine. It is small,
 * because requests wait meanwhile.
 */
const readAtOnce = 50

/** Divides the changes of assets into parts that are read at once. */
function* partsOf(
  changes: ReadonlyMap<number, readonly Queued[]>,
): Generator<Map<number, readonly Queued[]>> {
  let part = new Map<number, readonly Queued[]>()
  let size = 0
  for (const [assetId, ofAsset] of changes) {
    part.set(assetId, ofAsset)
    size += ofAsset.length
    if (size < readAtOnce) continue
    yield part
    part = new Map()
    size = 0
  }
  if (size > 0) yield part
}

/** Records what the current transaction has changed. Returns the organizations with new events. */
export type RecordEvents = () => Promise<readonly number[]>

/** Prepares the statements of the log. */
function prepareStatements(db: Db) {
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
      epc: arg('epc'),
      readPoint: arg('readPoint'),
      bizLocation: arg('bizLocation'),
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
  const upFrom = db
    .select({ id: sql<number>`up.id` })
    .from(
      sql`(with recursive up (id) as (
        select cast(${arg('id')} as bigint)
        union select parent_id from locations join up on locations.id = up.id where parent_id is not null
      ) select id from up) as up`,
    )
    .prepare()

  return { takeQueued: takingQueue(db), newestOf, saveNewest, insert, insertPlace, upFrom }
}

type Statements = ReturnType<typeof prepareStatements>

/** Turns the queue of a transaction into events of the log (docs/decisions/0024-event-log.md), at the end of each write. */
export class EventRecorder {
  readonly #now: Clock
  readonly #statements: Statements
  readonly #subjects: ReturnType<typeof recordSubjects> &
    ReturnType<typeof moveSubjects> &
    ReturnType<typeof alertSubjects> &
    ReturnType<typeof stocktakeSubjects> &
    ReturnType<typeof pressSubjects>
  readonly #scanEventMoves: ReturnType<typeof eventMoves>

  constructor(db: Db, now: Clock) {
    this.#now = now
    this.#statements = prepareStatements(db)
    this.#subjects = {
      ...recordSubjects(db),
      ...moveSubjects(db),
      ...alertSubjects(db),
      ...stocktakeSubjects(db),
      ...pressSubjects(db),
    }
    this.#scanEventMoves = eventMoves(db)
  }

  /** Records what the transaction has changed. Returns the organizations with new events. */
  async record(): Promise<readonly number[]> {
    const rows = (await this.#statements.takeQueued()).toSorted((one, other) => one.id - other.id)
    if (rows.length === 0) return []
    const recordedAt = toMicros(this.#now())
    const pause = createPauses(sliceMillis)
    const newest = new Map<number, number>()
    const known = new Map(rows.map((row) => [row.organizationId, row.newest] as const))
    const places = new Map<number, readonly number[]>()

    const log = async (event: NewEvent): Promise<void> => {
      const { organizationId } = event
      const last =
        newest.get(organizationId) ?? known.get(organizationId) ?? (await this.#newestOf(organizationId))
      store(this.#statements, event, await this.#placesOf(event, places), { sequence: last + 1, recordedAt })
      newest.set(organizationId, last + 1)
      const pausing = pause()
      if (pausing) await pausing
    }

    const ofRecord = (row: Queued) => (eventTypes as readonly string[]).includes(row.change)
    const records = rows.filter(ofRecord)
    for (let from = 0; from < records.length; from += readAtOnce)
      for (const event of await Promise.all(
        records.slice(from, from + readAtOnce).map((row) => this.#recordOf(row)),
      ))
        if (event) await log(event)
    const moves = Map.groupBy(
      rows.filter((row) => !ofRecord(row)),
      ({ subjectId }) => subjectId,
    )
    const names = noNames()
    for (const part of partsOf(moves)) for (const event of await this.#movesOf(part, names)) await log(event)
    for (const [organizationId, last] of newest) this.#statements.saveNewest({ organizationId, newest: last })
    return [...newest.keys()]
  }

  async #newestOf(organizationId: number): Promise<number> {
    return (await this.#statements.newestOf.execute({ organizationId }))[0]?.newest ?? 0
  }

  async #subjectOf({ change, subjectId, previousKey, asset }: Queued): Promise<Subject | undefined> {
    if (asset) return toAssetSubject(subjectId, asset, previousKey)
    if (change.startsWith('asset.')) return this.#subjects.asset(subjectId, previousKey)
    if (change.startsWith('alert.')) return this.#subjects.alert(subjectId, change)
    if (change.startsWith('stocktake.')) return this.#subjects.stocktake(subjectId, change)
    if (change.startsWith('location.')) return this.#subjects.location(subjectId, previousKey)
    if (change === 'tag.button') return this.#subjects.press(subjectId)
    return change === 'tag.unknown' ? this.#subjects.unknownTag(subjectId) : this.#subjects.reader(subjectId)
  }

  async #recordOf(row: Queued): Promise<NewEvent | undefined> {
    const subject = await this.#subjectOf(row)
    const { organizationId, change } = row
    return subject && { ...subject, organizationId, type: change as EventType, scanEventId: null }
  }

  /** Returns the events of the changes of scan events, by asset: first those that were deleted, then in order of time. */
  async #movesOf(part: ReadonlyMap<number, readonly Queued[]>, names: KnownNames): Promise<NewEvent[]> {
    const firstChanges = new Map([...part].map(([assetId, changes]) => [assetId, firstOfEach(changes)]))
    const moves = await this.#scanEventMoves.read(
      new Map([...firstChanges].map(([assetId, first]) => [assetId, [...first.keys()]])),
      names,
    )
    const events = await Promise.all(
      [...part].map(([assetId, changes]) =>
        this.#movesOfAsset(
          assetId,
          changes,
          firstChanges.get(assetId) as FirstChanges,
          moves.get(assetId) as AssetMoves,
        ),
      ),
    )
    return events.flat()
  }

  async #movesOfAsset(
    assetId: number,
    changes: readonly Queued[],
    firstChange: FirstChanges,
    { changed, newest }: AssetMoves,
  ): Promise<NewEvent[]> {
    const [{ organizationId }] = changes as [Queued]
    const trimmed = changes.find(({ change }) => change === 'trimmed')
    const isNew = (id: number) => firstChange.get(id)?.change === 'inserted'
    const isLater = laterThanAll([
      ...newest.filter(({ id }) => !firstChange.has(id)),
      ...[...firstChange.values()].flatMap(({ previousFirstAt: firstAt, previousLocationId: locationId }) =>
        firstAt === null || locationId === null ? [] : [{ firstAt, locationId }],
      ),
    ])

    const events: NewEvent[] = []
    const left = new Set(changed.map(({ id }) => id))
    for (const id of firstChange.keys())
      if (!left.has(id) && !isNew(id) && !trimmed)
        events.push({
          ...(await this.#subjects.removal(id, assetId, newest[0])),
          organizationId,
          type: 'asset.move_corrected',
          scanEventId: id,
        })
    for (const row of changed.toSorted((a, b) => compare(a, b) || a.id - b.id))
      events.push({
        ...(await this.#subjects.move(row, newest[0] as NewestEvent, isNew(row.id))),
        organizationId,
        type: isNew(row.id) && isLater(row) ? 'asset.moved' : 'asset.move_corrected',
        scanEventId: row.id,
      })
    const trim = trimmed ? await this.#subjects.trim(assetId) : undefined
    if (trim) events.push({ ...trim, organizationId, type: 'asset.history_trimmed', scanEventId: null })
    return events
  }

  /** @param known each location with those above it; the tree does not change between the events of a write */
  async #placesOf(
    { places, locationIds }: NewEvent,
    known: Map<number, readonly number[]>,
  ): Promise<readonly number[]> {
    if (places !== undefined) return JSON.parse(places) as number[]
    const ids: number[] = []
    for (const id of locationIds) {
      let path = known.get(id)
      if (!path) {
        path = (await this.#statements.upFrom.execute({ id })).map((up) => up.id)
        known.set(id, path)
      }
      ids.push(...path)
    }
    return [...new Set(ids)]
  }
}

function store(
  { insert, insertPlace }: Statements,
  event: NewEvent,
  places: readonly number[],
  { sequence, recordedAt }: { readonly sequence: number; readonly recordedAt: Micros },
): void {
  const { organizationId, occurredAt, scanEventId, fields, names } = event
  const type = numberOf(event.type)
  insert({
    organizationId,
    sequence,
    type,
    occurredAt: typeof occurredAt === 'string' ? toMicros(occurredAt) : (occurredAt ?? recordedAt),
    recordedAt,
    assetId: fields.asset_id,
    scanEventId,
    places: JSON.stringify(places),
    data: JSON.stringify(fields),
    epc: names?.epc ?? null,
    readPoint: names?.readPoint ?? null,
    bizLocation: names?.bizLocation ?? null,
  })
  for (const locationId of places) insertPlace({ organizationId, locationId, type, sequence })
}
