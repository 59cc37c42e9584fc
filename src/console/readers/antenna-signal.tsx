import { Text } from '@mantine/core'
import type { Schemas } from '../api/client'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'

type Signal = Schemas['ReaderSignal']['antennas'][number]

interface AntennaSignalProps {
  readonly port: number
  readonly signal: Signal
  /** The minimum RSSI of the antenna in dBm. */
  readonly minRssi: number | null
}

/** Shows the RSSI of the recent reads of an antenna as numbers and on a scale, and its reads a minute. */
export function AntennaSignal({ port, signal, minRssi }: AntennaSignalProps) {
  const { reads, reads_per_minute: rate, rssi_p10_dbm, rssi_p50_dbm, rssi_p90_dbm } = signal
  if (reads === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('No reads in the last 5 minutes')}
      </Text>
    )
  const levels = [rssi_p10_dbm, rssi_p50_dbm, rssi_p90_dbm].filter((level) => level !== null)
  const [weak, typical, strong] = levels
  return (
    <div data-signal={port}>
      {levels.length > 0 && (
        <>
          <Scale port={port} levels={levels} minRssi={minRssi} />
          <Text size="sm">
            {rich('RSSI: weak {weak}, typical {typical}, strong {strong} dBm', { weak, typical, strong })}
          </Text>
        </>
      )}
      <Text size="sm">
        {t('{count, plural, one {# read a minute} other {# reads a minute}}', { count: rate })}
        {weakText(signal)}
      </Text>
    </div>
  )
}

const weakText = ({ reads, weak_reads: weak }: Signal): string =>
  weak === 0 ? '' : `, ${t('{share} % too weak', { share: Math.max(1, Math.round((100 * weak) / reads)) })}`

/** The scale in dBm, which is the same for all antennas, so that they can be compared. */
const [weakest, strongest] = [-90, -30]
const width = 180
const height = 16

const positionOf = (level: number): number =>
  (width * (Math.min(Math.max(level, weakest), strongest) - weakest)) / (strongest - weakest)

interface ScaleProps {
  readonly port: number
  /** 10 %, 50 % and 90 % of the reads are at or below these levels. */
  readonly levels: readonly number[]
  readonly minRssi: number | null
}

/** A bar from the weak to the strong reads with a mark at the typical one, and a line at the minimum RSSI. */
function Scale({ port, levels, minRssi }: ScaleProps) {
  const [weak = 0, typical = 0, strong = 0] = levels.map(positionOf)
  const [p10 = 0, p50 = 0, p90 = 0] = levels
  return (
    <svg
      className="signal"
      role="img"
      aria-label={t(
        'RSSI of antenna {port}: 10 % of the reads are at or below {p10} dBm, half at or below {p50} dBm, 90 % at or below {p90} dBm',
        { port, p10, p50, p90 },
      )}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
    >
      <line className="signal-axis" x1={0} x2={width} y1={height / 2} y2={height / 2} />
      <rect className="signal-range" x={weak} width={Math.max(2, strong - weak)} y={4} height={height - 8} />
      <rect className="signal-typical" x={typical - 1.5} width={3} y={0} height={height} />
      {minRssi !== null && (
        <line
          className="signal-minimum"
          x1={positionOf(minRssi)}
          x2={positionOf(minRssi)}
          y1={0}
          y2={height}
        />
      )}
    </svg>
  )
}
