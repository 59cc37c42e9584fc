import { type Measured, unless, word } from './measured'

/** A number of two bytes: a whole part with a sign, and 256ths. The least and the greatest one mean that there is none. */
function fixed(bytes: Uint8Array, at: number): number {
  const number = word(bytes, at, true)
  return number === -0x8000 || number === 0x7fff ? NaN : number / 256
}

/** Reads Eddystone-TLM, version 0, which is not encrypted: voltage and temperature. */
export function readEddystoneTlm(measured: Measured, frame: Uint8Array): void {
  if (frame[0] !== 0x20 || frame[1] !== 0x00 || frame.length < 14) return
  measured.add('battery_volts', unless(0, word(frame, 2), word(frame, 2) / 1000))
  measured.add('temperature_c', fixed(frame, 4))
}

/** The versions of Minew's frame 0xA1: temperature and humidity, light, acceleration, and the name of the tag. */
const minew = { environment: 0x01, light: 0x02, acceleration: 0x03, information: 0x08 }

/** Reads the frames of Minew, service data of 0xFFE1: the type 0xA1, a version, and the battery in percent. */
export function readMinew(measured: Measured, frame: Uint8Array): void {
  if (frame[0] !== 0xa1 || frame.length < 9) return
  const version = frame[1] as number
  if (Object.values(minew).includes(version)) measured.add('battery_percent', frame[2] as number)
  if (version !== minew.environment) return
  measured.add('temperature_c', fixed(frame, 3))
  measured.add('humidity_percent', word(frame, 5) / 256)
}

/** The frames of MOKO BeaconX Pro, service data of 0xFEAB, and where the voltage is in them. */
const voltageAt: ReadonlyMap<number, number> = new Map([
  [0x40, 3],
  [0x60, 12],
  [0x70, 7],
])

export function readMoko(measured: Measured, frame: Uint8Array): void {
  const at = voltageAt.get(frame[0] ?? 0)
  if (at === undefined || frame.length < at + 2) return
  measured.add('battery_volts', unless(0, word(frame, at), word(frame, at) / 1000))
  if (frame[0] !== 0x70) return
  measured.add('temperature_c', word(frame, 3, true) / 10)
  measured.add('humidity_percent', word(frame, 5) / 10)
}

/** Reads MOKO Beacon, service data of 0xFF01: the battery in percent, and 12 other bytes. */
export function readMokoBeacon(measured: Measured, frame: Uint8Array): void {
  if (frame.length === 13) measured.add('battery_percent', frame[0] as number)
}

/** Reads the level of the Bluetooth battery service, service data of 0x180F, which many iBeacons send in a scan response. */
export function readBatteryService(measured: Measured, data: Uint8Array): void {
  if (data.length === 1) measured.add('battery_percent', data[0] as number)
}

/** The UUIDs of Jaalee's sensors, whose iBeacon has measurements as major and minor, and a byte for the battery behind them. */
const jaalee = /^4c000215ebefd08370a247c89837e7b5634df5(?:25|1c)/

/** Reads the iBeacon of Jaalee, from the number of the company on. */
export function readJaalee(measured: Measured, data: Uint8Array): void {
  if (data.length !== 26 || !jaalee.test(Buffer.from(data).toString('hex'))) return
  measured.add('temperature_c', (175 * word(data, 20)) / 0xffff - 45)
  measured.add('humidity_percent', (100 * word(data, 22)) / 0xffff)
  measured.add('battery_percent', data[25] as number)
}
