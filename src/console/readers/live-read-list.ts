import type { components } from '../api/schema'

type LiveRead = components['schemas']['LiveRead']

/** One tag at one antenna, as a reader hears it now. */
export interface LiveReadEntry {
  readonly key: string
  /** The latest read that was no repeat. */
  readonly read: LiveRead
  readonly count: number
  /** When the latest read came here, in milliseconds since 1970: clocks of readers differ. */
  readonly receivedAt: number
}

export type LiveReadOrder = 'latest' | 'strongest'

/** What was heard so lately counts as heard now. */
export const nowMs = 10_000
/** A tag that is gone for so long leaves the list. */
const forgottenMs = 300_000

/** Gathers reads by tag and antenna: at most `most` of them, the longest unheard go first. */
export function createLiveReadList(most: number) {
  // In the order in which they were heard last.
  const lines = new Map<string, LiveReadEntry>()
  let reads = 0

  return {
    take(read: LiveRead, at: number): void {
      reads++
      const key = `${read.antenna} ${read.tag_type} ${read.value}`
      const before = lines.get(key)
      // A reader that sends again what it sent before has heard nothing new.
      if (before && read.result === 'duplicate') return
      lines.delete(key)
      lines.set(key, { key, read, count: (before?.count ?? 0) + 1, receivedAt: at })
      if (lines.size > most) lines.delete(lines.keys().next().value as string)
    },

    forgetOld(at: number): void {
      for (const [key, { receivedAt }] of lines) {
        if (at - receivedAt <= forgottenMs) return
        lines.delete(key)
      }
    },

    /** How many reads came, and how many tags at antennas they were. */
    counts: () => ({ reads, lines: lines.size }),

    /** The first `shown` of them: the latest, or of those that are heard now the strongest. */
    list(order: LiveReadOrder, shown: number, at: number): LiveReadEntry[] {
      const latest = [...lines.values()].toReversed()
      if (order === 'latest') return latest.slice(0, shown)
      const level = ({ receivedAt, read }: LiveReadEntry) =>
        at - receivedAt <= nowMs ? (read.rssi ?? -1e6) : -1e9
      return latest.toSorted((a, b) => level(b) - level(a)).slice(0, shown)
    },
  }
}
