import { Button, Group } from '@mantine/core'
import { usePlaces } from '../api/use-locations'
import { t } from '../languages/messages'
import { TimeChoice } from '../time-travel/time-choice'
import { TimeProblem } from '../time-travel/time-problem'
import { ExportMenu } from '../ui/lists/export-menu'
import { PageHeader } from '../ui/pages/page-header'
import { Loading } from '../ui/pages/query-states'
import { pastRangeOf } from '../time-travel/time-words'
import { localDay } from '../ui/values/format'
import { FlowPlan } from './flow-plan'
import { movesOf, useFlows } from './report-data'
import { changeText, periodBefore, reportSpans, usePeriod } from './report-period'
import { reportSection } from './report-section'
import { StaySide } from './stay-side'

/** Flow and use: where the time of the assets goes, and their ways. */
export function FlowPage() {
  const { period, problem, choose, chooseWeeks, isWeeks } = usePeriod()
  const places = usePlaces()
  const [now, before] = [useFlows(period), useFlows(periodBefore(period))]
  const sum = ({ data }: typeof now) => data && movesOf(data.rows)
  const [moves, movesBefore] = [sum(now), sum(before)]
  return (
    <>
      <PageHeader title={t('Flow and use')} section={reportSection}>
        <ExportMenu
          path="/internal/v1/reports/flows/export"
          query={{ from: period.from, to: period.to }}
          name={`flows-${localDay(new Date(period.from))}`}
        />
      </PageHeader>
      <TimeProblem problem={problem} />
      <div className="report with-views">
        <div>
          <Group gap="xs" mb="sm" className="report-period">
            {reportSpans.map(({ label, weeks }) => (
              <Button
                key={weeks}
                variant={isWeeks(weeks) ? 'light' : 'default'}
                aria-pressed={isWeeks(weeks)}
                onClick={() => chooseWeeks(weeks)}
              >
                {label}
              </Button>
            ))}
            <TimeChoice range={{ kind: 'between', ...period }} onChange={choose} isSpan />
            <b>{pastRangeOf(period.from, period.to)}</b>
          </Group>
          {places ? (
            <FlowPlan
              {...period}
              locations={places}
              locationKey={null}
              comparison={
                moves === undefined || movesBefore === undefined ? undefined : changeText(moves, movesBefore)
              }
            />
          ) : (
            <Loading lines={8} />
          )}
        </div>
        {places && <StaySide period={period} locations={places} />}
      </div>
    </>
  )
}
