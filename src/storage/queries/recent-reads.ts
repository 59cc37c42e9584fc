import { setTo } from '../sql/database'
import type { Read } from './presence'

/** Number of reads of a statement that inserts many. */
export const readsAtOnce = 32
export const recentReadColumns = 9

/** The arguments of one row, which are numbered from `first` in the order of `recentReadValues`. */
export const recentReadAt = (first: number) => ({
  assetId: setTo(`${first}`),
  observedAt: setTo(`${first + 1}`),
  locationId: setTo(`${first + 2}`),
  readerId: setTo(`${first + 3}`),
  antenna: setTo(`${first + 4}`),
  tagId: setTo(`${first + 5}`),
  rssi: setTo(`${first + 6}`),
  presenceTimeoutSeconds: setTo(`${first + 7}`),
  scan: setTo(`${first + 8}`),
})

/** Returns the numbered arguments of the rows, because naming each of them would cost more than inserting it. */
export function recentReadValues(reads: readonly { readonly assetId: number; readonly read: Read }[]) {
  const values: (number | null)[] = []
  for (const { assetId, read } of reads)
    values.push(
      assetId,
      read.at,
      read.locationId,
      read.readerId ?? 0,
      read.antenna ?? 0,
      read.tagId,
      read.rssi,
      read.presenceTimeoutSeconds,
      read.isScan ? 1 : null,
    )
  return values as unknown as Record<string, unknown>
}
