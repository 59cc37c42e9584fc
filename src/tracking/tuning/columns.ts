/** Reads as columns of equal length, so that a read takes 32 bytes and no object. */
export interface Columns {
  readonly assetIds: Float64Array
  /** Where the reads come from, see `originOf`. */
  readonly origins: Float64Array
  /** Microseconds since 1970. */
  readonly at: Float64Array
  /** RSSI as it was sent, without the offset of the antenna, in dBm; NaN without RSSI. */
  readonly rssi: Float64Array
}

export const columnNames = ['assetIds', 'origins', 'at', 'rssi'] as const satisfies (keyof Columns)[]

export const columnsOf = (length: number): Columns => ({
  assetIds: new Float64Array(length),
  origins: new Float64Array(length),
  at: new Float64Array(length),
  rssi: new Float64Array(length),
})

/** Copies one read. */
export function copyRead(from: Columns, index: number, to: Columns, target: number): void {
  to.assetIds[target] = from.assetIds[index] as number
  to.origins[target] = from.origins[index] as number
  to.at[target] = from.at[index] as number
  to.rssi[target] = from.rssi[index] as number
}

/** Ports are below this number. */
const ports = 65_536

/** Returns the number that stands for an antenna of a fixed reader. */
export const originOf = (readerId: number, port: number): number => readerId * ports + port

/** Returns the number that stands for scans by hand at a location. It is negative. */
export const scanOriginOf = (locationId: number): number => -locationId

/** What a number stands for: an antenna, or scans at a location. */
type Origin = { readonly readerId: number; readonly port: number } | { readonly scannedAt: number }

export const openOrigin = (origin: number): Origin =>
  origin < 0 ? { scannedAt: -origin } : { readerId: Math.floor(origin / ports), port: origin % ports }
