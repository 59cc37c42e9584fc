import { readBthome } from './bthome'
import {
  readBatteryService,
  readEddystoneTlm,
  readJaalee,
  readMinew,
  readMoko,
  readMokoBeacon,
} from './beacons'
import { Measured, type Telemetry } from './measured'
import { readRuuvi } from './ruuvi'

const serviceData = 0x16
const manufacturerData = 0xff
const ruuvi = 0x0499
const apple = 0x004c
const bthome = 0xfcd2
/** Bytes of an iBeacon with a battery behind it; those without one are a byte shorter. */
const withBattery = 27

/** The frames of services, by the 16-bit number of the service. */
const services: ReadonlyMap<number, (measured: Measured, frame: Uint8Array) => void> = new Map([
  [0xfeaa, readEddystoneTlm],
  [0xffe1, readMinew],
  [0xfeab, readMoko],
  [0xff01, readMokoBeacon],
  [0x180f, readBatteryService],
])

/**
 * Returns what a tag says about itself in its advertisements; undefined when it says nothing. It never throws, whatever
 * the bytes are.
 *
 * @param address the address of the tag, if it is known; encrypted frames need it
 * @param known the values that a gateway has decoded, to which those of the advertisements are added
 */
export function telemetryOf(
  advertisements: readonly Uint8Array[],
  address?: string,
  known?: Measured,
): Telemetry | undefined {
  let measured = known
  for (const advertisement of advertisements)
    for (let at = 0; at + 3 < advertisement.length; at += 1 + (advertisement[at] as number)) {
      const length = advertisement[at] as number
      // A length of 0 begins the padding.
      if (length === 0) break
      if (!saysSomething(advertisement, at, length)) continue
      measured ??= new Measured()
      read(measured, advertisement.subarray(at + 1, at + 1 + length), address)
    }
  return measured === undefined || measured.isEmpty ? undefined : measured
}

const numberAt = (bytes: Uint8Array, at: number): number =>
  (bytes[at] as number) | ((bytes[at + 1] as number) << 8)

/** Whether a structure has a known frame. It is asked for each structure of each read. */
function saysSomething(advertisement: Uint8Array, at: number, length: number): boolean {
  if (length < 4) return false
  const type = advertisement[at + 1] as number
  const number = numberAt(advertisement, at + 2)
  if (type === serviceData) return number === bthome || services.has(number)
  return type === manufacturerData && (number === ruuvi || (number === apple && length === withBattery))
}

/** Reads a structure from its type on. */
function read(measured: Measured, structure: Uint8Array, address?: string): void {
  const number = numberAt(structure, 1)
  const frame = structure.subarray(3)
  if (structure[0] === serviceData) {
    if (number === bthome) readBthome(measured, frame, address)
    else services.get(number)?.(measured, frame)
  } else if (number === ruuvi) readRuuvi(measured, frame)
  else readJaalee(measured, structure.subarray(1))
}
