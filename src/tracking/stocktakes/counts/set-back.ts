import { type Micros, toMicros } from '../../../base/time'
import type { CountedThing, Shift, StocktakeCountRow, Writes } from '../../../storage/core/store'
import { shiftOf } from '../../history/set-back'
import { decided, differs } from './verdicts'

/**
 * Sets back what was counted while the clock was wrong (decision 0012). The instants of one asset keep their order, because the
 * location with the latest scan decides.
 */

/** Number of assets, tags or lines of one write. */
const atOnce = 50

interface SettingBack {
  /** Runs a write, and leaves time to requests. */
  readonly inWrite: <T>(work: (tx: Writes) => Promise<T>) => Promise<T>
  readonly shift: Shift
  readonly delta: Micros
  readonly isStopped: () => boolean
}

export async function setBackStocktakes({ inWrite, shift, delta, isStopped }: SettingBack): Promise<void> {
  for (let after = 0; !isStopped();) {
    const from = after
    const next = await inWrite((tx) => tx.setBack.stocktakeAfter(from, shift))
    if (!next) return
    const { id, isOpen } = next
    let last: CountedThing | undefined
    do {
      const done: CountedThing | undefined = last
      last = isOpen ? await inWrite((tx) => setBackCounts(tx, id, { shift, delta, after: done })) : undefined
    } while (last && !isStopped())
    let line: number | undefined = 0
    while (isOpen && line !== undefined && !isStopped()) {
      const asset: number = line
      line = await inWrite((tx) => tx.setBack.linesOfReaders(id, shift, asset, atOnce))
    }
    await inWrite((tx) => tx.setBack.stocktake(id, shift))
    after = id
  }
}

interface CountsOf {
  readonly shift: Shift
  readonly delta: Micros
  readonly after: CountedThing | undefined
}

/** Sets back the counts of the next things. Returns the last of them; undefined if there are none. */
async function setBackCounts(
  tx: Writes,
  stocktakeId: number,
  { shift, delta, after }: CountsOf,
): Promise<CountedThing | undefined> {
  const things = await tx.setBack.countedInFuture(stocktakeId, shift, after, atOnce)
  for (const { isLate, assetId, tagType, tagKey } of things) {
    const counts = assetId
      ? await tx.stocktakeCounts.ofAssets(stocktakeId, isLate, [assetId])
      : await tx.stocktakeCounts.ofTags(stocktakeId, isLate, tagType, [tagKey])
    const instants = counts.flatMap(({ firstAt, lastAt }) => [firstAt, lastAt])
    const map = shiftOf(instants, toMicros(shift.limit), delta)
    const moved = counts.map((count): StocktakeCountRow => ({
      ...count,
      firstAt: map(count.firstAt),
      lastAt: map(count.lastAt),
    }))
    for (const count of moved) tx.stocktakeCounts.save(count)
    if (isLate || !assetId) continue
    for (const line of await tx.stocktakeLines.ofAssets(stocktakeId, [assetId])) {
      const changed = decided(line, moved)
      if (differs(line, changed)) tx.stocktakeLines.update(changed)
    }
  }
  return things.at(-1)
}
