import { BoundedMap } from '../../base/bounded-map'
import type { SessionCaller } from '../../base/caller'
import { conflict } from '../../base/errors'
import type { JsonObject } from '../../base/json'
import type { Message } from '../../base/messages'
import { randomHex } from '../../base/secrets'
import { type Clock, plusSeconds, second, toMicros, toWire } from '../../base/time'
import { createPauses } from '../../base/turns/pause'
import { checked } from '../../contract/check'
import { audit } from '../../people/audit/record'
import type { AntennaTarget, Reads, Store } from '../../storage/core/store'
import type { RehearsalView } from '../readers/tuning-schema'
import type { ReaderTuningService } from '../readers/tuning-service'
import { adviceOf } from './advice'
import { type Candidate, candidateOf, chosenOf, type KeptSample, staleReasonOf } from './candidate'
import { teachingMessages as say } from './messages'
import { type PlaceQuality, qualityOf } from './quality'
import type { SampleResult } from './result'
import { antennasOf } from './samples'
import { Activation, type PlaceModelView, type TaughtPlaceView } from './schema'

/** Maximum number of organizations whose kept samples are in memory; they may have some megabytes each. */
const keptMax = 4
/** The moves of this time tell how long it takes until a move is seen. */
const delaySeconds = 28 * 86_400
const qualitiesMax = 32
/** All kept samples of an organization. */
const allKept = { limit: 1_000, offset: 0 }

type Kept = readonly Omit<KeptSample, 'staleReason'>[]

/** What is taught, and whether it decides (docs/internal-api.md, Place model). */
export class PlaceModelService {
  readonly #store: Store
  readonly #now: Clock
  readonly #tuning: Pick<ReaderTuningService, 'rehearseTaught'>
  readonly #kept = new BoundedMap<number, { readonly version: string; readonly samples: Kept }>(keptMax)
  readonly #qualities = new BoundedMap<string, ReadonlyMap<number, PlaceQuality>>(qualitiesMax)

  constructor(store: Store, now: Clock, tuning: Pick<ReaderTuningService, 'rehearseTaught'>) {
    this.#store = store
    this.#now = now
    this.#tuning = tuning
  }

  async get(organizationId: number): Promise<PlaceModelView> {
    const { placeModels } = this.#store.read
    const active = await placeModels.find(organizationId)
    const { samples, antennas } = await this.#samplesOf(this.#store.read, organizationId)
    const candidate = candidateOf(samples)
    return {
      active: active ? { version: active.version, activated_at: toWire(active.activatedAt) } : null,
      candidate:
        candidate && candidate.version !== active?.version
          ? { version: candidate.version, sample_count: candidate.sampleCount }
          : null,
      places: await this.#placesOf(organizationId, samples, antennas),
      move_delay: await this.#moveDelay(organizationId),
    }
  }

  async #moveDelay(organizationId: number): Promise<PlaceModelView['move_delay']> {
    const since = toMicros(plusSeconds(this.#now(), -delaySeconds))
    const delays = (await this.#store.read.placeAccuracy.delays(organizationId, since)).toSorted(
      (a, b) => a - b,
    )
    const median = delays[Math.floor((delays.length - 1) / 2)]
    if (median === undefined) return null
    return { move_count: delays.length, median_seconds: Math.round(median / (second / 10)) / 10 }
  }

  /** Shows what the kept samples would have changed in the last hour. It changes nothing. */
  async rehearse({ organizationId }: SessionCaller): Promise<RehearsalView> {
    const { samples } = await this.#samplesOf(this.#store.read, organizationId)
    return this.#tuning.rehearseTaught(organizationId, required(candidateOf(samples)).samples)
  }

  /** Lets the kept samples decide from the next read on. */
  async activate(caller: SessionCaller, body: JsonObject): Promise<PlaceModelView> {
    const { version } = checked(Activation, body)
    const { organizationId } = caller
    await this.#store.write(async (tx) => {
      const active = await tx.placeModels.find(organizationId)
      if (active?.version === version) return
      const { samples } = await this.#samplesOf(tx, organizationId)
      const candidate = required(candidateOf(samples))
      if (candidate.version !== version) throw conflict(say('teach.other_version'))
      const at = this.#now()
      const model = { version, activatedAt: at, samples: JSON.stringify(candidate.samples) }
      await tx.placeModels.put({ organizationId, revision: newRevision(), ...model })
      await audit(tx, caller, {
        at,
        action: active ? 'changed' : 'created',
        subject,
        ...(active && { before: { version: active.version } }),
        after: { version, sample_count: candidate.sampleCount },
      })
    })
    return this.get(organizationId)
  }

  /** Lets the untaught rule decide from the next read on. */
  deactivate(caller: SessionCaller): Promise<void> {
    const { organizationId } = caller
    return this.#store.write(async (tx) => {
      const active = await tx.placeModels.find(organizationId)
      if (!active) return
      await tx.placeModels.delete(organizationId)
      const before = { version: active.version }
      await audit(tx, caller, { at: this.#now(), action: 'deleted', subject, before })
    })
  }

  async #samplesOf(
    reads: Pick<Reads, 'placeSamples' | 'readers'>,
    organizationId: number,
  ): Promise<{ samples: KeptSample[]; antennas: ReadonlyMap<string, AntennaTarget> }> {
    const kept = await this.#keptOf(reads, organizationId)
    const antennas = await antennasOf(
      reads,
      kept.flatMap(({ result }) => result.antennas.map(({ readerId }) => readerId)),
    )
    const samples = kept.map((each) => ({ ...each, staleReason: staleReasonOf(each.result, antennas) }))
    return { samples, antennas }
  }

  async #keptOf({ placeSamples }: Pick<Reads, 'placeSamples'>, organizationId: number): Promise<Kept> {
    const version = await placeSamples.keptVersion(organizationId)
    const known = this.#kept.get(organizationId)
    if (known?.version === version) return known.samples
    const rows = await placeSamples.list(organizationId, { state: { kept: true } }, allKept)
    const pause = createPauses()
    const samples: Omit<KeptSample, 'staleReason'>[] = []
    for (const { id, locationId, keptAt, result } of rows) {
      if (keptAt !== null && result !== null)
        samples.push({ id, locationId, keptAt, result: JSON.parse(result) as SampleResult })
      await pause()
    }
    this.#kept.set(organizationId, { version, samples })
    return samples
  }

  async #placesOf(
    organizationId: number,
    samples: readonly KeptSample[],
    antennas: ReadonlyMap<string, AntennaTarget>,
  ): Promise<TaughtPlaceView[]> {
    if (samples.length === 0) return []
    const chosen = chosenOf(samples)
    const key = `${organizationId}:${chosen.map(({ id }) => id).join()}`
    const quality = this.#qualities.get(key) ?? (await qualityOf(chosen, createPauses()))
    this.#qualities.set(key, quality)
    const byPlace = [...Map.groupBy(samples, ({ locationId }) => locationId)].toSorted(([a], [b]) => a - b)
    const ids = new Set([
      ...byPlace.map(([id]) => id),
      ...antennas.values().map(({ locationId }) => locationId),
    ])
    const { locations } = await this.#store.read.tracking.namesOf([], [...ids], this.#now())
    return byPlace.map(([locationId, ofPlace]) => {
      const found = quality.get(locationId) ?? { rightShare: null, confusedWith: [] }
      const advice = adviceOf(
        { locationId, samples: ofPlace, quality: found },
        { antennas, taught: new Set(byPlace.map(([id]) => id)), nameOf: (id) => locations.get(id)?.name },
      )
      return toPlaceView(locationId, ofPlace, found, advice)
    })
  }
}

const subject = { kind: 'place_model', id: 1, name: null } as const

function required(candidate: Candidate | null): Candidate {
  if (!candidate) throw conflict(say('teach.no_candidate'))
  return candidate
}

/** A random number that JSON can contain exactly. */
const newRevision = (): number => Number.parseInt(randomHex(6), 16)

function toPlaceView(
  locationId: number,
  samples: readonly KeptSample[],
  { rightShare, confusedWith }: PlaceQuality,
  advice: Message | null,
): TaughtPlaceView {
  const newest = samples.reduce((best, one) => (one.keptAt > best.keptAt ? one : best))
  return {
    location_id: locationId,
    sample_count: samples.length,
    newest_at: toWire(newest.keptAt),
    is_stale: samples.every(({ staleReason }) => staleReason !== null),
    right_share: rightShare,
    confused_with: confusedWith.map((one) => ({ location_id: one.locationId, share: one.share })),
    advice: advice?.english ?? null,
    advice_text: advice?.text ?? null,
  }
}
