import { BoundedMap } from '../../base/bounded-map'
import { withLazy } from './lazy'
import type { Reads } from './store'

/** The reads that can take longer than a millisecond. They run on separate threads (decision 0013). */

type Areas = Readonly<Record<string, Readonly<Record<string, (...args: never[]) => unknown>>>>

/**
 * What the time of a read depends on, as a value for JSON. A read runs on the serving thread if one of its last two runs
 * with the same value took less than `shortMilliseconds`: a single longer run may have waited for the processor.
 * Undefined: it always runs on a separate thread.
 */
type Shape = unknown

/** A round trip to a thread, with a copy of the rows, costs more than a read that takes less time. */
const shortMilliseconds = 1
/** Maximum number of shapes whose time is stored. */
const shapesMax = 1000

const onThread = (): Shape => undefined
/** For lists and parts of the tree: (organization, filter or id, now, page). The time of the request does not matter. */
const ofPage = (organizationId: number, filter: unknown, _now: unknown, page: unknown): Shape => [
  organizationId,
  filter,
  page,
]
const ofArguments = (...args: readonly unknown[]): Shape => args
/** A page of the default size has 50 rows. Reading their tags takes less time than a round trip to a thread. */
const ofMany = (ids: readonly number[]): Shape => (ids.length > 50 ? undefined : 'a page')

const longReads = {
  activity: { events: onThread, assetsAtLocations: onThread, readers: onThread, silent: onThread },
  alertFacts: { tree: onThread, countAt: onThread, seenBetween: ofArguments, historiesSince: onThread },
  alerts: { list: ofArguments, counts: ofArguments },
  assetList: {
    matches: onThread,
    allMatches: onThread,
    meeting: onThread,
    placed: onThread,
    placesBelow: ofArguments,
  },
  assets: { idsAfter: onThread, list: ofPage, listWithTags: ofPage, ofIds: onThread },
  audit: { list: onThread, surplusSince: onThread },
  events: { ofAsset: ofArguments, earliest: onThread },
  floor: { counts: onThread, countsAt: onThread, moves: onThread, dayMoves: onThread },
  gs1Numbers: { longestIdentities: onThread },
  locationMoves: { of: onThread, part: onThread, subtree: onThread },
  locations: { list: ofPage },
  movements: { page: onThread, count: onThread, placesBelow: ofArguments },
  mqttSessions: { assetsAt: onThread },
  placeAccuracy: { delays: onThread, weeks: onThread },
  placesAt: { at: onThread },
  readerHealth: { find: ofMany },
  readers: { inUse: onThread },
  refreshTokens: { surpluses: onThread },
  report: { list: ofPage },
  searches: { list: ofArguments },
  searchIndex: { allIds: onThread, build: onThread, idsOf: onThread, waiting: onThread },
  seen: { counts: onThread, total: onThread },
  silentReaders: { begun: onThread, ended: onThread, unwatched: onThread },
  stayReports: {
    dwell: onThread,
    flows: onThread,
    moveCounts: onThread,
    occupancy: onThread,
    occupiedPlaces: onThread,
  },
  stocktakeFacts: { since: onThread },
  stocktakeLines: { list: ofArguments, part: onThread, withVerdicts: onThread },
  stocktakePlaces: { expected: onThread, list: ofArguments, names: onThread },
  stocktakes: { list: ofArguments },
  tags: { attachedTo: ofMany, ofAssets: ofMany, ofLocations: ofMany },
  telemetry: { hours: ofArguments },
  tracking: { history: ofArguments, locationsOf: onThread },
  tree: { ancestors: ofPage, children: ofPage, descendants: ofPage, paths: onThread, whole: onThread },
  unknownTags: { ids: onThread, list: ofArguments, ofIds: onThread },
  utilization: { of: onThread, newestBefore: ofMany },
  wordSearch: { assets: onThread, locations: onThread, readers: onThread, deletedAssets: onThread },
} satisfies {
  readonly [A in keyof Reads]?: { readonly [M in keyof Reads[A]]?: (...args: never[]) => Shape }
}

/** Runs one read on another thread. Resolves with its result and the processor time that it took there. */
export type RunRead = (
  area: string,
  method: string,
  args: readonly unknown[],
) => Promise<{ readonly value: unknown; readonly milliseconds: number }>

/** Returns the reads with the long ones passed to `run`. While `mayRun` returns false, all run on this thread. */
export function withLongReads(reads: Reads, run: RunRead, mayRun: () => boolean): Reads {
  // By hash, because a filter with many keys is long. Two shapes with one hash only share an estimate.
  const times = new BoundedMap<number | bigint, { readonly last: number; readonly before: number }>(shapesMax)

  let active = 0
  let begun = 0

  /**
   * Reads that run here interleave. Each is taken to have used the same part of the time that they took together.
   *
   * @param isDoubtful whether the last time was long. It may include the time in which other threads had the processor, so
   *   the processor time is read, which is a system call.
   */
  async function runHere(
    read: () => unknown,
    isDoubtful: boolean,
  ): Promise<{ value: unknown; milliseconds: number }> {
    const [others, number] = [active++, ++begun]
    const elapsed = isDoubtful ? processorTime() : clockTime()
    try {
      const value = await read()
      return { value, milliseconds: elapsed() / (1 + others + begun - number) }
    } finally {
      active--
    }
  }

  const routed = (area: string, method: string, shapeOf: (...args: never[]) => Shape, here: Method) =>
    async function (...args: never[]): Promise<unknown> {
      const shape = shapeOf(...args)
      const key = shape === undefined ? undefined : Bun.hash(`${area}.${method} ${JSON.stringify(shape)}`)
      const known = key === undefined ? undefined : times.get(key)
      const isShort = known !== undefined && Math.min(known.last, known.before) < shortMilliseconds
      const { value, milliseconds } =
        isShort || !mayRun()
          ? await runHere(() => here(...args), known !== undefined && known.last >= shortMilliseconds)
          : await run(area, method, args)
      if (key !== undefined) times.set(key, { last: milliseconds, before: known?.last ?? milliseconds })
      return value
    }

  return withLongReadsAs(reads, routed)
}

/** Returns the function that returns the milliseconds since this call. */
function clockTime(): () => number {
  const before = performance.now()
  return () => performance.now() - before
}

/** Returns the function that returns the milliseconds for which this thread had the processor since this call. */
function processorTime(): () => number {
  const before = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
}

/** Returns the reads with the long ones passed to `run`, always. */
export const withDelegatedReads = (reads: Reads, run: RunRead): Reads =>
  withLongReadsAs(
    reads,
    (area, method) =>
      async (...args) =>
        (await run(area, method, args)).value,
  )

type Method = Areas[string][string]
type Replace = (area: string, method: string, shapeOf: (...args: never[]) => Shape, here: Method) => Method

function withLongReadsAs(reads: Reads, replace: Replace): Reads {
  const areas = reads as unknown as Areas
  const makers = Object.entries(longReads as Areas).map(([area, methods]) => {
    const make = () => {
      const ofArea = areas[area] as Areas[string]
      const replaced = Object.entries(methods).map(
        ([method, shapeOf]) => [method, replace(area, method, shapeOf, ofArea[method] as never)] as const,
      )
      return { ...ofArea, ...Object.fromEntries(replaced) }
    }
    return [area, make] as const
  })
  return withLazy<Reads>(reads, Object.fromEntries(makers))
}
