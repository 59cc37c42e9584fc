import { type Certainty, surenessOf } from '../../src/tracking/history/place/certainty'
import { needs } from '../../src/tracking/history/place/evidence'
import { eventsOf, type Present } from '../../src/tracking/history/presence'
import type { Presence } from '../../src/storage/core/store'
import { second } from '../../src/base/time'
import type { Run } from './score'

/** How often the words about a location are right (docs/history.md, Certainty). */

/** One word: how often it was said, and how often the location was right, or one of the two that were named. */
interface Word {
  said: number
  right: number
  eitherRight: number
}

type Calibration = Readonly<Record<Certainty, Word>>

const noWord = (): Word => ({ said: 0, right: 0, eitherRight: 0 })

/** Counts the words, once a second, while the truth is known. */
export function calibrationOf(runs: readonly Run[]): Calibration {
  const words: Calibration = { sure: noWord(), probably: noWord(), maybe: noWord() }
  for (const run of runs) addRun(words, run)
  return words
}

function addRun(words: Calibration, { reads, truth }: Run): void {
  let present: Present | null = null
  let saidAt = -Infinity
  let index = -1
  for (const read of reads) {
    const { events, evidence } = eventsOf(present, [read], needs.normal)
    if (!evidence) continue
    const event = events.at(-1) as Presence
    present = { event, evidence }
    while ((truth[index + 1]?.at ?? Infinity) <= read.at) index++
    const place = truth[index]?.place ?? null
    if (place === null || read.at - saidAt < second) continue
    saidAt = read.at
    const sureness = surenessOf(evidence, event.locationId, read.at)
    if (!sureness) continue
    const word = words[sureness.certainty]
    word.said++
    if (event.locationId === place) word.right++
    if (event.locationId === place || sureness.rivalId === place) word.eitherRight++
  }
}
