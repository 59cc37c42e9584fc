import type { Pause } from '../pause'
import type { ReadKey, Writes } from '../storage/store'
import type { Micros } from '../time'

/** A read as its reader sent it, before any correction: what comes again with the same is the same read. */
export interface SentRead {
  /** The reader and its antenna, or the person or handheld and the place. */
  readonly source: string
  /** The tag, or for a scan the asset. */
  readonly tag: string
  readonly sentAt: Micros
}

const minute: Micros = 60_000_000
const microsPerDay: Micros = 86_400_000_000
/** More reads of one tag at one antenna in a minute are not real; the oldest are forgotten. */
const timesMax = 4_096

/** Days since 1970, by which keys of reads are kept and forgotten. */
export const dayOf = (at: Micros): number => Math.floor(at / microsPerDay)

/** The times of one tag, source and minute: all that are known, and those that are kept under today. */
interface Minute {
  readonly key: Omit<ReadKey, 'times'>
  readonly earlier: Uint32Array[]
  today: number[]
  isStored: boolean
  isChanged: boolean
}

export type Repeats = Awaited<ReturnType<typeof openRepeats>>

/**
 * Tells within one write which of `reads` came before, in the days that are remembered, and remembers the others.
 * One query for all of them; `save` stores what is new.
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
    // Within the minute, so that it fits into 32 bits.
    const time = Math.abs(read.sentAt - key.minute * minute) >>> 0
    const isKnown = known.today.includes(time) || known.earlier.some((times) => times.includes(time))
    return { known, time, isKnown }
  }

  return {
    /** Whether the read came before. */
    isKnown: (read: SentRead): boolean => find(read).isKnown,

    /** Whether the read came before; it has come from now on. */
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
