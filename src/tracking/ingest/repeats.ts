import type { Pause } from '../../base/turns/pause'
import type { Writes } from '../../storage/core/store'
import type { Micros } from '../../base/time'
import type { RecentTimes } from './recent-times'

/** A read as its reader sent it, before any correction. Two reads with the same values are the same read. */
export interface SentRead {
  /** The reader and its antenna, or the user or handheld and the location. */
  readonly source: string
  /** The tag, or for a scan the asset. */
  readonly tag: string
  readonly sentAt: Micros
}

const microsPerMinute: Micros = 60_000_000
const microsPerDay: Micros = 86_400_000_000
/**
 * Maximum number of times that are stored for one tag, one antenna and one minute. No antenna reads a tag more often.
 * The oldest times are dropped.
 */
const timesMax = 4_096

/** Returns the number of days since 1970. Keys of reads are stored and deleted by day. */
export const dayOf = (at: Micros): number => Math.floor(at / microsPerDay)

/** The times of one tag in a minute of a source. */
interface Times {
  /** The recent times, if the minute is recent and has some. */
  recent: readonly number[] | undefined
  /** The stored times of the days that count, if the minute is not recent. */
  readonly stored: Uint32Array[]
  /** The times that this write adds. */
  readonly added: number[]
  isStoredToday: boolean
}

/** A minute of a source, with its tags by their hashes. */
interface Minute {
  readonly source: string
  readonly minute: number
  readonly tags: Map<number, Times>
  /** Whether all its stored times are in the recent times, or none is stored. */
  isRecent: boolean
}

/** What a read is compared with. */
interface Known {
  readonly times: Times
  /** Microseconds within the minute, which fit into 32 bits. */
  readonly time: number
}

interface Opening {
  readonly receivedAt: Micros
  /** Undefined when other instances store reads, too. */
  readonly recent?: RecentTimes | undefined
  readonly pause?: Pause
}

/**
 * Loads what `reads` are compared with. It takes one query for each minute of a source that is not in `recent`.
 */
export async function openRepeats(
  { ingest }: Writes,
  reads: readonly SentRead[],
  { receivedAt, recent, pause = () => undefined }: Opening,
): Promise<Repeats> {
  const repeats = new Repeats({ ingest, day: dayOf(receivedAt), recent }, reads)
  await repeats.load(pause)
  return repeats
}

interface RepeatParts {
  readonly ingest: Writes['ingest']
  /** The day of receipt. */
  readonly day: number
  readonly recent: RecentTimes | undefined
}

/**
 * Finds within one write which of its reads are repeats of a read in the days that are stored. `save` stores the new reads
 * (docs/history.md, Repeats).
 */
export class Repeats {
  readonly #ingest: Writes['ingest']
  readonly #day: number
  readonly #recent: RecentTimes | undefined
  readonly #known = new Map<SentRead, Known>()
  readonly #minutes: readonly Minute[]

  constructor({ ingest, day, recent }: RepeatParts, reads: readonly SentRead[]) {
    this.#ingest = ingest
    this.#day = day
    this.#recent = recent
    const sources = new Map<string, Map<number, Minute>>()
    for (const read of reads) {
      const { source, sentAt } = read
      const number = Math.floor(sentAt / microsPerMinute)
      const ofSource = sources.getOrInsertComputed(source, () => new Map<number, Minute>())
      const { tags } = ofSource.getOrInsertComputed(number, () => newMinute(source, number))
      const times = tags.getOrInsertComputed(hashOf(read.tag), newTimes)
      this.#known.set(read, { times, time: Math.abs(sentAt - number * microsPerMinute) >>> 0 })
    }
    this.#minutes = [...sources.values()].flatMap((ofSource) => [...ofSource.values()])
  }

  async load(pause: Pause): Promise<void> {
    for (const minute of this.#minutes) {
      await this.#loadMinute(minute)
      await pause()
    }
  }

  async #loadMinute(each: Minute): Promise<void> {
    const { source, minute, tags } = each
    const cached = this.#recent?.of(this.#day, source, minute)
    if (cached) {
      each.isRecent = true
      for (const [tag, times] of tags) {
        times.recent = cached.get(tag)
        times.isStoredToday = times.recent !== undefined
      }
      return
    }
    if (this.#recent && !(await this.#ingest.hasReadKeys(this.#day, source, minute))) {
      each.isRecent = true
      return
    }
    for (const row of await this.#ingest.readKeys(this.#day, source, minute, [...tags.keys()])) {
      const times = tags.get(row.tag) as Times
      times.stored.push(toNumbers(row.times))
      times.isStoredToday ||= row.day === this.#day
    }
  }

  /** Returns whether the read, which is one of `reads`, is a repeat. Does not record it. */
  isKnown(read: SentRead): boolean {
    return isKnownIn(this.#known.get(read) as Known)
  }

  /** Returns whether the read, which is one of `reads`, is a repeat, and records it. */
  isRepeat(read: SentRead): boolean {
    const found = this.#known.get(read) as Known
    if (isKnownIn(found)) return true
    found.times.added.push(found.time)
    return false
  }

  async save(pause: Pause): Promise<void> {
    const day = this.#day
    let inserted = 0
    for (const { source, minute, tags } of this.#minutes) {
      const ofTags: number[] = []
      const added: number[] = []
      for (const [tag, times] of tags) {
        for (const time of times.added) {
          ofTags.push(tag)
          added.push(time)
        }
        if (times.added.length > 0 && !times.isStoredToday) inserted++
      }
      if (added.length === 0) continue
      const times = new Uint8Array(Uint32Array.from(added).buffer)
      await this.#ingest.addReadKeys({ day, source, minute }, ofTags, times, timesMax)
      await pause()
    }
    if (inserted > 0) await this.#ingest.countReadKeys(day, inserted)
  }

  /**
   * Adds the new reads to the recent times. Call it after the commit, and before the next write with reads of these
   * sources is opened.
   */
  updateRecent(): void {
    for (const { source, minute, tags, isRecent } of this.#minutes)
      if (isRecent) this.#recent?.add(this.#day, source, minute, tags)
    this.#recent?.evictOldest()
  }
}

const isKnownIn = ({ times: { recent, stored, added }, time }: Known): boolean =>
  recent?.includes(time) || added.includes(time) || stored.some((one) => one.includes(time))

const newMinute = (source: string, minute: number): Minute => ({
  source,
  minute,
  tags: new Map(),
  isRecent: false,
})

const newTimes = (): Times => ({ recent: undefined, stored: [], added: [], isStoredToday: false })

/** Returns the times of a row. The bytes are copied when they do not begin at a multiple of four. */
const toNumbers = (bytes: Uint8Array): Uint32Array =>
  bytes.byteOffset % 4 === 0
    ? new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
    : new Uint32Array(bytes.slice().buffer)

const hashOf = (tag: string): number => Number(BigInt.asUintN(53, Bun.hash.xxHash64(tag)))
