import type { Pause } from '../pause'
import type { ReadKey, Writes } from '../storage/store'
import type { Micros } from '../time'

/** A read as its reader sent it, before any correction. Two reads with the same values are the same read. */
export interface SentRead {
  /** The reader and its antenna, or the user or handheld and the location. */
  readonly source: string
  /** The tag, or for a scan the asset. */
  readonly tag: string
  readonly sentAt: Micros
}

const minute: Micros = 60_000_000
const microsPerDay: Micros = 86_400_000_000
/**
 * Maximum number of times that are stored for one tag, one antenna and one minute. No antenna reads a tag more often.
 * The oldest times are dropped.
 */
const timesMax = 4_096

/** Returns the number of days since 1970. Keys of reads are stored and deleted by day. */
export const dayOf = (at: Micros): number => Math.floor(at / microsPerDay)

/** The times of one tag, source and minute: those of earlier days, and those that are stored under today. */
interface Minute {
  readonly key: Omit<ReadKey, 'times'>
  readonly earlier: Uint32Array[]
  today: number[]
  isStored: boolean
  isChanged: boolean
}

export type Repeats = Awaited<ReturnType<typeof openRepeats>>

/**
 * Finds within one write which of `reads` are repeats of a read in the days that are stored. It takes one query for
 * all of them. `save` stores the new reads (docs/history.md, Repeats).
 */
export async function openRepeats({ ingest }: Writes, receivedAt: Micros, reads: readonly SentRead[]) {
  const day = dayOf(receivedAt)
  const minutes = new Map<string, Minute>()
  for (const read of reads) {
    const key = { ...minuteOf(read), day }
    const name = nameOf(key)
    if (!minutes.has(name))
      minutes.set(name, { key, earlier: [], today: [], isStored: false, isChanged: false })
  }
  const wanted = [...minutes.values()].map(({ key }) => key)
  for (const row of wanted.length > 0 ? await ingest.readKeys(day, wanted) : []) {
    const known = minutes.get(nameOf(row)) as Minute
    const times = new Uint32Array(row.times.slice().buffer)
    if (row.day < day) known.earlier.push(times)
    else {
      known.today = [...times]
      known.isStored = true
    }
  }

  function find(read: SentRead) {
    const key = minuteOf(read)
    const known = minutes.get(nameOf(key)) as Minute
    // Microseconds within the minute, which fit into 32 bits.
    const time = Math.abs(read.sentAt - key.minute * minute) >>> 0
    const isKnown = known.today.includes(time) || known.earlier.some((times) => times.includes(time))
    return { known, time, isKnown }
  }

  return {
    /** Returns whether the read is a repeat, and does not record it. */
    isKnown: (read: SentRead): boolean => find(read).isKnown,

    /** Returns whether the read is a repeat, and records it. */
    isRepeat(read: SentRead): boolean {
      const { known, time, isKnown } = find(read)
      if (isKnown) return true
      known.today.push(time)
      known.isChanged = true
      return false
    },

    async save(pause: Pause): Promise<void> {
      let inserted = 0
      for (const { key, today, isStored, isChanged } of minutes.values()) {
        if (!isChanged) continue
        const times = new Uint8Array(Uint32Array.from(today.slice(-timesMax)).buffer)
        await ingest.saveReadKey({ ...key, times })
        if (!isStored) inserted++
        await pause()
      }
      if (inserted > 0) await ingest.countReadKeys(day, inserted)
    },
  }
}

const minuteOf = ({ source, tag, sentAt }: SentRead) => ({
  source,
  tag: Number(BigInt.asUintN(53, Bun.hash.xxHash64(tag))),
  minute: Math.floor(sentAt / minute),
})

const nameOf = (key: { source: string; tag: number; minute: number }): string =>
  `${key.source}|${key.tag}|${key.minute}`
