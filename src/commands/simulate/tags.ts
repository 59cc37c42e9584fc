import { type Micros, second } from '../../base/time'

/**
 * The location of each tag at each time, as a function of time. It stores nothing, so ten million tags cost as much as ten,
 * and each reader can compute its tags.
 *
 * Tags are numbered from 0. The first `moving` tags move to the next location each minute, one after another; the others are
 * parked. The first location of a tag is its number modulo the number of locations.
 */
export class Placements {
  constructor(
    private readonly locations: number,
    private readonly tags: number,
    private readonly moving: number,
  ) {}

  /** Returns the number of tags at a location at a time, and the tag for each index below that number. */
  at(location: number, at: Micros): { readonly size: number; tag(index: number): number } {
    const { locations, tags, moving } = this
    const minutes = at / (60 * second)
    const moves = Math.floor(minutes)
    // A tag that still has its move of this minute ahead of it has made one move less than a tag that has moved.
    const ahead = modulo(location - moves, locations)
    const waiting = this.waitingOf(ahead, minutes - moves)
    const behind = modulo(location - moves - 1, locations)
    const moved = this.waitingOf(behind, minutes - moves)
    const arrived = countOf(behind, locations, moving) - moved
    const firstParked = moving + modulo(location - moving, locations)
    const parked = firstParked < tags ? Math.ceil((tags - firstParked) / locations) : 0
    return {
      size: waiting + arrived + parked,
      tag(index) {
        if (index < waiting) return ahead + index * locations
        if (index < waiting + arrived) return behind + (moved + index - waiting) * locations
        return firstParked + (index - waiting - arrived) * locations
      },
    }
  }

  /** Returns how many of the tags from one origin have not moved yet in this minute. `passed` is the elapsed share, 0 to 1. */
  private waitingOf(origin: number, passed: number): number {
    const count = countOf(origin, this.locations, this.moving)
    const offset = (origin * 0.618) % 1
    return Math.min(count, Math.max(0, Math.ceil(count * (1 - passed) - offset)))
  }
}

/** Returns how many numbers below `end` are `origin` modulo `locations`. */
const countOf = (origin: number, locations: number, end: number): number =>
  origin < end ? Math.ceil((end - origin) / locations) : 0

const modulo = (value: number, by: number): number => ((value % by) + by) % by

/** The keys and tag values of a simulation. They differ for each prefix, so that parallel simulations share none. */
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

  /** Returns the key of the location of an antenna. */
  location = (reader: number, port: number): string => `${this.prefix.toUpperCase()}-${reader + 1}-${port}`

  /** Returns the MAC address of a reader, locally administered. */
  mac = (reader: number): string => `02${hex(this.hash & 0xffff, 4)}${hex(reader, 6)}`
}

const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0')
