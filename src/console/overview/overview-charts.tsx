import type { Schemas } from '../api/client'
import { type Bar, Chart, Columns } from '../ui/chart'
import { Empty } from '../ui/query-states'
import { perMinute, type ReaderSample, samplesKept } from './reader-samples'

type Activity = Schemas['Activity']

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const clockToSecond = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })

export function Hours({ hours }: Pick<Activity, 'hours'>) {
  const bars = hours.map(({ from, events }): Bar => {
    const start = Date.parse(from)
    return { key: from, name: `${clock.format(start)} to ${clock.format(start + 3_600_000)}`, value: events }
  })
  const busiest = bars.reduce((most, bar) => (bar.value > most.value ? bar : most), { name: '', value: 0 })
  const summary =
    busiest.value === 0
      ? 'No scan events in the last 24 hours'
      : `Scan events in each of the last 24 hours; most of them, ${busiest.value}, from ${busiest.name}`
  const [first, middle] = [hours[0], hours[12]]
  return (
    <Chart
      title="Scan events by hour"
      note="Moves, returns and scans by hand: each time an asset came to a location, came back to it or was scanned there."
      heads={['Hour', 'Scan events']}
      bars={bars}
    >
      <Columns
        summary={summary}
        bars={bars}
        room={bars.length}
        ticks={[
          first ? `Yesterday ${clock.format(Date.parse(first.from))}` : '',
          middle ? clock.format(Date.parse(middle.from)) : '',
          'Now',
        ]}
      />
    </Chart>
  )
}

export function Reads({ samples }: { readonly samples: readonly ReaderSample[] }) {
  const bars = samples.slice(1).flatMap((sample, at): Bar[] => {
    const before = samples[at]
    if (!before) return []
    return [
      {
        key: sample.at,
        name: clockToSecond.format(Date.parse(sample.at)),
        value: perMinute(before, sample),
      },
    ]
  })
  const latest = bars.at(-1)
  return (
    <Chart
      title="Reads per minute"
      note="Of the fixed readers, counted here every five seconds since this page was opened; scans by hand are not in it."
      heads={['Time', 'Reads per minute']}
      bars={bars}
    >
      {latest ? (
        <Columns
          summary={`Reads per minute of the last minutes; ${latest.value} at last`}
          bars={bars}
          room={samplesKept - 1}
          ticks={['5 minutes ago', 'Now']}
        />
      ) : (
        <Empty>Counting …</Empty>
      )}
    </Chart>
  )
}
