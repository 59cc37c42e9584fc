import { t } from '../languages/messages'
import { timeFormat } from '../languages/zone'
import { type Bar, Chart, Columns } from '../ui/values/chart'
import { FigureList } from '../ui/values/figure-list'
import { counted } from '../ui/values/format'
import type { UtilizationPage } from './utilization-data'

/** The sums of the report of utilization. */

interface ReportProps {
  readonly report: UtilizationPage
}

const percentText = (percent: number | null): string =>
  percent === null ? '–' : t('{share} %', { share: counted(percent) })

export function UseFigures({ report }: ReportProps) {
  const { total_count: assets, used_count: used, used_percent: percent, days } = report
  const all = counted(assets)
  const figures = [
    {
      name: t('Utilization'),
      value: percentText(percent),
      note: t('of the days, on average'),
    },
    {
      name: t('In use at least once'),
      value: percentText(assets === 0 ? null : Math.round((1000 * used) / assets) / 10),
      note: t('{used} of {all} assets', { used: counted(used), all }),
    },
    { name: t('Not in use'), value: counted(assets - used), note: t('did not move') },
    { name: t('Days'), value: counted(days.length), note: t('that have begun') },
  ]
  return <FigureList className="report-figures" figures={figures} />
}

const dayFormat = timeFormat({ weekday: 'short', day: 'numeric', month: 'short' })

export function UseByDay({ report: { days } }: ReportProps) {
  const bars = days.map(({ from, used_count: value }): Bar => ({
    key: from,
    name: dayFormat.format(new Date(from)),
    value,
  }))
  const [first, middle, last] = [bars[0], bars[Math.floor(bars.length / 2)], bars.at(-1)]
  return (
    <Chart
      title={t('Assets in use by day')}
      note={t('The number of assets that moved on the day.')}
      heads={[t('Day'), t('Assets')]}
      bars={bars}
    >
      <Columns
        summary={t('Assets in use on each day: {counts}', {
          counts: bars.map(({ name, value }) => `${name} ${counted(value)}`).join(', '),
        })}
        bars={bars}
        slotsMin={bars.length}
        ticks={[first?.name ?? '', ...(bars.length > 2 ? [middle?.name ?? ''] : []), last?.name ?? '']}
      />
    </Chart>
  )
}
