import { BoundedMap } from '../../base/bounded-map'
import { type Log, oncePerMinute } from '../../base/log'
import { type Micros, second } from '../../base/time'
import { asService } from '../../base/turns/request-work'
import type { Instances } from '../../storage/core/store'
import { Pad, type SeenTag, type Sign } from './pad'

/** A read of an encode station. */
export interface PadRead extends SeenTag {
  readonly organizationId: number
  readonly readerId: number
  /** The print job whose station the reader is. */
  readonly jobId: number
  readonly at: Micros
  readonly receivedAt: Micros
}

/** What is known about a station now. */
export interface StationSign {
  readonly station: Pick<PadRead, 'organizationId' | 'readerId' | 'jobId'>
  readonly sign: Sign
}

/** Decides what a sign means. Resolves to whether it is done with: otherwise it is asked again while the tag stays. */
type Decide = (sign: StationSign) => Promise<boolean>

/** Maximum number of pads in memory. An organization has at most 200 open jobs. */
const padsMax = 10_000
/** Maximum number of reads that wait. The pads are read again and again, so reads may be lost. */
const waitingMax = 5_000
/** Number of reads in an announcement of at most 7,000 bytes. Longer values are not those of EPCs. */
const announcedAtOnce = 10
const lengthMax = 128
/** A read that arrives later, or from a clock that is wrong by more, counts at its arrival. */
const lateAfter: Micros = 10 * second

/**
 * What lies on the encode stations. Reads may arrive at any instance, and the leader decides, so that one of them knows all reads of
 * a pad. It keeps them in memory: after a restart, the tag on the pad is read again.
 */
export class Pads {
  readonly #instances: Instances
  readonly #warn: ReturnType<typeof oncePerMinute>
  readonly #pads = new BoundedMap<string, Pad>(padsMax)
  #decide: Decide = async () => true
  #waiting: PadRead[] = []
  #deciding: Promise<void> | undefined

  constructor(instances: Instances, log: Log) {
    this.#instances = instances
    this.#warn = oncePerMinute((detail, what) => log.warn(detail, what))
    instances.onAnnounced('pads', (text) => {
      if (instances.isLeader) this.#take(JSON.parse(text) as PadRead[])
    })
  }

  onSign(decide: Decide): void {
    this.#decide = decide
  }

  /** Takes the reads of a write after its commit. */
  hear(all: readonly PadRead[]): void {
    if (all.length === 0) return
    const reads = all.filter(({ value }) => value.length <= lengthMax)
    if (this.#instances.isLeader) this.#take(reads)
    else
      for (let from = 0; from < reads.length; from += announcedAtOnce)
        this.#instances.announce('pads', JSON.stringify(reads.slice(from, from + announcedAtOnce)))
  }

  /** Resolves when nothing is being decided. */
  async idle(): Promise<void> {
    await this.#deciding
  }

  #take(reads: readonly PadRead[]): void {
    this.#waiting.push(...reads.slice(0, waitingMax - this.#waiting.length))
    this.#deciding ??= asService(() => this.#decideAll()).finally(() => (this.#deciding = undefined))
  }

  async #decideAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const reads = this.#waiting
      this.#waiting = []
      for (const read of reads) {
        const deciding = this.#next(read)
        if (deciding) await deciding
      }
    }
  }

  #next({ organizationId, readerId, jobId, value, tid, at, receivedAt }: PadRead): Promise<void> | undefined {
    const key = `${jobId} ${readerId}`
    const pad = this.#pads.get(key) ?? new Pad()
    this.#pads.set(key, pad)
    const readAt = Math.abs(at - receivedAt) > lateAfter ? receivedAt : at
    const sign = pad.next({ value, ...(tid !== undefined && { tid }) }, readAt)
    return sign && this.#ask(pad, { station: { organizationId, readerId, jobId }, sign })
  }

  async #ask(pad: Pad, sign: StationSign): Promise<void> {
    try {
      if ((await this.#decide(sign)) && sign.sign.kind === 'alone') pad.settle()
    } catch (err) {
      this.#warn('an encode station failed; trying again', { err, reader: sign.station.readerId })
    }
  }
}
