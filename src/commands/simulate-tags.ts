import { type Micros, second } from '../time'

/**
 * Where each tag is at each moment, as a formula of time: nothing is stored, so that ten million tags cost what ten
 * do, and each reader knows by itself which tags it hears.
 *
 * Tags are numbered from 0. The first `moving` go round, one place further each minute, one after another; the others
 * are parked. A tag begins at the place that is its number modulo the number of places.
 */
export class Placements {
  constructor(
    private readonly places: number,
    private readonly tags: number,
    private readonly moving: number,
  ) {}

  /** How many tags are at a place at a time, and each of them by its index below that. */
  at(place: number, at: Micros): { readonly size: number; tag(index: number): number } {
    const { places, tags, moving } = this
    const minutes = at / (60 * second)
    const leg = Math.floor(minutes)
    // Those that have their leg of this minute still before them began one place nearer than those that have not.
    const ahead = modulo(place - leg, places)
    const waiting = this.waitingOf(ahead, minutes - leg)
    const behind = modulo(place - leg - 1, places)
    const moved = this.waitingOf(behind, minutes - leg)
    const arrived = countOf(behind, places, moving) - moved
    const firstParked = moving + modulo(place - moving, places)
    const parked = firstParked < tags ? Math.ceil((tags - firstParked) / places) : 0
    return {
      size: waiting + arrived + parked,
      tag(index) {
        if (index < waiting) return ahead + index * places
        if (index < waiting + arrived) return behind + (moved + index - waiting) * places
        return firstParked + (index - waiting - arrived) * places
      },
    }
  }

  /** How many of those that began at a place have not moved yet in a minute of which `passed` is over, 0 to 1. */
  private waitingOf(origin: number, passed: number): number {
    const count = countOf(origin, this.places, this.moving)
    const offset = (origin * 0.618) % 1
    return Math.min(count, Math.max(0, Math.ceil(count * (1 - passed) - offset)))
  }
}

/** How many numbers below `end` leave the rest `origin`. */
const countOf = (origin: number, places: number, end: number): number =>
  origin < end ? Math.ceil((end - origin) / places) : 0

const modulo = (value: number, by: number): number => ((value % by) + by) % by

/** What is written on the tags, different for each prefix, so that simulations side by side share none. */
export class Identities {
  private readonly hash: number

  constructor(private readonly prefix: string) {
    this.hash = Bun.hash.xxHash32(prefix)
  }

  asset = (tag: number): string => `${this.prefix.toUpperCase()}-${String(tag + 1).padStart(4, '0')}`

  /** A GIAI-96 EPC of the company prefix 0614141, which GS1 uses in its examples (EPC Tag Data Standard). */
  rfid = (tag: number): string => `3414257BF4${hex(this.hash, 8)}${hex(tag, 6)}`

  /** A static device address, with both top bits set (Bluetooth Core, volume 6, part B, 1.3.2.1). */
  ble = (tag: number): string => hex(0xc00000 + (this.hash & 0x3fffff), 6) + hex(tag, 6)

  reader = (index: number): string => `${this.prefix}-${index + 1}`

  /** The place of an antenna. */
  location = (reader: number, port: number): string => `${this.prefix.toUpperCase()}-${reader + 1}-${port}`

  /** A reader's own address, locally administered. */
  mac = (reader: number): string => `02${hex(this.hash & 0xffff, 4)}${hex(reader, 6)}`
}

const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0')
