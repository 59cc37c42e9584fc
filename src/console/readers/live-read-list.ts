import type { components } from '../api/schema'

type LiveRead = components['schemas']['LiveRead']

/** One tag that is being read by one antenna. */
export interface LiveReadEntry {
  readonly key: string
  /** The latest read that is not a duplicate. */
  readonly read: LiveRead
  readonly count: number
  /** When the browser received the latest read, in milliseconds since 1970. The clocks of readers may be wrong. */
  readonly receivedAt: number
}

export type LiveReadOrder = 'latest' | 'strongest'

/** A tag counts as being read now for this long after its last read, in milliseconds. */
export const nowMs = 10_000
/** A tag is removed from the list this long after its last read, in milliseconds. */
const forgottenMs = 300_000

/** Groups reads by tag and antenna. Keeps at most `max` groups and drops the one whose last read is the oldest. */
export function createLiveReadList(max: number) {
  // Ordered by the last read, the oldest first.
  const lines = new Map<string, LiveReadEntry>()
  let reads = 0

  return {
    add(read: LiveRead, at: number): void {
      reads++
      const key = `${read.antenna} ${read.tag_type} ${read.value}`
      const before = lines.get(key)
      // A duplicate is an old read that the reader sent again.
      if (before && read.result === 'duplicate') return
      lines.delete(key)
      lines.set(key, { key, read, count: (before?.count ?? 0) + 1, receivedAt: at })
      if (lines.size > max) lines.delete(lines.keys().next().value as string)
    },

    removeOld(at: number): void {
      for (const [key, { receivedAt }] of lines) {
        if (at - receivedAt <= forgottenMs) return
        lines.delete(key)
      }
    },

    /** Returns the number of reads, and the number of groups by tag and antenna. */
    counts: () => ({ reads, lines: lines.size }),

    /** Returns the first `shown` groups: the latest, or the strongest of those that are being read now. */
    list(order: LiveReadOrder, shown: number, at: number): LiveReadEntry[] {
      const latest = [...lines.values()].toReversed()
      if (order === 'latest') return latest.slice(0, shown)
      const level = ({ receivedAt, read }: LiveReadEntry) =>
        at - receivedAt <= nowMs ? (read.rssi ?? -1e6) : -1e9
      return latest.toSorted((a, b) => level(b) - level(a)).slice(0, shown)
    },
  }
}
