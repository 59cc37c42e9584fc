import type { Reads } from './store'

/** The reads that can take longer than a millisecond. They run on separate threads (decision 0013). */

type Areas = Readonly<Record<string, Readonly<Record<string, (...args: never[]) => unknown>>>>

const always = () => true
/** A page of the default size has 50 rows. Reading their tags takes less time than a round trip to a thread. */
const ofMany = (ids: readonly number[]) => ids.length > 50

/** Returns, for each long read, whether a call with these arguments is long. */
const longReads = {
  activity: { events: always, assetsAtLocations: always, readers: always, silent: always },
  assets: { list: always, listIds: always, ofIds: always },
  audit: { list: always, surplusSince: always },
  events: { ofAsset: always, earliest: always },
  locationMoves: { of: always, subtree: always },
  locations: { list: always },
  refreshTokens: { surpluses: always },
  tags: { ofAssets: ofMany, ofLocations: ofMany },
  report: { list: always },
  tracking: { history: always, locationsOf: always },
  tree: { ancestors: always, children: always, descendants: always, whole: always },
  unknownTags: { list: always },
  whereabouts: { at: always },
} satisfies {
  readonly [A in keyof Reads]?: { readonly [M in keyof Reads[A]]?: (...args: never[]) => boolean }
}

/** Runs one read on another thread. */
export type RunRead = (area: string, method: string, args: readonly unknown[]) => Promise<unknown>

/** Returns the reads with the long ones passed to `run`. While `mayRun` returns false, all run on this thread. */
export function withLongReads(reads: Reads, run: RunRead, mayRun: () => boolean): Reads {
  const result: Record<string, Areas[string]> = { ...(reads as unknown as Areas) }
  for (const [area, methods] of Object.entries(longReads as Areas)) {
    const routed = Object.entries(methods).map(([method, isLong]) => {
      const here = result[area]?.[method]
      const call = (...args: never[]) =>
        isLong(...args) && mayRun() ? run(area, method, args) : here?.(...args)
      return [method, call] as const
    })
    result[area] = { ...result[area], ...Object.fromEntries(routed) }
  }
  return result as unknown as Reads
}
