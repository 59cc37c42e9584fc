import { type Micros, second } from '../../base/time'
import type { EncodableRead, Encoder } from './payloads/encoder'
import type { Outgoing } from '../publisher'
import type { Identities, Placements } from './tags'

export interface SimulatedReader {
  readonly key: string
  /** 0 for the first. */
  readonly index: number
  readonly format: string
  readonly encoder: Encoder
  readonly mac: string
  /** Number of antennas. Their ports count from 1. */
  readonly antennas: number
  /** Number of the location of its first antenna. */
  readonly firstLocation: number
}

/** The parameters of a simulation, which all its readers share. */
export interface Simulation {
  readonly placements: Placements
  readonly identities: Identities
  readonly readers: number
  readonly locations: number
  readonly tags: number
  readonly seed: number
  /** Reads per second of all readers. Infinity means as fast as they are acknowledged. */
  readonly rate: number
  /** Reads in a message. Undefined means the usual number of the format. */
  readonly batch: number | undefined
  /** Total number of reads of all readers. Infinity means no limit. */
  readonly count: number
  /** Duration in microseconds, by the times of the reads. */
  readonly duration: Micros
  readonly startAt: Micros
}

/** A message with its reader and reads. */
export interface SimulatedMessage extends Outgoing {
  readonly reader: SimulatedReader
  readonly contents: readonly EncodableRead[]
}

/** Maximum time between the first and the last read of a message, which applies at low rates. */
const batchDurationMax = second
/** Share of the reads in which the antenna of the next location reads a tag. */
const strayShare = 0.1
/**
 * Maximum seconds between two reads of a tag for which there are stray reads. At lower rates, the service would have too
 * few reads of the right antenna to compare, and parked tags would move.
 */
const strayInterval = 4

/**
 * Generates the messages of one reader for a topic. The reads are a function of the simulation and of their times. The times
 * at which an antenna reads the same tag strictly increase, in the units of the format.
 */
export function* messagesOf(
  reader: SimulatedReader,
  simulation: Simulation,
  topic: string,
): Generator<SimulatedMessage> {
  const { encoder } = reader
  const batch = encoder.batch === 1 ? 1 : (simulation.batch ?? encoder.batch)
  const end = simulation.startAt + simulation.duration
  const count = shareOf(simulation.count, reader.index, simulation.readers)
  const timeOf = scheduleOf(reader, simulation)
  const readAt = readsOf(reader, simulation)
  let reads = 0
  for (let messages = 0; reads < count; messages++) {
    const contents: EncodableRead[] = []
    while (contents.length < batch && reads + contents.length < count) {
      const at = timeOf(reads + contents.length)
      if (at >= end || at - (contents[0]?.at ?? at) > batchDurationMax) break
      contents.push(readAt(at))
    }
    const last = contents.at(-1)
    if (!last) return
    const payload = Buffer.from(
      encoder.encode(contents, { key: reader.key, mac: reader.mac, messages, reads }),
    )
    yield {
      topic,
      payload,
      reads: contents.length,
      due: (last.at - simulation.startAt) / 1000,
      reader,
      contents,
    }
    reads += contents.length
  }
}

/** Returns the share of one of several equal parts, as a whole number. */
const shareOf = (whole: number, index: number, parts: number): number =>
  whole === Infinity ? whole : Math.floor(whole / parts) + (index < whole % parts ? 1 : 0)

/** Returns a function for the time of the n-th read: interleaved with those of the other readers, or now if the rate is unlimited. */
function scheduleOf(reader: SimulatedReader, { readers, rate, startAt }: Simulation): (n: number) => Micros {
  if (rate !== Infinity) return (n) => startAt + ((n * readers + reader.index) * second) / rate
  let start: number | undefined
  return () => {
    const now = performance.now()
    start ??= now
    return startAt + (now - start) * 1000
  }
}

/** Returns a function for the read at a time. The antennas take turns, and so do the tags at the location of an antenna. */
function readsOf(reader: SimulatedReader, simulation: Simulation): (at: Micros) => EncodableRead {
  const { placements, identities, locations, tags, rate } = simulation
  const valueOf = identities[reader.encoder.tagType]
  const strayThreshold = locations > 1 && tags / rate <= strayInterval ? 1 - strayShare : 1
  const random = randomOf(simulation.seed, reader.index)
  const timestampOf = timestampsOf(reader.encoder.tick ?? 1)
  const turns = Array.from({ length: reader.antennas }, () => 0)
  let next = 0
  return (at) => {
    const antenna = next
    next = (next + 1) % reader.antennas
    const isStray = random() >= strayThreshold
    let location = (reader.firstLocation + antenna + (isStray ? 1 : 0)) % locations
    let present = placements.at(location, at)
    let distance = isStray ? 1 : 0
    for (; present.size === 0; distance++) {
      location = (location + 1) % locations
      present = placements.at(location, at)
    }
    const turn = turns[antenna] as number
    turns[antenna] = turn + 1
    const tag = present.tag(turn % present.size)
    const strongest = distance === 0 ? -46 : -68
    return {
      antenna: antenna + 1,
      value: valueOf(tag),
      at: timestampOf(at, antenna * tags + tag),
      rssi: strongest - Math.floor(random() * 12),
    }
  }
}

/** Returns a function that rounds times to ticks. It never returns the same time twice for the same number. */
function timestampsOf(tick: Micros): (at: Micros, number: number) => Micros {
  let last: Micros = 0
  const used = new Set<number>()
  return (at, number) => {
    let time = Math.max(last, Math.floor(at / tick) * tick)
    if (used.has(number) && time === last) time = last + tick
    if (time > last) used.clear()
    used.add(number)
    last = time
    return time
  }
}

/** Returns a generator of numbers from 0 to below 1 (a Weyl sequence with the finalizer of MurmurHash3). */
function randomOf(seed: number, stream: number): () => number {
  let state = Bun.hash.xxHash32(`${seed}:${stream}`)
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
  }
}
