import { useSearchParams } from 'wouter'
import { usePlaces } from '../api/use-locations'
import type { Condition } from '../asset-list/conditions'
import { t } from '../languages/messages'
import { MovementList } from '../movements/movement-list'
import { TimeChoice } from '../time-travel/time-choice'
import { timeText } from '../time-travel/time-range'
import { TimeProblem } from '../time-travel/time-problem'
import { useTimeRange } from '../time-travel/use-time-range'
import { PageHeader } from '../ui/pages/page-header'
import { Loading } from '../ui/pages/query-states'
import { whereConditions, withConditions } from './where-conditions'

interface WhereBetweenProps {
  readonly from: string
  readonly to: string
}

/** What moved in a span of time. */
export function WhereBetween({ from, to }: WhereBetweenProps) {
  const { range, problem, choose: chooseTime } = useTimeRange()
  const [params, setParams] = useSearchParams()
  const places = usePlaces()
  const name = t('What moved · {time}', { time: timeText(range) })
  const change = (next: readonly Condition[]) =>
    places && setParams((before) => withConditions(before, next, places), { replace: true })
  return (
    <>
      <PageHeader title={name}>
        <TimeChoice range={range} onChange={chooseTime} />
      </PageHeader>
      <TimeProblem problem={problem} />
      {!places && <Loading lines={8} />}
      {places && (
        <MovementList
          {...{ name, from, to }}
          conditions={whereConditions((key) => params.get(key), places)}
          onConditions={change}
        />
      )}
    </>
  )
}
