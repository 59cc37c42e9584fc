import type { Pause } from '../../base/turns/pause'
import type { StoredTaughtSample } from '../../storage/core/store'
import { bestOf, taughtOf } from '../history/place/taught'
import type { KeptSample } from './candidate'

/**
 * How well the taught places are told apart: each part of a sample is held back, and compared with the samples of all places
 * without the one that it is from.
 */
export interface PlaceQuality {
  /** Share of the parts that are taken for the place; null without a part that was held back. */
  readonly rightShare: number | null
  /** The places that the other parts are taken for, the most frequent first. */
  readonly confusedWith: readonly { readonly locationId: number; readonly share: number }[]
}

/** Parts of a place that are tested. */
const testedMax = 30

export async function qualityOf(
  samples: readonly KeptSample[],
  pause: Pause,
): Promise<ReadonlyMap<number, PlaceQuality>> {
  const byPlace = Map.groupBy(samples, ({ locationId }) => locationId)
  const found = new Map<number, PlaceQuality>()
  for (const [locationId, ofPlace] of byPlace) {
    const taken = new Map<number, number>()
    let tested = 0
    for (const sample of ofPlace)
      for (const half of heldBackOf(sample, ofPlace.length > 1)) {
        const taught = taughtOf([
          ...samples.filter((other) => other !== sample).flatMap(vectorsOf),
          ...half.taught.map((levels) => ({ locationId, levels })),
        ])
        for (const part of half.tested) {
          if (!taught || tested >= testedMax) break
          tested++
          const best = bestOf(taught, part)
          taken.set(best, (taken.get(best) ?? 0) + 1)
          await pause()
        }
      }
    found.set(locationId, sharesOf(locationId, taken, tested))
  }
  return found
}

type Levels = StoredTaughtSample['levels']

const vectorsOf = ({ locationId, result }: KeptSample): StoredTaughtSample[] =>
  result.tags.filter(({ levels }) => levels.length > 0).map(({ levels }) => ({ locationId, levels }))

/** Parts that are tested, and what is left of their own sample. */
interface HeldBack {
  readonly taught: readonly Levels[]
  readonly tested: readonly Levels[]
}

/** The whole sample is held back where the place has others. Otherwise, its first half is compared with its second. */
function heldBackOf({ result }: KeptSample, hasOthers: boolean): readonly HeldBack[] {
  const parts = result.tags.flatMap((tag) => tag.parts)
  if (hasOthers) return [{ taught: [], tested: parts }]
  const halves = result.tags.map((tag) => {
    const middle = Math.ceil(tag.parts.length / 2)
    return [tag.parts.slice(0, middle), tag.parts.slice(middle)] as const
  })
  const [first, last] = [halves.flatMap(([half]) => half), halves.flatMap(([, half]) => half)]
  if (first.length === 0 || last.length === 0) return []
  return [
    { taught: first, tested: last },
    { taught: last, tested: first },
  ]
}

function sharesOf(locationId: number, taken: ReadonlyMap<number, number>, tested: number): PlaceQuality {
  if (tested === 0) return { rightShare: null, confusedWith: [] }
  const share = (count: number) => Math.round((count / tested) * 1000) / 1000
  return {
    rightShare: share(taken.get(locationId) ?? 0),
    confusedWith: [...taken]
      .filter(([other]) => other !== locationId)
      .toSorted(([a, one], [b, other]) => other - one || a - b)
      .map(([other, count]) => ({ locationId: other, share: share(count) })),
  }
}
