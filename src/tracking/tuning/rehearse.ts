import { needs } from '../history/place/evidence'
import { eventsOf, inOrder } from '../history/presence'
import { type Taught, taughtOf } from '../history/place/taught'
import type { Antenna, Read, Sensitivity, StoredTaughtSample } from '../../storage/core/store'
import { isTooWeak, withOffset } from './antenna-rules'
import { type Columns, openOrigin } from './columns'
import { isInShare, sampleSpan } from './read-ring'
import type { SampleSnapshot } from './sample'
import { lastOf, type Stay, staysOf, Tally, type TalliedMoves } from './tally'

/** Computes what the histories of recent reads are with other settings of antennas. It is pure, and changes nothing. */

/** The settings of an antenna at a live location, by its origin. */
export type AntennaSettings = Omit<Antenna, 'port' | 'powerDbm'> & { readonly presenceTimeoutSeconds: number }

export interface Settings {
  readonly sensitivity: Sensitivity
  readonly antennas: ReadonlyMap<number, AntennaSettings>
  /** The samples of taught places that decide. */
  readonly taught: readonly StoredTaughtSample[]
}

export interface RehearsalInput {
  readonly snapshot: SampleSnapshot
  /** Only assets that this reader has read are considered. Null: all assets. */
  readonly readerId: number | null
  readonly present: Settings
  readonly proposed: Settings
}

/** The moves from one location to another, with both settings. */
interface PairOfLocations {
  readonly from: number
  readonly to: number
  readonly present: number
  readonly proposed: number
}

/** An asset whose last location differs. Null: the asset has no read that counts. */
interface DifferingAsset {
  readonly assetId: number
  readonly present: number | null
  readonly proposed: number | null
}

export interface Rehearsal extends Pick<SampleSnapshot, 'from' | 'to'> {
  readonly assets: number
  /** All assets that were read. An estimate when the sample contains only a share of them. */
  readonly assetsTotal: number
  readonly reads: number
  readonly present: TalliedMoves
  readonly proposed: TalliedMoves
  /** The pairs with the most moves. */
  readonly pairs: readonly PairOfLocations[]
  readonly differing: number
  /** The first of the differing assets. */
  readonly examples: readonly DifferingAsset[]
}

const pairsMax = 50
const examplesMax = 20
/** Presence timeout of a scan, in seconds. That of a handheld is not in the sample. */
const scanTimeoutSeconds = 300

export function rehearse({ snapshot, readerId, present, proposed }: RehearsalInput): Rehearsal {
  const { reads, from, to, level } = snapshot
  const [before, after] = [variantOf(present), variantOf(proposed)]
  const differing: DifferingAsset[] = []
  const ofAssets = byAsset(snapshot, readerId)
  let count = 0
  for (const [assetId, indexes] of ofAssets) {
    count += indexes.length
    const [now, then] = [staysWith(before, reads, indexes), staysWith(after, reads, indexes)]
    if (lastOf(now) !== lastOf(then))
      differing.push({ assetId, present: lastOf(now), proposed: lastOf(then) })
  }
  return {
    from,
    to,
    assets: ofAssets.size,
    assetsTotal: ofAssets.size * 2 ** level,
    reads: count,
    present: before.tally.moves,
    proposed: after.tally.moves,
    pairs: pairsOf(before.tally, after.tally),
    differing: differing.length,
    examples: differing.toSorted((a, b) => a.assetId - b.assetId).slice(0, examplesMax),
  }
}

/** Returns the indexes of the reads by asset. */
function byAsset({ reads, to, level }: SampleSnapshot, readerId: number | null): Map<number, number[]> {
  const ofAssets = new Map<number, number[]>()
  const chosen = new Set<number>()
  for (const [index, assetId] of reads.assetIds.entries()) {
    const isRecent = (reads.at[index] as number) >= to - sampleSpan
    if (!isRecent || !isInShare(assetId, level)) continue
    ofAssets.getOrInsertComputed(assetId, () => []).push(index)
    const origin = openOrigin(reads.origins[index] as number)
    if (readerId === null || ('port' in origin && origin.readerId === readerId)) chosen.add(assetId)
  }
  for (const assetId of ofAssets.keys()) if (!chosen.has(assetId)) ofAssets.delete(assetId)
  return ofAssets
}

/** Settings, in the form in which reads cost little, and the moves with them. */
interface Variant {
  readonly settings: Settings
  readonly taught: Taught | null
  readonly tally: Tally
}

const variantOf = (settings: Settings): Variant => ({
  settings,
  taught: taughtOf(settings.taught),
  tally: new Tally(),
})

/** Returns the stays of an asset with some settings, and adds its moves to the tally. */
function staysWith(
  { settings, taught, tally }: Variant,
  columns: Columns,
  indexes: readonly number[],
): readonly Stay[] {
  const reads: Read[] = []
  for (const index of indexes) {
    const read = readOf(settings, columns, index)
    if (read === 'weak') tally.countWeak()
    else if (read) reads.push(read)
  }
  const stays = staysOf(eventsOf(null, reads.sort(inOrder), needs[settings.sensitivity], taught).events)
  tally.add(stays)
  return stays
}

/** Returns a read with the settings of its antenna; undefined for an antenna without a live location. */
function readOf({ antennas }: Settings, columns: Columns, index: number): Read | 'weak' | undefined {
  const number = columns.origins[index] as number
  const origin = openOrigin(number)
  const common = { at: columns.at[index] as number, tagId: 0 }
  if ('scannedAt' in origin)
    return {
      ...common,
      locationId: origin.scannedAt,
      rssi: null,
      readerId: null,
      antenna: null,
      presenceTimeoutSeconds: scanTimeoutSeconds,
      isScan: true,
    }
  const antenna = antennas.get(number)
  if (!antenna) return undefined
  const sent = columns.rssi[index] as number
  const rssi = Number.isNaN(sent) ? null : withOffset(sent, antenna.rssiOffsetDb)
  if (isTooWeak(rssi, antenna.minRssiDbm)) return 'weak'
  return {
    ...common,
    locationId: antenna.locationId,
    rssi,
    readerId: origin.readerId,
    antenna: origin.port,
    presenceTimeoutSeconds: antenna.presenceTimeoutSeconds,
    isScan: false,
  }
}

function pairsOf(before: Tally, after: Tally): PairOfLocations[] {
  const keys = new Set([...before.pairs.keys(), ...after.pairs.keys()])
  const pairs = [...keys].map((key): PairOfLocations => {
    const [from, to] = key.split(':').map(Number) as [number, number]
    return { from, to, present: before.pairs.get(key) ?? 0, proposed: after.pairs.get(key) ?? 0 }
  })
  const most = (pair: PairOfLocations) => Math.max(pair.present, pair.proposed)
  return pairs.sort((a, b) => most(b) - most(a) || a.from - b.from || a.to - b.to).slice(0, pairsMax)
}
