import type { Schemas } from '../api/client'
import { serviceNow } from '../api/service-clock'
import { t } from '../languages/messages'
import { isSameDay, timeFormat } from '../languages/zone'
import { type Bar, Chart, Columns } from '../ui/values/chart'
import { timeOfDayOf } from '../ui/values/format'
import { Empty } from '../ui/pages/query-states'
import { perMinute, type ReaderSample, samplesMax } from './reader-samples'

type Activity = Schemas['Activity']

const clockToSecond = timeFormat({ timeStyle: 'medium' })

const heads = [t('Hour'), t('Movements')] as const

export function Hours({ hours }: Pick<Activity, 'hours'>) {
  const hasBefore = hours.some(({ events_week_before: before }) => before > 0)
  const bars = hours.map(({ from, events, events_week_before: before }): Bar => {
    const start = Date.parse(from)
    return {
      key: from,
      name: t('{from} to {to}', { from: timeOfDayOf(start), to: timeOfDayOf(start + 3_600_000) }),
      value: events,
      ...(hasBefore && { before }),
    }
  })
  const busiest = bars.reduce((most, bar) => (bar.value > most.value ? bar : most), { name: '', value: 0 })
  const summary =
    busiest.value === 0
      ? t('No movements in the last 24 hours')
      : t('Movements in each of the last 24 hours. Maximum: {value}, from {name}', {
          value: busiest.value,
          name: busiest.name,
        })
  const [first, middle] = [hours[0], hours[12]]
  return (
    <Chart
      title={t('Movements by hour')}
      note={`${t(
        'Counts each time an asset arrived at a location, returned to it or was scanned there by hand.',
      )} ${hasBefore ? t('The outline is a week before.') : t('A week from now this compares with today.')}`}
      heads={hasBefore ? [...heads, t('A week before')] : heads}
      bars={bars}
    >
      <Columns
        summary={summary}
        bars={bars}
        slotsMin={bars.length}
        ticks={[
          first ? startOf(new Date(first.from)) : '',
          middle ? timeOfDayOf(Date.parse(middle.from)) : '',
          t('Now'),
        ]}
      />
    </Chart>
  )
}

/** The chart begins yesterday, except in the last hour of the day. */
function startOf(from: Date): string {
  const time = timeOfDayOf(from)
  return isSameDay(from, new Date(serviceNow())) ? time : t('Yesterday {time}', { time })
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
      title={t('Reads per minute')}
      note={t(
        'Reads by fixed readers, counted every five seconds since you opened this page. Scans by hand are not included.',
      )}
      heads={[t('Time'), t('Reads per minute')]}
      bars={bars}
    >
      {latest ? (
        <Columns
          summary={t('Reads per minute in the last five minutes. Latest value: {value}', {
            value: latest.value,
          })}
          bars={bars}
          slotsMin={samplesMax - 1}
          ticks={[t('5 minutes ago'), t('Now')]}
        />
      ) : (
        <Empty>{t('Counting…')}</Empty>
      )}
    </Chart>
  )
}
