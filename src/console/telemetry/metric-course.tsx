import { Anchor, Group, SegmentedControl, Text } from '@mantine/core'
import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import { serviceNow } from '../api/service-clock'
import { t } from '../languages/messages'
import { clockTimeOf } from '../ui/values/format'
import { Failed, Loading } from '../ui/pages/query-states'
import { HourChart, scaleOf } from './hour-chart'
import { HourTable } from './hour-table'
import { type Metric, textOf, valueText } from './metric-texts'
import { type Hour, hourMs, useHours } from './use-telemetry'

const periods = [
  { value: '24', label: t('24 hours') },
  { value: '168', label: t('7 days') },
  { value: '720', label: t('30 days') },
]

interface MetricCourseProps {
  readonly assetId: number
  readonly metric: Metric
}

/** The values of a metric by hour, as a chart and as a table. The device stores the period. */
export function MetricCourse({ assetId, metric }: MetricCourseProps) {
  const [period, setPeriod] = useLocalStorage({
    key: 'whereabouts.telemetry-period',
    defaultValue: '24',
    getInitialValueInEffect: false,
  })
  const [isTable, { toggle }] = useDisclosure(false)
  const hours = Number(period)
  const { data, error, refetch } = useHours(assetId, metric, hours)
  // The number of a button has no course.
  const hasChart = metric !== 'button'
  return (
    <div className="telemetry-course">
      <Group justify="space-between" gap="xs" mb="xs">
        <SegmentedControl
          size="xs"
          aria-label={t('Period')}
          data={periods}
          value={period}
          onChange={setPeriod}
        />
        {hasChart && (
          <Anchor component="button" type="button" size="sm" onClick={toggle} aria-pressed={isTable}>
            {t('Show as table')}
          </Anchor>
        )}
      </Group>
      {!data ? (
        error ? (
          <Failed error={error} onRetry={refetch} />
        ) : (
          <Loading lines={2} />
        )
      ) : data.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('No values in this period.')}
        </Text>
      ) : isTable || !hasChart ? (
        <HourTable metric={metric} hours={data} />
      ) : (
        <Course metric={metric} rows={data} hours={hours} />
      )}
    </div>
  )
}

interface CourseProps {
  readonly metric: Metric
  /** Oldest first. */
  readonly rows: readonly Hour[]
  /** Length of the period. */
  readonly hours: number
}

function Course({ metric, rows, hours }: CourseProps) {
  const first = (Math.floor(serviceNow() / hourMs) - hours + 1) * hourMs
  const [least, greatest] = scaleOf(metric, rows)
  return (
    <>
      <div className="telemetry-chart">
        <div className="telemetry-scale" aria-hidden>
          <span>{metric === 'motion' ? t('Always') : valueText(metric, greatest)}</span>
          <span>{metric === 'motion' ? t('Never') : valueText(metric, least)}</span>
        </div>
        <HourChart {...{ metric, rows, hours, first }} label={summaryOf(metric, rows)} />
        <Group justify="space-between" className="telemetry-ticks" aria-hidden>
          <span>{clockTimeOf(new Date(first).toISOString(), serviceNow())}</span>
          <span>{t('Now')}</span>
        </Group>
      </div>
      <Text size="xs" c="dimmed" mt={4}>
        {metric === 'motion'
          ? t('By hour: the share of values that say that the tag moved.')
          : t('By hour: a bar from the least to the greatest value, and a line at the mean.')}
      </Text>
    </>
  )
}

function summaryOf(metric: Metric, rows: readonly Hour[]): string {
  const { label } = textOf(metric)
  if (metric === 'motion') return t('{metric} by hour', { metric: label })
  return t('{metric} by hour: {least} to {greatest}', {
    metric: label,
    least: valueText(metric, Math.min(...rows.map(({ min }) => min))),
    greatest: valueText(metric, Math.max(...rows.map(({ max }) => max))),
  })
}
