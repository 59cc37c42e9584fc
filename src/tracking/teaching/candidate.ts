import { sha256 } from '../../base/secrets'
import type { Instant } from '../../base/time'
import type { AntennaTarget, StoredTaughtSample } from '../../storage/core/store'
import { antennaKey, type SampleResult } from './result'

/** Which samples decide when they are switched on. It is pure. */

/** Why a sample no longer fits the antennas. */
type StaleReason = 'offset_changed' | 'antenna_moved'

/** A kept sample. */
export interface KeptSample {
  readonly id: number
  readonly locationId: number
  readonly keptAt: Instant
  readonly result: SampleResult
  readonly staleReason: StaleReason | null
}

/** A set of samples that can decide. */
export interface Candidate {
  /** A number that names the contents. */
  readonly version: number
  readonly sampleCount: number
  readonly samples: readonly StoredTaughtSample[]
}

/** Maximum number of samples in the decision, one for each tag, of which a place has at most ten. A read costs more with more. */
const vectorsMax = 500
const vectorsOfPlaceMax = 10

export function staleReasonOf(
  { antennas }: SampleResult,
  present: ReadonlyMap<string, AntennaTarget>,
): StaleReason | null {
  let reason: StaleReason | null = null
  for (const { readerId, port, offsetDb, locationId } of antennas) {
    const now = present.get(antennaKey(readerId, port))
    if ((now?.locationId ?? null) !== locationId) return 'antenna_moved'
    if ((now?.rssiOffsetDb ?? null) !== offsetDb) reason = 'offset_changed'
  }
  return reason
}

/** Returns the samples of each place that decide: the newest, and stale ones only where a place has no others. */
export function chosenOf(samples: readonly KeptSample[]): KeptSample[] {
  const newestFirst = samples.toSorted((a, b) => b.id - a.id)
  return [...Map.groupBy(newestFirst, ({ locationId }) => locationId).values()].flatMap((ofPlace) => {
    const fresh = ofPlace.filter(({ staleReason }) => staleReason === null)
    return fresh.length > 0 ? fresh : ofPlace
  })
}

/** Returns what the kept samples decide when they are switched on; null without any. */
export function candidateOf(kept: readonly KeptSample[]): Candidate | null {
  const chosen = chosenOf(kept)
  if (chosen.length === 0) return null
  const byPlace = Map.groupBy(chosen, ({ locationId }) => locationId)
  const perPlace = Math.max(1, Math.min(vectorsOfPlaceMax, Math.floor(vectorsMax / byPlace.size)))
  const samples = [...byPlace]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([locationId, ofPlace]) =>
      ofPlace
        .flatMap(({ result }) => result.tags)
        .filter(({ levels }) => levels.length > 0)
        .slice(0, perPlace)
        .map(({ levels }): StoredTaughtSample => ({ locationId, levels })),
    )
    .slice(0, vectorsMax)
  return { version: versionOf(samples), sampleCount: chosen.length, samples }
}

/** 12 of the hexadecimal digits of a hash are a number that JSON can contain exactly. */
const versionOf = (samples: readonly StoredTaughtSample[]): number =>
  1 + Number.parseInt(sha256(JSON.stringify(samples)).slice(0, 12), 16)
