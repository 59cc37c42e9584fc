import type { Read } from '../../src/storage/core/store'
import { type Micros, second } from '../../src/base/time'
import type { Random } from './random'
import type { Run, Truth } from './score'

/**
 * The model of the simulated worlds.
 *
 * The RSSI of a read is the level at 1 m, minus the loss with the distance, minus what walls absorb, plus three normal
 * terms: shadowing, which depends on the tag, the antenna and the position; slow changes, when people and vehicles pass;
 * and fading, which is different at each read. The weaker the RSSI, the more reads are missed; at `floor`, half of them.
 * An RFID antenna reads a tag at random times, because tags collide. A BLE tag sends at regular times with some jitter,
 * and each gateway receives the same transmission or misses it.
 */
export interface Radio {
  /** RSSI at 1 m, in dBm. */
  readonly levelAt1m: number
  /** Loss for ten times the distance, in dB. */
  readonly lossPerDecade: number
  /** Standard deviations of the three terms, in dB. */
  readonly shadowing: number
  readonly slow: number
  readonly fading: number
  /** RSSI at which half of the reads are missed, in dBm. */
  readonly floor: number
  /** Share of reads that are missed at any RSSI. */
  readonly missed: number
  /** RFID: attempts of each antenna per second, at random times. BLE: seconds between two transmissions of a tag. */
  readonly attempts: { readonly perSecond: number } | { readonly everySeconds: number }
}

/** UHF RFID loses signal on the way to the tag and back, so its loss with the distance is high. */
export const rfid: Omit<Radio, 'attempts'> = {
  levelAt1m: -45,
  lossPerDecade: 32,
  shadowing: 3,
  slow: 1.5,
  fading: 3,
  floor: -72,
  missed: 0.1,
}

/** BLE changes between three channels, so its fading is high. */
export const ble: Omit<Radio, 'attempts'> = {
  levelAt1m: -59,
  lossPerDecade: 22,
  shadowing: 4,
  slow: 2,
  fading: 5,
  floor: -95,
  missed: 0.2,
}

/** Shadowing is new after about this distance; slow changes are new after about this time. */
const shadowingMeters = 2
const slowSeconds = 20
/** How soon the share of missed reads changes around `floor`, in dB. */
const floorWidth = 2
/** Jitter of BLE transmissions, as a share of the time between two. */
const jitter = 0.1

export interface Antenna {
  readonly place: number
  readonly x: number
  readonly y: number
}

/** A point of a tag's path. The tag moves in a straight line from one point to the next. */
export interface Waypoint {
  /** Seconds since the beginning of the run. */
  readonly at: number
  readonly x: number
  readonly y: number
  /** The true place from here to the next point; null while the tag is carried between two places. */
  readonly place: number | null
}

export interface Setup {
  readonly radio: Radio
  readonly antennas: readonly Antenna[]
  /** Height of the antennas above the tags, in m. */
  readonly height: number
  /** What walls between a position and an antenna absorb, in dB. */
  readonly walls?: (x: number, y: number, antenna: Antenna) => number
  readonly hasRssi?: boolean
}

/** Returns the reads of one tag on a path. The last point of the path is the end of the run. */
export function simulate(setup: Setup, path: readonly Waypoint[], random: Random): Run {
  const end = (path.at(-1) as Waypoint).at
  const links = setup.antennas.map((antenna, index) => new Link(setup, antenna, index, random))
  const reads = attemptsOf(setup, links.length, end, random)
    .map(({ at, link }) => (links[link] as Link).attempt(at, positionAt(path, at)))
    .filter((read) => read !== undefined)
  const truth = path.map(({ at, place }): Truth => ({ at: microsOf(at), place }))
  return { reads, truth, endAt: microsOf(end) }
}

const microsOf = (seconds: number): Micros => Math.round(seconds * second)

/** Returns the times at which antennas try to read the tag, in order. */
function attemptsOf(
  { radio: { attempts } }: Setup,
  links: number,
  end: number,
  random: Random,
): { at: number; link: number }[] {
  const all: { at: number; link: number }[] = []
  const each = Array.from({ length: links }, (_, link) => link)
  if ('everySeconds' in attempts) {
    const { everySeconds } = attempts
    for (let at = random.between(0, everySeconds); at < end;) {
      // Gateways report the same transmission within some milliseconds.
      for (const link of each) all.push({ at: Math.min(at + random.between(0, 0.01), end - 0.001), link })
      at += everySeconds * random.between(1 - jitter, 1 + jitter)
    }
  } else {
    for (const link of each)
      for (let at = random.wait(attempts.perSecond); at < end; at += random.wait(attempts.perSecond))
        all.push({ at, link })
  }
  return all.toSorted((a, b) => a.at - b.at)
}

interface Position {
  readonly x: number
  readonly y: number
}

function positionAt(path: readonly Waypoint[], at: number): Position {
  const after = path.findIndex((point) => point.at > at)
  const [from, to] = [path[after - 1] as Waypoint, path[after] as Waypoint]
  const share = (at - from.at) / (to.at - from.at)
  return { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) }
}

/** The radio link of one tag and one antenna. */
class Link {
  #shadowing: number
  #slow: number
  #last: { readonly at: number; readonly position: Position } | undefined

  constructor(
    private readonly setup: Setup,
    private readonly antenna: Antenna,
    private readonly index: number,
    private readonly random: Random,
  ) {
    this.#shadowing = random.normal()
    this.#slow = random.normal()
  }

  /** Returns the read at a time, or undefined if it is missed. */
  attempt(at: number, position: Position): Read | undefined {
    const { setup, antenna, index, random } = this
    const { radio, height, walls, hasRssi = true } = setup
    const last = this.#last ?? { at, position }
    const moved = Math.hypot(position.x - last.position.x, position.y - last.position.y)
    this.#shadowing = this.#next(this.#shadowing, moved / shadowingMeters)
    this.#slow = this.#next(this.#slow, (at - last.at) / slowSeconds)
    this.#last = { at, position }
    const distance = Math.hypot(position.x - antenna.x, position.y - antenna.y, height)
    const rssi =
      radio.levelAt1m -
      radio.lossPerDecade * Math.log10(distance) -
      (walls?.(position.x, position.y, antenna) ?? 0) +
      radio.shadowing * this.#shadowing +
      radio.slow * this.#slow +
      radio.fading * random.normal()
    const chance = (1 - radio.missed) / (1 + Math.exp((radio.floor - rssi) / floorWidth))
    if (random.between(0, 1) > chance) return undefined
    return readOf(microsOf(at), antenna.place, index, hasRssi ? Math.round(rssi * 2) / 2 : null)
  }

  /** A normal value that keeps less of its past, the further it goes. */
  #next(value: number, steps: number): number {
    const kept = Math.exp(-steps)
    return kept * value + Math.sqrt(1 - kept * kept) * this.random.normal()
  }
}

export const readOf = (at: Micros, locationId: number, antenna: number, rssi: number | null): Read => ({
  at,
  locationId,
  rssi,
  readerId: 1,
  antenna,
  tagId: 1,
  presenceTimeoutSeconds: 300,
  isScan: false,
})
