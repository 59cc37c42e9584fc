import { Text } from '@mantine/core'
import type { Schemas } from '../api/client'
import { t } from '../languages/messages'
import { counted, signed } from '../ui/values/format'
import { height, positionOf, SignalBars, strongest, weakest } from '../ui/values/signal-bars'

export type Signal = Schemas['ReaderSignal']['antennas'][number]

interface AntennaSignalProps {
  readonly port: number
  readonly signal: Signal
  /** The minimum RSSI of the antenna in dBm. */
  readonly minRssi: number | null
}

/** Shows the RSSI of the recent reads of an antenna as a histogram, the median, and its reads a minute. */
export function AntennaSignal({ port, signal, minRssi }: AntennaSignalProps) {
  const { reads, reads_per_minute: rate, rssi_p50_dbm: median, weak_reads: weak } = signal
  return (
    <div className="antenna-signal" data-signal={port}>
      <div>
        {signal.rssi_histogram && (
          <Histogram port={port} signal={signal} bars={signal.rssi_histogram} minRssi={minRssi} />
        )}
        {reads === 0 && (
          <Text size="sm" c="dimmed">
            {t('No reads in the last 5 minutes')}
          </Text>
        )}
        {weak > 0 && (
          <Text size="sm" className="signal-weak">
            {t('{share} % too weak', { share: Math.max(1, Math.round((100 * weak) / reads)) })}
          </Text>
        )}
      </div>
      <span className="antenna-figure">
        <span className="antenna-label">{t('Median, dBm')}</span>{' '}
        <b>{median === null ? '–' : signed(median)}</b>
      </span>
      <span className="antenna-figure">
        <span className="antenna-label">{t('Reads/min')}</span> {counted(rate)}
      </span>
    </div>
  )
}

interface HistogramProps extends AntennaSignalProps {
  readonly bars: readonly number[]
}

/** A bar for each 2 dB, a dotted line at the median and a dashed one at the minimum RSSI. */
function Histogram({ port, signal, bars, minRssi }: HistogramProps) {
  const { rssi_p10_dbm: p10, rssi_p50_dbm: p50, rssi_p90_dbm: p90 } = signal
  const line = (level: number, className: string) => (
    <line className={className} x1={positionOf(level)} x2={positionOf(level)} y1={0} y2={height} />
  )
  return (
    <SignalBars
      label={t(
        'RSSI of antenna {port}: 10 % of the reads are at or below {p10} dBm, half at or below {p50} dBm, 90 % at or below {p90} dBm',
        { port, p10: signed(p10 ?? 0), p50: signed(p50 ?? 0), p90: signed(p90 ?? 0) },
      )}
      bars={bars}
    >
      {p50 !== null && line(p50, 'signal-median')}
      {minRssi !== null && line(minRssi, 'signal-minimum')}
    </SignalBars>
  )
}

/** The headings of the columns, for those who see them: each row names its values. */
export const SignalHeadings = () => (
  <div className="antenna-headings" aria-hidden>
    <span />
    <span>{t('Location')}</span>
    <div className="antenna-signal">
      <span className="signal-scale">
        <span>{signed(weakest)}</span>
        <span>{t('Signal, dBm')}</span>
        <span>{signed(strongest)}</span>
      </span>
      <span>{t('Median')}</span>
      <span>{t('Reads/min')}</span>
    </div>
  </div>
)
