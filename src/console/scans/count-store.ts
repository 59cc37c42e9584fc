import type { Schemas } from '../api/client'
import { database, ofWhose, resultOf } from './browser-database'
import type { CountPlace, CountScan, ExpectedAsset } from './count-scan'

/**
 * The scans of stocktakes and the lists of what they expect, in the browser's database. Each record belongs to a user in an
 * organization (`whose`).
 */

/** What a phone needs to go on without a network. */
export interface StoredCount {
  readonly whose: string
  readonly stocktakeId: number
  readonly stocktake: Schemas['Stocktake']
  readonly places: readonly CountPlace[]
  /** Null in a blind stocktake. */
  readonly expected: readonly ExpectedAsset[] | null
  readonly loadedAt: string
}

/** Scans of one location follow each other, so that a part contains many of them. */
const keyPath = ['whose', 'stocktakeId', 'locationId', 'value', 'observedAt'] as const
export const keyOf = (scan: CountScan) => keyPath.map((name) => scan[name])

const transact = database('whereabouts.counts', {
  waiting: keyPath,
  sent: keyPath,
  lists: ['whose', 'stocktakeId'],
})

export const putCounts = (added: readonly CountScan[]): Promise<void> =>
  transact(async ({ waiting }) => {
    for (const scan of added) waiting.put(scan)
  })

/**
 * Removes a scan that waits; returns false when it does not wait any more. `isSent` is asked inside of the transaction: a part that was
 * read before it is known then.
 */
export const removeCount = (scan: CountScan, isSent: () => boolean): Promise<boolean> =>
  transact(async ({ waiting }) => {
    const known = await resultOf(waiting.getKey(keyOf(scan)))
    if (known === undefined || isSent()) return false
    waiting.delete(keyOf(scan))
    return true
  })

/** The largest part that is sent at once. */
const partMax = 1000

/** Returns the scans of one location of one stocktake that wait, without those that are held back. */
export const nextPart = (whose: string, isHeld: (scan: CountScan) => boolean): Promise<CountScan[]> =>
  transact(async ({ waiting }) => {
    const all: CountScan[] = await resultOf(waiting.getAll(ofWhose(whose), partMax + 1))
    const ready = all.filter((scan) => !isHeld(scan))
    const [first] = ready
    return ready
      .filter(
        ({ stocktakeId, locationId }) =>
          stocktakeId === first?.stocktakeId && locationId === first.locationId,
      )
      .slice(0, partMax)
  })

/** Moves scans that the service has answered. */
export const settle = (scans: readonly CountScan[]): Promise<void> =>
  transact(async ({ waiting, sent }) => {
    for (const scan of scans) {
      waiting.delete(keyOf(scan))
      sent.put(scan)
    }
  })

/** Lets the scans that were rejected wait again. */
export const waitAgain = (whose: string, stocktakeId: number): Promise<void> =>
  transact(async ({ waiting, sent }) => {
    const all: CountScan[] = await resultOf(sent.getAll(ofWhose(whose, stocktakeId)))
    for (const { outcome, reason: _, ...scan } of all)
      if (outcome === 'rejected') {
        sent.delete(keyOf(scan))
        waiting.put(scan)
      }
  })

/** Returns all scans of a stocktake on this device. */
export const readCounts = (whose: string, stocktakeId: number) =>
  transact(async ({ waiting, sent }) => {
    const own = ofWhose(whose, stocktakeId)
    return {
      waiting: await resultOf<CountScan[]>(waiting.getAll(own)),
      sent: await resultOf<CountScan[]>(sent.getAll(own)),
    }
  })

export const storeCount = (stored: StoredCount): Promise<void> =>
  transact(async ({ lists }) => {
    lists.put(stored)
  })

export const readCount = (whose: string, stocktakeId: number): Promise<StoredCount | undefined> =>
  transact(({ lists }) => resultOf<StoredCount | undefined>(lists.get([whose, stocktakeId])))
