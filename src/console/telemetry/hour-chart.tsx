import { t } from '../languages/messages'
import { hourText, meanText } from './hour-texts'
import { type Metric, textOf, valueText } from './metric-texts'
import { type Hour, hourMs } from './use-telemetry'

interface HourChartProps {
  readonly metric: Metric
  readonly rows: readonly Hour[]
  /** Number of slots, one for each hour. */
  readonly hours: number
  /** Beginning of the first slot, in milliseconds since 1970. */
  readonly first: number
  readonly label: string
}

const height = 100
const pitch = 10
/** Least height of a bar, which would otherwise not be seen when all values of an hour are equal. */
const barMin = 2

/** A bar from the least to the greatest value of each hour, and a line at the mean. An hour without values is empty. */
export function HourChart({ metric, rows, hours, first, label }: HourChartProps) {
  const [least, greatest] = scaleOf(metric, rows)
  const levelOf = (value: number) => height - ((value - least) / (greatest - least)) * height
  return (
    <svg
      className="telemetry-hours"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${hours * pitch} ${height}`}
      preserveAspectRatio="none"
    >
      {rows.map((row) => {
        const x = ((Date.parse(row.hour) - first) / hourMs) * pitch
        // Motion is a share, so its bar begins at the bottom.
        const [top, bottom] =
          metric === 'motion' ? [levelOf(row.mean), height] : [levelOf(row.max), levelOf(row.min)]
        const length = Math.max(barMin, bottom - top)
        return (
          <g key={row.hour}>
            <title>{titleOf(metric, row)}</title>
            <rect className="column-slot" x={x} y={0} width={pitch} height={height} />
            <rect
              className="telemetry-span"
              x={x}
              y={Math.min(height - barMin, top - Math.max(0, length - (bottom - top)) / 2)}
              width={pitch}
              height={length}
            />
            {metric !== 'motion' && (
              <line
                className="telemetry-mean"
                x1={x}
                x2={x + pitch}
                y1={levelOf(row.mean)}
                y2={levelOf(row.mean)}
              />
            )}
          </g>
        )
      })}
    </svg>
  )
}

function titleOf(metric: Metric, row: Hour): string {
  const at = hourText(row)
  const mean = meanText(metric, row)
  if (metric === 'motion') return t('{at}: {share} in motion', { at, share: mean })
  const [least, greatest] = [valueText(metric, row.min), valueText(metric, row.max)]
  return t('{at}: {least} to {greatest}, mean {mean}', { at, least, greatest, mean })
}

/** The least range of values on the scale, so that noise does not fill the chart. */
const rangeMin = 1

/** Returns the ends of the scale: those of the metric, or whole numbers around all values. */
export function scaleOf(metric: Metric, rows: readonly Hour[]): readonly [least: number, greatest: number] {
  const { scale } = textOf(metric)
  if (scale) return scale
  const least = Math.floor(Math.min(...rows.map(({ min }) => min)))
  const greatest = Math.ceil(Math.max(...rows.map(({ max }) => max)))
  return [least, Math.max(greatest, least + rangeMin)]
}
