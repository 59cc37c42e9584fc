import type { DeviceCaller, SessionCaller } from '../../base/caller'
import { wireOf } from '../../base/time'
import type { StocktakeCountRow, StocktakeLineRow, StocktakeRow } from '../../storage/core/store'
import type { ByLocation, Counted } from './counts/counting'
import type { KnownRead, Sender } from './reads'
import type { CountResultView } from './schema'
import { verdictOf } from './counts/verdicts'
import { hidesExpected, personOf } from './view'

export interface CountedReads extends Counted {
  /** The counts of unknown tags, by their names. */
  readonly tagCounts: ReadonlyMap<string, ByLocation>
}

/**
 * Returns what a counter is told about each read. A read is the first one of its thing at its location, or somebody has counted it
 * there already.
 */
export function resultsOf(
  caller: SessionCaller | DeviceCaller,
  row: StocktakeRow,
  reads: readonly KnownRead[],
  { lines, counts, tagCounts, sender }: CountedReads & { readonly sender: Sender },
): CountResultView[] {
  const isHidden = hidesExpected(row, caller)
  const counted = new Set<number | string>()
  return reads.map((read) => {
    const ofThing = read.tag ? tagCounts.get(read.tag) : counts.get(read.assetId)
    const count = ofThing?.get(sender.locationId)
    const line = lines.get(read.assetId)
    if (isHidden) return blindResult(read, line)
    // Reads without times have one time: only the first of them is the count.
    const thing = read.tag || read.assetId
    const isFirst = !counted.has(thing) && isCountOf(read, count, sender)
    if (isFirst) counted.add(thing)
    return resultOf(read, line, count, isFirst)
  })
}

const blindResult = ({ index, tag }: KnownRead, line: StocktakeLineRow | undefined): CountResultView => ({
  index,
  verdict: tag ? 'unknown' : 'counted',
  asset_id: line?.assetId ?? null,
  asset_name: line?.assetName ?? null,
  expected_location_id: null,
  counted_by: null,
  counted_at: null,
})

const isCountOf = ({ at }: KnownRead, count: StocktakeCountRow | undefined, { by }: Sender): boolean =>
  !count || (count.firstAt === at && count.firstBy === by)

function resultOf(
  { index, tag }: KnownRead,
  line: StocktakeLineRow | undefined,
  count: StocktakeCountRow | undefined,
  isFirst: boolean,
): CountResultView {
  const expectedId = line?.expectedLocationId ?? null
  return {
    index,
    verdict: tag ? 'unknown' : isFirst ? verdictOf(expectedId, count?.locationId ?? 0) : 'again',
    asset_id: line?.assetId ?? null,
    asset_name: line?.assetName ?? null,
    expected_location_id: expectedId,
    counted_by: count ? personOf(count.firstBy, count.firstName) : null,
    counted_at: count ? wireOf(count.firstAt) : null,
  }
}
