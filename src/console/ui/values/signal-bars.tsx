import type { ReactNode } from 'react'

/** The scale in dBm, which is the same everywhere, so that antennas can be compared. */
export const [weakest, strongest] = [-80, -30]
const barWidth = 10
const width = 26 * barWidth
export const height = 40

/** The middle of the first bar stands for the weakest level. */
export const positionOf = (level: number): number => {
  const share = (Math.min(Math.max(level, weakest), strongest) - weakest) / (strongest - weakest)
  return barWidth / 2 + share * (width - barWidth)
}

interface SignalBarsProps {
  readonly label: string
  /** Number of reads by RSSI, in steps of 2 dB. */
  readonly bars: readonly number[]
  /** Lines over the bars. */
  readonly children?: ReactNode
}

/** A histogram of the RSSI of reads: a bar for each 2 dB. */
export function SignalBars({ label, bars, children }: SignalBarsProps) {
  const most = Math.max(...bars)
  return (
    <svg className="signal" role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`}>
      <line className="signal-axis" x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} />
      {bars.map((count, index) => {
        const length = count === 0 ? 1.5 : Math.max(3, (count / most) * (height - 5))
        return (
          <rect
            key={`${index * 2}`}
            className={count === 0 ? 'signal-empty' : 'signal-bar'}
            x={index * barWidth + 1}
            width={barWidth - 2}
            y={height - 1 - length}
            height={length}
            rx={1}
          />
        )
      })}
      {children}
    </svg>
  )
}
