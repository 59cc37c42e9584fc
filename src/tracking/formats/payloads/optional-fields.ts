import type { Message } from '../../../base/messages'
import { formatMessages as say } from './messages'
import type { Micros } from '../../../base/time'
import { isAbsent, type MessageSource, numberIn, unknownSource } from './decoder'
import { fromClock, fromUnix, likelyUnit, parseTime, type TimeFault, type TimeUnit } from './times'
import { zoneOf } from '../../../contract/zones'

/** The RSSI that a radio can measure, in dBm. */
const measurable = { above: -127, below: 0 }

/** Values with which readers say that there is no RSSI, in dBm. */
const rssiPlaceholders: ReadonlySet<number> = new Set([0, 127, -127, -128])

/** A TID has 32 to 192 bits. */
const tidDigits = /^(?:[\dA-F]{4}){2,12}$/i
const onlyZeros = /^0+$/

const unitOf = (unit: TimeUnit | 'ns'): Message => say(`format.${unit}`)

const example = '2026-08-21T06:45:00.123Z'

/** Maximum number of notes of a message. */
const notesMax = 20

/**
 * Reads the optional fields of a message: antenna, RSSI and time. A field that cannot be read never costs the read. It
 * is noted, so that the page of the reader can name it.
 */
export class OptionalFields {
  readonly #source: MessageSource
  readonly #notes = new Map<string, Message>()

  constructor(source: MessageSource = unknownSource) {
    this.#source = source
  }

  /** One sentence for each field that could not be read. */
  get notes(): readonly Message[] {
    return [...this.#notes.values()]
  }

  /**
   * Returns the port of an antenna, which may have a name: its port in `names`, or the number at the end of the name.
   * Without a port, it is 1: the reader has one antenna, or its settings leave the port out.
   */
  antenna(value: unknown, name: string, names?: ReadonlyMap<string, number>): number {
    if (isAbsent(value)) return 1
    const port = portNamed(value, names) ?? portOf(value)
    if (port !== null) return port
    this.#note(say('format.note_antenna', { name }))
    return 1
  }

  /** Returns the RSSI in dBm. A value that no radio can measure is a placeholder, and the read has no RSSI. */
  rssi(value: unknown, name: string, scale = 1): number | null {
    if (isAbsent(value)) return null
    const number = numberIn(value)
    // Rounding hides the error of the multiplication.
    const rssi = number === null || scale === 1 ? number : Number((number * scale).toFixed(3))
    if (rssi !== null && rssi > measurable.above && rssi < measurable.below) return rssi
    if (rssi === null) this.#note(say('format.note_number', { name }))
    else if (!rssiPlaceholders.has(rssi)) this.#note(say('format.note_rssi', { name }))
    return null
  }

  /** Returns the number of the chip, in a member to spread; nothing when there is none, or it was not read. */
  chip(value: unknown): { readonly tid?: string } {
    return typeof value === 'string' && tidDigits.test(value) && !onlyZeros.test(value)
      ? { tid: value.toUpperCase() }
      : {}
  }

  /**
   * Returns the time of a text; null for a placeholder (see `fromClock`).
   *
   * @param zone the zone of a text that contains none, such as that of a field beside it
   */
  time(value: unknown, name: string, zone?: unknown): Micros | null {
    const at = this.writtenTime(value, name, zone)
    return at === null ? null : fromClock(at)
  }

  /** Returns the time of a text, including a placeholder. */
  writtenTime(value: unknown, name: string, zone?: unknown): Micros | null {
    if (isAbsent(value)) return null
    const at = this.#parse(value, zone)
    if (typeof at === 'number') return at
    const number = numberIn(value)
    const unit = number === null ? null : likelyUnit(number)
    if (at === 'no zone') this.#note(say('format.note_zone', { name }))
    else if (unit !== null) this.#note(say('format.note_unit', { name, unit: unitOf(unit) }))
    else this.#note(say('format.note_time', { name, example }))
    return null
  }

  #parse(value: unknown, zone: unknown): Micros | TimeFault {
    if (typeof value !== 'string') return 'unreadable'
    const { zone: ofReader, receivedAt } = this.#source
    const beside = typeof zone === 'string' ? zoneOf(zone) : undefined
    return parseTime(value, ofReader ?? beside ?? null, receivedAt)
  }

  /** Returns the time of a number since 1970; null for a placeholder (see `fromClock`). */
  since1970(value: unknown, unit: TimeUnit, name: string): Micros | null {
    if (isAbsent(value)) return null
    const { zone, receivedAt } = this.#source
    const number = numberIn(value)
    if (number === null) {
      this.#note(say('format.note_since', { name, unit: unitOf(unit) }))
      return null
    }
    const likely = likelyUnit(number)
    if (likely !== null && likely !== unit)
      this.#note(say('format.note_other_unit', { name, unit: unitOf(likely), other: unitOf(unit) }))
    return fromClock(fromUnix(number, unit, zone, receivedAt))
  }

  #note(note: Message): void {
    if (this.#notes.size < notesMax) this.#notes.set(note.english, note)
  }
}

function portNamed(value: unknown, names?: ReadonlyMap<string, number>): number | undefined {
  const isName = typeof value === 'string' || typeof value === 'number'
  return isName ? names?.get(String(value).trim().toLowerCase()) : undefined
}

const portMax = 65_535
const isPort = (port: number): boolean => Number.isInteger(port) && port >= 0 && port <= portMax

/** Returns the port that a value is, or that the name of an antenna ends with: 2 of `Antenna 2` and `Dock-2`. */
function portOf(value: unknown): number | null {
  const number = numberIn(value)
  if (number !== null) return isPort(number) ? number : null
  if (typeof value !== 'string') return null
  const name = value.trim().slice(-100)
  const last = /^\p{L}/u.test(name) ? /(?<!\d)(\d{1,5})\)?$/.exec(name)?.[1] : undefined
  return last !== undefined && isPort(Number(last)) ? Number(last) : null
}
