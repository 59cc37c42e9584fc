/** Returns BTHome 2 service data with battery (%) and temperature (°C) as a part of an advertisement, in hex. */
export function bthomeOf(battery: number, temperature: number): string {
  const values = Buffer.alloc(5)
  values.writeUInt8(0x01)
  values.writeUInt8(Math.round(battery), 1)
  values.writeUInt8(0x02, 2)
  values.writeInt16LE(Math.round(temperature * 100), 3)
  return `0916D2FC40${values.toString('hex').toUpperCase()}`
}
