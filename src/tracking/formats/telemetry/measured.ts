/** What tags say about themselves (docs/history.md, Telemetry). Motion is 0 or 1; a button is the number of its press. */
export const metrics = [
  'battery_percent',
  'battery_volts',
  'temperature_c',
  'humidity_percent',
  'motion',
  'button',
] as const
export type Metric = (typeof metrics)[number]

/** The values that a tag can measure. */
const possible: Readonly<Record<Metric, { readonly min: number; readonly max: number }>> = {
  battery_percent: { min: 0, max: 100 },
  battery_volts: { min: 0.1, max: 20 },
  temperature_c: { min: -200, max: 300 },
  humidity_percent: { min: 0, max: 100 },
  motion: { min: 0, max: 1 },
  button: { min: 1, max: 255 },
}

/** The temperature that programs of DS18B20 sensors send when the sensor does not answer. */
const withoutSensor = -127

/** An encrypted frame, which can be read with the key of the tag. */
export interface Sealed {
  /** The six bytes of the tag's address. */
  readonly address: Uint8Array
  /** The frame of BTHome, from its device information on. */
  readonly frame: Uint8Array
}

export interface Telemetry {
  readonly values: ReadonlyMap<Metric, number>
  /** Number of values that no tag can measure. They are left out. */
  readonly impossible: number
  readonly sealed?: Sealed | undefined
  /** The number of the packet, when the tag sends one. It tells presses of a button apart. */
  readonly packet?: number | undefined
}

/** Collects the values of an advertisement. The first value of a metric counts. */
export class Measured {
  readonly values = new Map<Metric, number>()
  impossible = 0
  sealed: Sealed | undefined
  packet: number | undefined

  /** Adds a value. NaN is the way of the tag to say that it has none. */
  add(metric: Metric, value: number): void {
    if (Number.isNaN(value) || this.values.has(metric)) return
    if (metric === 'temperature_c' && value === withoutSensor) return
    const { min, max } = possible[metric]
    if (value < min || value > max) this.impossible++
    // Rounding hides the error of the multiplication.
    else this.values.set(metric, Number(value.toFixed(4)))
  }

  /** Adds a value that a gateway has decoded. Anything but a number is not one. */
  addSent(metric: Metric, value: unknown): void {
    if (typeof value === 'number') this.add(metric, value)
  }

  get isEmpty(): boolean {
    return this.values.size === 0 && this.impossible === 0 && this.sealed === undefined
  }
}

/** Returns a whole number of up to four bytes, in the order of Bluetooth, which sends the low byte first. */
export function littleEndian(bytes: Uint8Array, at: number, length: number, isSigned = false): number {
  let value = 0
  for (let index = length - 1; index >= 0; index--) value = value * 256 + (bytes[at + index] as number)
  return isSigned && value >= 2 ** (8 * length - 1) ? value - 2 ** (8 * length) : value
}

/** Returns a number of two bytes, of which the high one is first. */
export function word(bytes: Uint8Array, at: number, isSigned = false): number {
  const value = (bytes[at] as number) * 256 + (bytes[at + 1] as number)
  return isSigned && value >= 0x8000 ? value - 0x10000 : value
}

/** The value of a field without a measurement. */
export const unless = (none: number, value: number, scaled: number): number => (value === none ? NaN : scaled)
