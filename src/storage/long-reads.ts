import type { Reads } from './store'

/** The reads that can take longer than a millisecond. They run on threads of their own (decision 0013). */

type Areas = Readonly<Record<string, Readonly<Record<string, (...args: never[]) => unknown>>>>

const always = () => true
/** A page of the default size has so many rows; their tags are read in less time than a round trip takes. */
const ofMany = (ids: readonly number[]) => ids.length > 50

/** For each long read, whether a call with these arguments is long. */
const longReads = {
  activity: { events: always, assetsInPlace: always, readers: always, silent: always },
  assets: { list: always, listIds: always, ofIds: always },
  audit: { list: always, surplusSince: always },
  events: { ofAsset: always, earliest: always },
  locationMoves: { of: always, subtree: always },
  locations: { list: always },
  refreshTokens: { surpluses: always },
  tags: { ofAssets: ofMany, ofLocations: ofMany },
  tracking: { report: always, history: always, placesOf: always },
  tree: { ancestors: always, children: always, descendants: always, whole: always },
  unknownTags: { list: always },
  whereabouts: { at: always },
} satisfies {
  readonly [A in keyof Reads]?: { readonly [M in keyof Reads[A]]?: (...args: never[]) => boolean }
}

/** Runs one read elsewhere. */
export type RunRead = (area: string, method: string, args: readonly unknown[]) => Promise<unknown>

/** The same reads, of which the long ones are handed to `run` as long as `mayRun`. */
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
