import { t } from '../languages/messages'
import { lengthOf } from '../ui/values/format'

/** "7 min ahead" */
export function clockOf(offsetSeconds: number): string {
  const length = lengthOf(Math.abs(offsetSeconds))
  return offsetSeconds > 0 ? t('{length} ahead', { length }) : t('{length} behind', { length })
}

const quarter = 900
const hour = 3600

/** Whether an offset is that of a time zone, within two minutes: offsets are multiples of 15 minutes, up to 14 hours. */
export function isLocalTime(offsetSeconds: number): boolean {
  const length = Math.abs(offsetSeconds)
  const difference = Math.abs(length - Math.round(length / quarter) * quarter)
  return length >= hour / 2 - 120 && length <= 14 * hour + 120 && difference <= 120
}
