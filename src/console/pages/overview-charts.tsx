import { Group, Text } from '@mantine/core'
import type { Schemas } from '../api/client'
import { type Bar, Chart, Columns } from '../parts/chart'
import { PageLink } from '../parts/link'
import { Empty } from '../parts/states'
import { perMinute, type ReaderSample, samplesKept } from './reader-samples'

type Activity = Schemas['Activity']

const count = new Intl.NumberFormat('en')
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
      note="Each time an asset came to a location, came back to it or was scanned there."
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

export function Places({ activity }: { readonly activity: Activity }) {
  const { locations, location_count: total } = activity
  const most = Math.max(1, ...locations.map(({ assets }) => assets))
  const bars = locations.map((place) => ({
    key: place.location_external_key,
    name: place.location_name,
    value: place.assets,
  }))
  const some = total > locations.length ? ` The ${locations.length} fullest of ${total}.` : ''
  return (
    <Chart
      title="Assets by location"
      note={`Where assets are now.${some}`}
      heads={['Location', 'Assets']}
      bars={bars}
    >
      {bars.length === 0 && (
        <Empty>
          No asset has been seen yet. Attach tags to assets, and antennas of readers to locations.
        </Empty>
      )}
      <ul className="shares">
        {bars.map(({ key, name, value }) => (
          <li key={key}>
            <Group justify="space-between" wrap="nowrap">
              <PageLink href={`/?location=${encodeURIComponent(key)}`} size="sm">
                {name}
              </PageLink>
              <Text size="sm">{count.format(value)}</Text>
            </Group>
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
              <rect className="share" width={(value / most) * 100} height={8} />
            </svg>
          </li>
        ))}
      </ul>
    </Chart>
  )
}
