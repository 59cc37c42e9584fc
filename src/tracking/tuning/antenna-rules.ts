/** How the settings of an antenna change its reads (docs/internal-api.md, Antennas). */

/** Returns an RSSI with the offset of its antenna, rounded to a thousandth of a dBm, which hides the error of the addition. */
export const withOffset = (rssi: number, offsetDb: number): number =>
  offsetDb === 0 ? rssi : Number((rssi + offsetDb).toFixed(3))

/** Whether a read is ignored because it is weaker than the minimum. `rssi` includes the offset. */
export const isTooWeak = (rssi: number | null, minRssiDbm: number | null): boolean =>
  rssi !== null && minRssiDbm !== null && rssi < minRssiDbm
