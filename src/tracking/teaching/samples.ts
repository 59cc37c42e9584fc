import { BoundedMap } from '../../base/bounded-map'
import type { SessionCaller } from '../../base/caller'
import { AppError, conflict, invalidField, notFound } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import { type Clock, type Micros, second, toMicros, wireOf } from '../../base/time'
import { checked } from '../../contract/check'
import { fieldMessages } from '../../contract/messages'
import type { Page } from '../../contract/parameters'
import { audit } from '../../people/audit/record'
import type { AntennaTarget, PlaceSampleRow, Reads, Store, Writes } from '../../storage/core/store'
import type { RecordedRead, RecordedTarget } from '../tuning/recordings'
import { staleReasonOf } from './candidate'
import { teachingMessages as say } from './messages'
import { antennaKey, resultOf, type SampleResult } from './result'
import { type DetailedSampleView, NewSample, type SampleView, type sampleStates } from './schema'
import { targetsOf } from './targets'

type State = (typeof sampleStates)[number]

/** Reads that a sample needs. */
const readsMin = 30
/** Maximum number of samples that are not kept, and of those that are. */
const openMax = 100
const keptMax = 500
/** Maximum number of kept samples of a location. Older ones are deleted. */
const keptOfPlaceMax = 10
/** Results that are in memory while samples are not kept. */
const resultsMax = 100

/** A sample with what it consists of. */
interface Evaluated {
  readonly row: PlaceSampleRow
  readonly state: State
  readonly result: SampleResult
}

/** Samples of places (docs/internal-api.md, Taught places). Recording them is a part of storing reads. */
export class SampleService {
  readonly #store: Store
  readonly #now: Clock
  readonly #results = new BoundedMap<string, SampleResult>(resultsMax)

  constructor(store: Store, now: Clock) {
    this.#store = store
    this.#now = now
  }

  async list(
    { organizationId }: SessionCaller,
    filter: { readonly locationId: number | undefined; readonly state: State | undefined },
    page: Page,
  ): Promise<{ rows: SampleView[]; total: number }> {
    const { placeSamples } = this.#store.read
    const { locationId, state } = filter
    const at = toMicros(this.#now())
    const stored = { locationId, ...(state && { state: storedState(state, at) }) }
    // Whether a sample was rejected is not stored. There are few that are not kept.
    const isComputed = state === 'ready' || state === 'rejected'
    const slice = isComputed ? { limit: openMax, offset: 0 } : page
    const found = await this.#evaluate(await placeSamples.list(organizationId, stored, slice))
    const views = await this.#views(found.filter((one) => state === undefined || one.state === state))
    if (isComputed) return { rows: views.slice(page.offset, page.offset + page.limit), total: views.length }
    return { rows: views, total: await placeSamples.count(organizationId, stored) }
  }

  async get(organizationId: number, id: number): Promise<DetailedSampleView> {
    const [found] = await this.#evaluate([await load(this.#store.read, organizationId, id)])
    const [view] = await this.#views([found as Evaluated])
    return {
      ...(view as SampleView),
      antennas: (found as Evaluated).result.antennas.map((one) => ({
        reader_id: one.readerId,
        port: one.port,
        read_count: one.readCount,
        level_dbm: one.levelDbm,
        missed_share: one.missedShare,
        histogram: [...one.histogram],
      })),
    }
  }

  /** Begins to record a sample. */
  async record(caller: SessionCaller, body: JsonObject): Promise<SampleView> {
    const input = checked(NewSample, body)
    const { organizationId, userId, actor } = caller
    const id = await this.#store.write(async (tx) => {
      const location = await tx.locations.find(organizationId, input.location_id)
      if (!location) throw missing('location_id', 'field.no_location')
      const targets = await targetsOf(tx, organizationId, input)
      const at = this.#now()
      const startedAt = toMicros(at)
      const recording = { state: { recordingAt: startedAt }, locationId: location.id }
      if ((await tx.placeSamples.count(organizationId, recording)) > 0) throw conflict(say('teach.recording'))
      const kept = await tx.placeSamples.count(organizationId, { state: { kept: true } })
      if (kept >= keptMax) throw conflict(say('teach.many_kept', { max: keptMax }))
      if ((await tx.placeSamples.count(organizationId)) - kept >= openMax)
        throw conflict(say('teach.many_open', { max: openMax }))
      const row = {
        organizationId,
        locationId: location.id,
        startedAt,
        endsAt: startedAt + (input.seconds ?? 60) * second,
        targets: JSON.stringify(targets),
        createdBy: userId,
        creatorName: actor.name,
      }
      const sampleId = await tx.placeSamples.insert(row)
      const subject = { kind: 'place_sample', id: sampleId, name: location.name } as const
      const after = { location_id: location.id, seconds: input.seconds ?? 60 }
      await audit(tx, caller, { at, action: 'created', subject, after })
      return sampleId
    })
    const { antennas: _antennas, ...view } = await this.get(organizationId, id)
    return view
  }

  /** Keeps a sample. It decides nothing until it is switched on. */
  async keep(caller: SessionCaller, id: number): Promise<SampleView> {
    const { organizationId } = caller
    await this.#store.write(async (tx) => {
      const row = await load(tx, organizationId, id)
      if (row.keptAt !== null) return
      const { state, result } = await this.#evaluateOpen(tx, row)
      if (state === 'recording') throw conflict(say('teach.not_ended'))
      if (state === 'rejected') throw conflict(say('teach.rejected'))
      if (result.readCount < readsMin) throw tooFew(result.readCount)
      if (result.tags.every(({ levels }) => levels.length === 0))
        throw new AppError('invalid', say('teach.few_levels'), {
          fields: [
            {
              field: 'read_count',
              code: 'too_small',
              message: say('teach.few_levels'),
              params: { minimum: readsMin },
            },
          ],
        })
      const kept = await tx.placeSamples.count(organizationId, { state: { kept: true } })
      if (kept >= keptMax) throw conflict(say('teach.many_kept', { max: keptMax }))
      const at = this.#now()
      await tx.placeSamples.keep(id, at, JSON.stringify(result))
      await tx.placeSamples.deleteOlderOf(row.locationId, keptOfPlaceMax)
      const subject = await subjectOf(tx, row)
      await audit(tx, caller, { at, action: 'changed', subject, before: { state }, after: { state: 'kept' } })
    })
    const { antennas: _antennas, ...view } = await this.get(organizationId, id)
    return view
  }

  discard(caller: SessionCaller, id: number): Promise<void> {
    return this.#store.write(async (tx) => {
      const row = await load(tx, caller.organizationId, id)
      await tx.placeSamples.delete(id)
      const before = { location_id: row.locationId, read_count: row.readCount }
      await audit(tx, caller, {
        at: this.#now(),
        action: 'deleted',
        subject: await subjectOf(tx, row),
        before,
      })
    })
  }

  async #evaluate(rows: readonly PlaceSampleRow[]): Promise<Evaluated[]> {
    const found: Evaluated[] = []
    for (const row of rows)
      found.push(
        row.result === null
          ? await this.#evaluateOpen(this.#store.read, row)
          : { row, state: 'kept', result: JSON.parse(row.result) as SampleResult },
      )
    return found
  }

  /** Computes what a sample that is not kept consists of. It is the same until it has more reads. */
  async #evaluateOpen(
    reads: Pick<Reads, 'placeSamples' | 'readers'>,
    row: PlaceSampleRow,
  ): Promise<Evaluated> {
    const key = `${row.id}:${row.readCount}`
    const known = this.#results.get(key)
    const result = known ?? (await computed(reads, row))
    this.#results.set(key, result)
    return { row, state: stateOf(row, result, toMicros(this.#now())), result }
  }

  async #views(found: readonly Evaluated[]): Promise<SampleView[]> {
    const present = await antennasOf(
      this.#store.read,
      found.flatMap(({ result }) => result.antennas.map(({ readerId }) => readerId)),
    )
    return found.map((one) => toView(one, present))
  }
}

const storedState = (state: State, at: Micros) => {
  if (state === 'kept') return { kept: true } as const
  return state === 'recording' ? { recordingAt: at } : { recordedAt: at }
}

async function load(
  { placeSamples }: Pick<Reads, 'placeSamples'>,
  organizationId: number,
  id: number,
): Promise<PlaceSampleRow> {
  const row = await placeSamples.find(organizationId, id)
  if (!row) throw notFound(say('teach.no_sample'))
  return row
}

async function computed(
  reads: Pick<Reads, 'placeSamples' | 'readers'>,
  row: PlaceSampleRow,
): Promise<SampleResult> {
  const parts = await reads.placeSamples.partsOf(row.id)
  const recorded = parts.flatMap((part) => JSON.parse(part) as RecordedRead[])
  const antennas = await antennasOf(
    reads,
    recorded.map(([, , readerId]) => readerId),
  )
  return resultOf(recorded, row, antennas)
}

/** Returns the present antennas of readers by `antennaKey`. */
export async function antennasOf(
  { readers }: Pick<Reads, 'readers'>,
  readerIds: readonly number[],
): Promise<Map<string, AntennaTarget>> {
  const targets = await readers.antennasOf([...new Set(readerIds)])
  return new Map(targets.map((target) => [antennaKey(target.readerId, target.port), target]))
}

function stateOf({ endsAt }: PlaceSampleRow, result: SampleResult, now: Micros): State {
  if (now <= endsAt) return 'recording'
  return result.readCount === 0 || result.movedAfterSeconds !== null ? 'rejected' : 'ready'
}

const missing = (field: string, key: 'field.no_location') =>
  invalidField(field, 'fk_not_found', fieldMessages(key, { field }))

const tooFew = (count: number): AppError =>
  invalidField('read_count', 'too_small', say('teach.few_reads', { count, minimum: readsMin }), {
    minimum: readsMin,
  })

async function subjectOf(
  { locations }: Pick<Writes, 'locations'>,
  { id, locationId, organizationId }: PlaceSampleRow,
) {
  const location = await locations.find(organizationId, locationId)
  return { kind: 'place_sample', id, name: location?.name ?? null } as const
}

function toView({ row, state, result }: Evaluated, present: ReadonlyMap<string, AntennaTarget>): SampleView {
  const staleReason = state === 'kept' ? staleReasonOf(result, present) : null
  const isRejected = state === 'rejected'
  return {
    id: row.id,
    location_id: row.locationId,
    state,
    reason: isRejected ? (result.movedAfterSeconds === null ? 'not_heard' : 'moved') : null,
    moved_after_seconds: isRejected ? result.movedAfterSeconds : null,
    is_stale: staleReason !== null,
    stale_reason: staleReason,
    started_at: wireOf(row.startedAt),
    seconds: Math.round((row.endsAt - row.startedAt) / second),
    read_count: row.readCount,
    tags: (JSON.parse(row.targets) as RecordedTarget[]).map(({ assetId, tagType, value }) => ({
      asset_id: assetId,
      tag_type: tagType,
      value,
    })),
    created_by: { user_id: row.createdBy, name: row.creatorName },
  }
}
