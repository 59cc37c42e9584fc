import { type Measured, unless, word } from './measured'

/** Reads the data formats 3 and 5 of RuuviTag (https://docs.ruuvi.com), from the number of the format on. */
export function readRuuvi(measured: Measured, data: Uint8Array): void {
  if (data[0] === 3 && data.length >= 14) readFormat3(measured, data)
  if (data[0] === 5 && data.length >= 24) readFormat5(measured, data)
}

function readFormat3(measured: Measured, data: Uint8Array): void {
  const whole = data[2] as number
  const size = (whole & 0x7f) + (data[3] as number) / 100
  measured.add('humidity_percent', (data[1] as number) / 2)
  measured.add('temperature_c', whole >= 0x80 ? -size : size)
  measured.add('battery_volts', word(data, 12) / 1000)
}

function readFormat5(measured: Measured, data: Uint8Array): void {
  const temperature = word(data, 1, true)
  const humidity = word(data, 3)
  const battery = word(data, 13) >> 5
  measured.add('temperature_c', unless(-0x8000, temperature, temperature * 0.005))
  measured.add('humidity_percent', unless(0xffff, humidity, humidity * 0.0025))
  measured.add('battery_volts', unless(0x7ff, battery, 1.6 + battery / 1000))
}
