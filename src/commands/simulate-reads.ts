import { type Micros, second } from '../time'
import type { EncodableRead, Encoder } from './payloads/encoder'
import type { Outgoing } from './publisher'
import type { Identities, Placements } from './simulate-tags'

export interface SimulatedReader {
  readonly key: string
  /** 0 for the first. */
  readonly index: number
  readonly format: string
  readonly encoder: Encoder
  readonly mac: string
  /** How many it has; their ports count from 1. */
  readonly antennas: number
  /** The number of the place of its first antenna. */
  readonly firstPlace: number
}

/** What all readers of a simulation share. */
export interface Simulation {
  readonly placements: Placements
  readonly identities: Identities
  readonly readers: number
  readonly places: number
  readonly tags: number
  readonly seed: number
  /** Reads per second of all readers together; Infinity for as fast as they are acknowledged. */
  readonly rate: number
  /** Undefined for what each vendor's readers do. */
  readonly batch: number | undefined
  /** How many reads all readers make together; Infinity for no end. */
  readonly count: number
  /** Microseconds that it lasts, by the times of the reads. */
  readonly duration: Micros
  readonly startAt: Micros
}

/** A message on its way, with what it says. */
export interface SimulatedMessage extends Outgoing {
  readonly reader: SimulatedReader
  readonly heard: readonly EncodableRead[]
}

/** What a reader gathers before it sends, at low rates. */
const longestBatch = second
/** A tag is heard by an antenna beside its own this often, */
const strayShare = 0.1
/** as long as its own antenna hears it so often that the service knows better; else parked tags would move about. */
const strayInterval = 4

/**
 * What one reader publishes to a topic. Its reads are a function of the simulation and their times; each one's time
 * is later than the last time that the same antenna heard the same tag, by the clock of the format.
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
  const hear = hearingOf(reader, simulation)
  let reads = 0
  for (let messages = 0; reads < count; messages++) {
    const heard: EncodableRead[] = []
    while (heard.length < batch && reads + heard.length < count) {
      const at = timeOf(reads + heard.length)
      if (at >= end || at - (heard[0]?.at ?? at) > longestBatch) break
      heard.push(hear(at))
    }
    const last = heard.at(-1)
    if (!last) return
    const payload = Buffer.from(encoder.encode(heard, { key: reader.key, mac: reader.mac, messages, reads }))
    yield { topic, payload, reads: heard.length, due: (last.at - simulation.startAt) / 1000, reader, heard }
    reads += heard.length
  }
}

/** The part of a whole that falls to one of several. */
const shareOf = (whole: number, index: number, parts: number): number =>
  whole === Infinity ? whole : Math.floor(whole / parts) + (index < whole % parts ? 1 : 0)

/** When a reader makes its n-th read: by a timetable, in turn with the others, or as soon as it is asked for one. */
function scheduleOf(reader: SimulatedReader, { readers, rate, startAt }: Simulation): (n: number) => Micros {
  if (rate !== Infinity) return (n) => startAt + ((n * readers + reader.index) * second) / rate
  let began: number | undefined
  return () => {
    const now = performance.now()
    began ??= now
    return startAt + (now - began) * 1000
  }
}

/** What a reader hears at a time: its antennas in turn, of each the tags that are there in turn. */
function hearingOf(reader: SimulatedReader, simulation: Simulation): (at: Micros) => EncodableRead {
  const { placements, identities, places, tags, rate } = simulation
  const valueOf = identities[reader.encoder.tagType]
  const straysFrom = places > 1 && tags / rate <= strayInterval ? 1 - strayShare : 1
  const random = randomOf(simulation.seed, reader.index)
  const stamp = stampsOf(reader.encoder.tick ?? 1)
  const turns = Array.from({ length: reader.antennas }, () => 0)
  let next = 0
  return (at) => {
    const antenna = next
    next = (next + 1) % reader.antennas
    const isStray = random() >= straysFrom
    let place = (reader.firstPlace + antenna + (isStray ? 1 : 0)) % places
    let present = placements.at(place, at)
    let distance = isStray ? 1 : 0
    for (; present.size === 0; distance++) {
      place = (place + 1) % places
      present = placements.at(place, at)
    }
    const turn = turns[antenna] as number
    turns[antenna] = turn + 1
    const tag = present.tag(turn % present.size)
    const strongest = distance === 0 ? -46 : -68
    return {
      antenna: antenna + 1,
      value: valueOf(tag),
      at: stamp(at, antenna * tags + tag),
      rssi: strongest - Math.floor(random() * 12),
    }
  }
}

/** The times of a clock with this tick, of which none is given twice to what has the same number. */
function stampsOf(tick: Micros): (at: Micros, number: number) => Micros {
  let last: Micros = 0
  const given = new Set<number>()
  return (at, number) => {
    let time = Math.max(last, Math.floor(at / tick) * tick)
    if (given.has(number) && time === last) time = last + tick
    if (time > last) given.clear()
    given.add(number)
    last = time
    return time
  }
}

/** Numbers from 0 to below 1, the same for the same seed and stream (a Weyl sequence, mixed as MurmurHash3 ends). */
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
