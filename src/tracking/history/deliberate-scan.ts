import type { Micros } from '../../base/time'
import type { Read } from '../../storage/core/store'

/** Presence timeout of a deliberate scan, in seconds. */
const timeoutSeconds = 300

/** Returns the read of a person or a handheld that says where an asset is (docs/history.md, Handheld scans). */
export const deliberateScan = (locationId: number, at: Micros, readerId: number | null = null): Read => ({
  at,
  locationId,
  rssi: null,
  readerId,
  antenna: null,
  tagId: 0,
  presenceTimeoutSeconds: timeoutSeconds,
  isScan: true,
})
