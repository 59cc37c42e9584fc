import type { Locations } from '../api/location-tree'
import { usePlaces } from '../api/use-locations'
import { t } from '../languages/messages'
import { TimeProblem } from '../time-travel/time-problem'
import { ExportMenu } from '../ui/lists/export-menu'
import { PageHeader } from '../ui/pages/page-header'
import { Loading } from '../ui/pages/query-states'
import { localDay } from '../ui/values/format'
import { FlowPlan } from './flow-plan'
import { movesOf, useFlows } from './report-data'
import { PeriodChoice } from './period-choice'
import { changeText, type Period, periodBefore, usePeriod } from './report-period'
import { reportSection } from './report-section'
import { StaySide } from './stay-side'

/** Flow and use: where the time of the assets goes, and their ways. */
export function FlowPage() {
  const { period, isOver, problem, ...choice } = usePeriod()
  const places = usePlaces()
  return (
    <>
      <PageHeader title={t('Flow and use')} section={reportSection}>
        {period && (
          <ExportMenu
            path="/internal/v1/reports/flows/export"
            query={{ from: period.from, to: period.to }}
            name={`flows-${localDay(new Date(period.from))}`}
          />
        )}
      </PageHeader>
      <TimeProblem problem={problem} since={period?.from} />
      {period ? (
        <div className="report with-views">
          <div>
            <PeriodChoice period={period} {...choice} />
            {places ? (
              <ComparedPlan period={period} isOver={isOver} locations={places} />
            ) : (
              <Loading lines={8} />
            )}
          </div>
          {places && <StaySide period={period} locations={places} />}
        </div>
      ) : (
        <Loading lines={8} />
      )}
    </>
  )
}

interface ComparedPlanProps {
  readonly period: Period
  /** A period that is not over has fewer moves than a whole one, which says nothing. */
  readonly isOver: boolean
  readonly locations: Locations
}

function ComparedPlan({ period, isOver, locations }: ComparedPlanProps) {
  const [now, before] = [useFlows(period), useFlows(periodBefore(period))]
  const sum = ({ data }: typeof now) => data && movesOf(data.rows)
  const [moves, movesBefore] = [sum(now), sum(before)]
  const isComparable = isOver && moves !== undefined && movesBefore !== undefined
  return (
    <FlowPlan
      {...period}
      locations={locations}
      locationKey={null}
      comparison={isComparable ? changeText(moves, movesBefore) : undefined}
    />
  )
}
