import { type Log, oncePerMinute } from '../../base/log'
import { segmentMax } from '../search/format'
import { type Built, textMax } from '../search/building'
import type { SegmentRow } from '../search/indexing'
import type { Store } from './store'

/**
 * Builds the search index of assets in the background (decision 0018). A thread for long reads builds each segment. The
 * writer only stores it, in short writes that take turns with those of requests.
 */

interface Limits {
  /** Number of pending assets of an organization from which they are indexed. */
  readonly pendingMin: number
  /** Maximum number of pending assets that are indexed together. */
  readonly pendingMax: number
  /** Maximum number of assets in a segment. */
  readonly segmentMax: number
}

const defaults: Limits = { pendingMin: 256, pendingMax: 4_096, segmentMax }

/** Interval between two looks for pending assets, in milliseconds. It is the length of a period. */
const intervalMillis = 500
/** Time after which a write ends, and the number of rows that one write deletes. */
const writeMillis = 4
const rowsAtOnce = 200
/** Number of segments of similar size that are merged. Each merge makes a segment of the next size. */
const mergedCount = 4

export class SearchIndexer {
  readonly #store: Store
  readonly #limits: Limits
  /** The ids of the assets of the organization whose existing assets are being indexed. */
  #backlog: { readonly organizationId: number; readonly ids: readonly number[] } | undefined
  /** Segments that may contain data although no search reads them. Those of an earlier process are looked up. */
  #unused: number[] | undefined
  readonly #toMerge = new Set<number>()
  /**
   * The organizations whose pending assets were indexed in this period. While many assets are written, indexing as soon as
   * some are pending would make more segments, all of which must be merged.
   */
  readonly #indexed = new Set<number>()

  constructor(store: Store, limits: Partial<Limits> = {}) {
    this.#store = store
    this.#limits = { ...defaults, ...limits }
  }

  /** Does the next piece of work. Returns false when there was none. */
  async step(): Promise<boolean> {
    try {
      return (
        (await this.#deleteUnused()) ||
        (await this.#indexPending()) ||
        (await this.#merge()) ||
        (await this.#indexBacklog())
      )
    } catch (error) {
      // A write may have failed after a segment had been begun.
      this.#unused = undefined
      this.#backlog = undefined
      throw error
    }
  }

  /** Begins another period. In a period, the pending assets of an organization are indexed once, unless there are many. */
  beginPeriod(): void {
    this.#indexed.clear()
  }

  /** Stores a segment, and makes searches use it in the write that runs `alsoWrite`. */
  async #save(
    organizationId: number,
    { segment, outdated }: Built,
    replaced: readonly number[],
    alsoWrite: Parameters<Store['write']>[0] = async () => {},
  ): Promise<void> {
    let id: number | undefined
    if (segment) {
      id = await this.#store.write((tx) => tx.searchIndex.begin(organizationId, segment))
      this.#unused?.push(id)
      const segmentId = id
      for (let done = 0; done < segment.rows.length;) {
        const first = done
        done = await this.#store.write(async (tx) => {
          const startedAt = performance.now()
          let next = first
          while (next < segment.rows.length && performance.now() - startedAt < writeMillis) {
            await tx.searchIndex.addData(segmentId, segment.rows[next]!)
            next++
          }
          return next
        })
      }
    }
    await this.#store.write(async (tx) => {
      for (const each of outdated) await tx.searchIndex.markOutdated(each)
      await tx.searchIndex.replace(id, replaced)
      await alsoWrite(tx)
    })
    this.#unused = [...(this.#unused ?? []).filter((each) => each !== id), ...replaced]
    this.#toMerge.add(organizationId)
  }

  /** Returns the unused segments of an earlier process, and continues its merging. */
  async #unusedBefore(): Promise<number[]> {
    const found = await this.#store.read.searchIndex.allSegments()
    for (const { organizationId } of found) this.#toMerge.add(organizationId)
    return found.filter(({ status }) => status !== 'ready').map(({ id }) => id)
  }

  async #deleteUnused(): Promise<boolean> {
    this.#unused ??= await this.#unusedBefore()
    const [id] = this.#unused
    if (id === undefined) return false
    while (await this.#store.write((tx) => tx.searchIndex.deleteData(id, rowsAtOnce)));
    this.#unused.shift()
    return true
  }

  async #indexPending(): Promise<boolean> {
    const waiting = (await this.#store.read.searchIndex.waiting(this.#limits.pendingMin)).filter(
      ({ organizationId, count }) => count >= this.#limits.pendingMax || !this.#indexed.has(organizationId),
    )
    const [most] = waiting.toSorted((one, other) => other.count - one.count)
    if (!most) return false
    const { organizationId } = most
    this.#indexed.add(organizationId)
    // The stamps are read before the rows, so an asset that changes in between remains pending.
    const pending = await this.#store.read.searchIndex.pending(
      organizationId,
      Math.min(this.#limits.pendingMax, this.#limits.segmentMax),
    )
    const built = await this.#store.read.searchIndex.build(
      organizationId,
      pending.map(({ id }) => id),
      true,
    )
    const taken = pending.slice(0, built.taken)
    await this.#save(organizationId, built, [], (tx) => tx.searchIndex.removePending(organizationId, taken))
    return true
  }

  async #indexBacklog(): Promise<boolean> {
    const found = await this.#store.read.searchIndex.backlog()
    if (!found) return false
    const { organizationId, afterId, lastId } = found
    if (this.#backlog?.organizationId !== organizationId) {
      const all = await this.#store.read.searchIndex.allIds(organizationId)
      this.#backlog = { organizationId, ids: all.filter((id) => id > afterId && id <= lastId) }
    }
    const ids = this.#backlog.ids.slice(0, this.#limits.segmentMax)
    if (ids.length === 0) {
      await this.#store.write((tx) => tx.searchIndex.endBacklog(organizationId))
      this.#backlog = undefined
      return true
    }
    const built = await this.#store.read.searchIndex.build(organizationId, ids, true)
    const last = ids[built.taken - 1]!
    await this.#save(organizationId, built, [], (tx) => tx.searchIndex.advance(organizationId, last))
    this.#backlog = { organizationId, ids: this.#backlog.ids.slice(built.taken) }
    return true
  }

  async #merge(): Promise<boolean> {
    for (const organizationId of this.#toMerge) {
      const chosen = mergeable(
        await this.#store.read.searchIndex.segments(organizationId),
        this.#limits.segmentMax,
      )
      if (chosen) {
        const replaced = chosen.map(({ id }) => id)
        const ids = await this.#store.read.searchIndex.idsOf(replaced)
        const built = await this.#store.read.searchIndex.build(organizationId, ids, false)
        // Assets may have longer texts than when the segments were built.
        if (built.taken === ids.length) {
          await this.#save(organizationId, built, replaced)
          return true
        }
      }
      this.#toMerge.delete(organizationId)
    }
    return false
  }
}

/** Returns segments that are to be replaced with one; undefined when there are none. */
function mergeable(segments: readonly SegmentRow[], max: number): SegmentRow[] | undefined {
  const liveOf = ({ size, outdatedCount }: SegmentRow): number => size - outdatedCount
  const worn = segments.find((each) => each.outdatedCount * 2 > each.size)
  if (worn) return [worn]
  const tiers = Map.groupBy(segments, (each) => Math.floor(Math.log(liveOf(each)) / Math.log(mergedCount)))
  for (const [, ofTier] of [...tiers].toSorted(([one], [other]) => one - other)) {
    if (ofTier.length < mergedCount) continue
    const chosen: SegmentRow[] = []
    let live = 0
    let length = 0
    for (const each of ofTier.toSorted((one, other) => liveOf(one) - liveOf(other))) {
      live += liveOf(each)
      length += each.textLength
      if (live > max || length > textMax) break
      chosen.push(each)
    }
    if (chosen.length > 1) return chosen
  }
  return undefined
}

/** Keeps the search index up to date until `stop`. */
export function startSearchIndexing(store: Store, log: Log): { stop(): Promise<void> } {
  const indexer = new SearchIndexer(store)
  const logError = oncePerMinute((detail, what) => log.error(detail, what))
  let isStopped = false
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    try {
      while (!isStopped && store.problems().length === 0 && (await indexer.step()));
    } catch (err) {
      if (!isStopped) logError('search indexing failed; retrying', { err })
    }
    running = undefined
  }

  const timer = setInterval(() => {
    indexer.beginPeriod()
    running ??= run()
  }, intervalMillis)
  timer.unref()
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}
