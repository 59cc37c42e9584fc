import { type Micros, second } from '../../base/time'
import type { TagType } from '../../inventory/tags/schema'

/** How near a tag is, from the strength of its reads (docs/readers.md, Finding an asset by signal). */

/** The RSSI at which the bar is empty and full, in dBm. */
const scales: Readonly<Record<TagType, { readonly empty: number; readonly full: number } | null>> = {
  rfid: { empty: -75, full: -35 },
  ble: { empty: -95, full: -45 },
  barcode: null,
}

export const nearnessWords = ['far', 'near', 'very_near', 'here'] as const
export type NearnessWord = (typeof nearnessWords)[number]

/** The least nearness of each word. */
const least: readonly (readonly [NearnessWord, number])[] = [
  ['here', 95],
  ['very_near', 65],
  ['near', 35],
  ['far', 0],
]

/** Reads of this time before the newest one of an antenna count: a single weak read does not move the bar. */
const windowMicros = 1.5 * second
/** An older read says nothing about where the handheld is now. */
const ageMax = 10 * second
/** Maximum number of antennas, and of reads of each, that are remembered. */
const antennasMax = 64
const readsMax = 64

/** Returns 0 to 100; null if the read says nothing about nearness. */
export function nearnessOf(tagType: TagType, rssi: number | null): number | null {
  const scale = scales[tagType]
  if (!scale || rssi === null) return null
  const share = (rssi - scale.empty) / (scale.full - scale.empty)
  return Math.round(100 * Math.min(1, Math.max(0, share)))
}

export const wordOf = (nearness: number): NearnessWord =>
  (least.find(([, minimum]) => nearness >= minimum) as (typeof least)[number])[0]

/** A read of an asset that is searched for. */
export interface Signal {
  readonly organizationId: number
  readonly assetId: number
  readonly readerId: number
  readonly antenna: number
  readonly tagType: TagType
  /** With the offset of the antenna. */
  readonly rssi: number | null
  /** The time of the read, after its correction by the ingest. */
  readonly at: Micros
  readonly receivedAt: Micros
}

interface Sample {
  readonly at: Micros
  readonly nearness: number
}

/** Turns the reads of one asset into what the bar shows: the strongest of the newest reads of each antenna. */
export class Gauge {
  readonly #recent = new Map<string, readonly Sample[]>()

  /** Returns the nearness after this read; null if the read says nothing about it. */
  next({ readerId, antenna, tagType, rssi, at, receivedAt }: Signal): number | null {
    const nearness = nearnessOf(tagType, rssi)
    if (nearness === null || receivedAt - at > ageMax) return null
    const key = `${readerId}:${antenna}`
    const known = this.#recent.get(key) ?? []
    const newest = Math.max(at, ...known.map((sample) => sample.at))
    const samples = [...known, { at, nearness }].filter((sample) => sample.at > newest - windowMicros)
    this.#recent.delete(key)
    this.#recent.set(key, samples.slice(-readsMax))
    for (const oldest of this.#recent.keys())
      if (this.#recent.size > antennasMax) this.#recent.delete(oldest)
      else break
    return Math.max(...samples.map((sample) => sample.nearness), 0)
  }
}
