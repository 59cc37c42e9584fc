import { type BlindLocation, blindLocations } from '../readers/blind'
import type { ReaderService } from '../readers/service'
import type { StayRecorder } from '../stays/recorder'
import type { FloorMove, LocationCount, Store } from '../../storage/core/store'
import { UnseenAssets, type UnseenByLocation } from './unseen-assets'
import { type Clock, type Instant, type Micros, second, toMicros, toWire, wireOf } from '../../base/time'
import type { FloorDayView, FloorView, PastFloorView, WallView } from './schema'

/** Moves are recent for this time. */
const recent: Micros = 900 * second
const movesMax = 12

/** The steps of a day: 180 of 8 minutes. */
const step: Micros = 480 * second
const stepsOfDay = 180

/** What a floor shows for some of the locations. */
type FloorPart = Omit<WallView, 'time_zone' | 'location' | 'tree' | 'plan' | 'alerts' | 'alert_count'>

/** The counts, moves and problems that floor plans show (docs/internal-api.md, Floor). */
export class FloorService {
  readonly #readers: Pick<ReaderService, 'inUse'>
  readonly #recorder: Pick<StayRecorder, 'isCurrent'>
  readonly #now: Clock
  readonly #unseen: UnseenAssets
  readonly #read: {
    counts(organizationId: number, now: Instant): Promise<LocationCount[]>
    countsAt: (organizationId: number, at: Instant) => Promise<Omit<LocationCount, 'lastReadAt'>[]>
    assetCount(organizationId: number, now: Instant): Promise<number>
    placedCount(organizationId: number, now: Instant): Promise<number>
    moves(
      organizationId: number,
      locationIds: readonly number[] | undefined,
      from: Micros,
      limit: number,
    ): Promise<FloorMove[]>
    dayMoves(
      organizationId: number,
      { from, size, count }: { readonly from: Micros; readonly size: Micros; readonly count: number },
    ): Promise<string>
  }

  constructor(
    store: Store,
    readers: Pick<ReaderService, 'inUse'>,
    recorder: Pick<StayRecorder, 'isCurrent'>,
    now: Clock,
  ) {
    this.#readers = readers
    this.#recorder = recorder
    this.#now = now
    this.#read = store.read.floor
    this.#unseen = new UnseenAssets(store.read.seen)
  }

  /** Returns the floor of these locations, with the ages of a recent count. */
  async part(organizationId: number, only: ReadonlySet<number>): Promise<FloorPart> {
    const at = this.#now()
    return this.#floor(organizationId, at, this.#unseen.recent(organizationId, at), only)
  }

  async #floor(
    organizationId: number,
    at: Instant,
    counting: Promise<UnseenByLocation>,
    only?: ReadonlySet<number>,
  ): Promise<FloorPart> {
    const isWanted = ({ locationId }: { readonly locationId: number }) => !only || only.has(locationId)
    const [counts, unseen, inUse] = await Promise.all([
      this.#read.counts(organizationId, at),
      counting,
      this.#readers.inUse(organizationId),
    ])
    const moves = await this.#read.moves(organizationId, only && [...only], toMicros(at) - recent, movesMax)
    return {
      at: toWire(at),
      locations: counts.filter(isWanted).map(({ locationId, assetCount, lastReadAt }) => ({
        location_id: locationId,
        asset_count: assetCount,
        last_read_at: wireOf(lastReadAt),
        // The two counts are not of the same instant.
        day_count: Math.max(0, assetCount - (unseen.get(locationId)?.day ?? 0)),
        old_count: Math.min(assetCount, unseen.get(locationId)?.week ?? 0),
      })),
      silent: blindLocations(inUse).filter(isWanted).map(toSilentView),
      moves: moves.map((move) => toMoveView(move, only)),
    }
  }

  async all(organizationId: number): Promise<FloorView> {
    const at = this.#now()
    const [assetCount, placedCount, floor] = await Promise.all([
      this.#read.assetCount(organizationId, at),
      this.#read.placedCount(organizationId, at),
      this.#floor(organizationId, at, this.#unseen.now(organizationId, at)),
    ])
    return { ...floor, asset_count: assetCount, never_seen_count: Math.max(0, assetCount - placedCount) }
  }

  /** Returns the number of assets at each location at an instant, from current data. */
  async past(organizationId: number, at: Instant = this.#now()): Promise<PastFloorView> {
    const counts = await this.#read.countsAt(organizationId, at)
    return {
      at: toWire(at),
      locations: counts.map(({ locationId, assetCount }) => ({
        location_id: locationId,
        asset_count: assetCount,
      })),
    }
  }

  /** Returns the moves of the 24 hours before `to`, which is now when absent, as JSON. */
  async day(organizationId: number, to: Instant = this.#now()): Promise<string> {
    const end = toMicros(to)
    const from = end - step * stepsOfDay
    const head: Omit<FloorDayView, 'steps'> = {
      from: wireOf(from),
      to: wireOf(end),
      step_seconds: step / second,
      is_current: await this.#recorder.isCurrent(organizationId),
    }
    const steps = await this.#read.dayMoves(organizationId, { from, size: step, count: stepsOfDay })
    return `${JSON.stringify(head).slice(0, -1)},"steps":${steps}}`
  }
}

const toSilentView = ({ locationId, readerId, readerName, cause, since }: BlindLocation) => ({
  location_id: locationId,
  reader_id: readerId,
  reader_name: readerName,
  cause,
  silent_since: since,
})

/** A previous location outside of `only` is left out. */
const toMoveView = (move: FloorMove, only: ReadonlySet<number> | undefined) => ({
  id: move.id,
  event_observed_at: wireOf(move.firstAt),
  asset_id: move.assetId,
  asset_external_key: move.assetExternalKey,
  asset_name: move.assetName,
  location_id: move.locationId,
  previous_location_id: only && !only.has(move.previousLocationId ?? 0) ? null : move.previousLocationId,
})
