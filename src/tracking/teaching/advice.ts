import type { Message } from '../../base/messages'
import type { AntennaTarget } from '../../storage/core/store'
import type { KeptSample } from './candidate'
import { teachingMessages as say } from './messages'
import type { PlaceQuality } from './quality'
import { antennaKey } from './result'

/** What would help to tell a place apart, in words. The most important advice comes first. */

interface Place {
  readonly locationId: number
  readonly samples: readonly KeptSample[]
  readonly quality: PlaceQuality
}

interface Surroundings {
  readonly antennas: ReadonlyMap<string, AntennaTarget>
  /** The locations that have samples. */
  readonly taught: ReadonlySet<number>
  readonly nameOf: (locationId: number) => string | undefined
}

/** Samples decide in dense air only (docs/history.md, Dense air). */
const antennasMin = 6
/** Places that are taken for each other less often are told apart well enough. */
const confusedMin = 0.05

export function adviceOf({ locationId, samples, quality }: Place, around: Surroundings): Message | null {
  const place = around.nameOf(locationId)
  if (place === undefined) return null
  if (samples.every(({ staleReason }) => staleReason !== null)) return say('place.stale', { place })
  const heard = samples.flatMap(({ result }) => result.antennas)
  if (new Set(heard.map(({ readerId, port }) => antennaKey(readerId, port))).size < antennasMin)
    return say('place.few_gateways', { place })
  const other = untaughtNeighbor(heard, around)
  if (other !== undefined) return say('place.neighbor', { place, other })
  const [worst] = quality.confusedWith
  const confused = worst && worst.share >= confusedMin ? around.nameOf(worst.locationId) : undefined
  if (!worst || confused === undefined) return null
  return say('place.confused', { place, other: confused, percent: Math.round(worst.share * 100) })
}

/** Returns the name of the location without samples whose antennas hear the place best. */
function untaughtNeighbor(
  heard: KeptSample['result']['antennas'],
  { antennas, taught, nameOf }: Surroundings,
): string | undefined {
  for (const { readerId, port } of heard.toSorted((a, b) => b.levelDbm - a.levelDbm)) {
    const id = antennas.get(antennaKey(readerId, port))?.locationId
    const name = id === undefined || taught.has(id) ? undefined : nameOf(id)
    if (name !== undefined) return name
  }
  return undefined
}
