import type { Schemas } from '../api/client'
import { t } from '../languages/messages'
import { signed } from '../ui/values/format'

/** The documents leave room for metrics of later versions. */
export type Metric = Schemas['TelemetryValue']['metric']

interface MetricText {
  readonly label: string
  readonly unit: string
  /** The ends of the scale; undefined: those of the values. */
  readonly scale?: readonly [least: number, greatest: number]
}

const texts: Readonly<Record<Metric, MetricText>> = {
  battery_percent: { label: t('Battery'), unit: '%', scale: [0, 100] },
  battery_volts: { label: t('Battery voltage'), unit: 'V' },
  temperature_c: { label: t('Temperature'), unit: '°C' },
  humidity_percent: { label: t('Humidity'), unit: '%', scale: [0, 100] },
  motion: { label: t('Motion'), unit: '', scale: [0, 1] },
  button: { label: t('Button'), unit: '' },
}

/** The order in which the values of an asset are shown. */
export const metricOrder = Object.keys(texts)

/** Returns how a metric is shown. One of a later version has its name as label. */
export const textOf = (metric: Metric): MetricText => texts[metric] ?? { label: metric, unit: '' }

/** Returns a value with at most two digits and its unit: "−18.25 °C". */
export const valueText = (metric: Metric, value: number): string =>
  `${signed(Number(value.toFixed(2)))} ${textOf(metric).unit}`.trim()

/** Returns the last value of a metric in words. */
export function lastText(metric: Metric, value: number): string {
  if (metric === 'motion') return value > 0 ? t('In motion') : t('At rest')
  if (metric === 'button') return t('Press {number}', { number: value })
  return valueText(metric, value)
}
