import { Suspense } from 'react'
import { useSearchParams } from 'wouter'
import { usePlaces } from '../api/use-locations'
import type { Condition } from '../asset-list/conditions'
import { t } from '../languages/messages'
import { MovementList } from '../movements/movement-list'
import { useView, ViewSwitch } from '../plans/view-switch'
import { FlowPlan } from '../reports/flow-plan'
import { TimeChoice } from '../time-travel/time-choice'
import { timeText } from '../time-travel/time-words'
import { TimeProblem } from '../time-travel/time-problem'
import { useTimeRange } from '../time-travel/use-time-range'
import { PageHeader } from '../ui/pages/page-header'
import { Loading } from '../ui/pages/query-states'
import { whereConditions, withConditions } from './where-conditions'

interface WhereBetweenProps {
  readonly from: string
  readonly to: string
}

/** What moved in a span of time: on the plan the ways of the assets, in the list each move. */
export function WhereBetween({ from, to }: WhereBetweenProps) {
  const { view, choose } = useView()
  const { range, problem, choose: chooseTime } = useTimeRange()
  const [params, setParams] = useSearchParams()
  const places = usePlaces()
  const name = t('What moved · {time}', { time: timeText(range) })
  const change = (next: readonly Condition[]) =>
    places && setParams((before) => withConditions(before, next, places), { replace: true })
  return (
    <>
      <PageHeader title={name}>
        <ViewSwitch view={view} onChange={choose} />
        <TimeChoice range={range} onChange={chooseTime} />
      </PageHeader>
      <TimeProblem problem={problem} since={from} />
      {!places && <Loading lines={8} />}
      {places && view === 'list' && (
        <MovementList
          {...{ name, from, to }}
          conditions={whereConditions((key) => params.get(key), places)}
          onConditions={change}
        />
      )}
      {places && view === 'plan' && (
        <Suspense fallback={<Loading lines={8} />}>
          <FlowPlan {...{ from, to }} locations={places} locationKey={params.get('location')} />
        </Suspense>
      )}
    </>
  )
}
