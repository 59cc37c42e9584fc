import type { Schemas } from '../api/client'
import { type Bar, Chart, Columns } from '../ui/chart'
import { Empty } from '../ui/query-states'
import { perMinute, type ReaderSample, samplesMax } from './reader-samples'

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
      ? 'No movements in the last 24 hours'
      : `Movements in each of the last 24 hours. Maximum: ${busiest.value}, from ${busiest.name}`
  const [first, middle] = [hours[0], hours[12]]
  return (
    <Chart
      title="Movements by hour"
      note="Counts each time an asset arrived at a location, returned to it or was scanned there by hand."
      heads={['Hour', 'Movements']}
      bars={bars}
    >
      <Columns
        summary={summary}
        bars={bars}
        slotsMin={bars.length}
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
      note="Reads by fixed readers, counted every five seconds since you opened this page. Scans by hand are not included."
      heads={['Time', 'Reads per minute']}
      bars={bars}
    >
      {latest ? (
        <Columns
          summary={`Reads per minute in the last five minutes. Latest value: ${latest.value}`}
          bars={bars}
          slotsMin={samplesMax - 1}
          ticks={['5 minutes ago', 'Now']}
        />
      ) : (
        <Empty>Counting…</Empty>
      )}
    </Chart>
  )
}
