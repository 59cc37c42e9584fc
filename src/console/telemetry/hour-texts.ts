import { t } from '../languages/messages'
import { pastTimeOf } from '../ui/values/format'
import { type Metric, valueText } from './metric-texts'
import type { Hour } from './use-telemetry'

/** Returns the beginning of an hour: "Thu, 26 Nov, 14:00". */
export const hourText = ({ hour }: Hour): string => pastTimeOf(Date.parse(hour))

/** Returns the mean of an hour. That of motion is the share of the values that say so. */
export const meanText = (metric: Metric, { mean }: Hour): string =>
  metric === 'motion' ? shareText(mean) : valueText(metric, mean)

const shareText = (share: number): string => t('{share} %', { share: Math.round(100 * share) })
