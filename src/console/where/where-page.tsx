import { Suspense } from 'react'
import { useView } from '../plans/view-switch'
import { useTimeRange } from '../time-travel/use-time-range'
import { lazily, lazilyStyled } from '../ui/pages/lazily'
import { Loading } from '../ui/pages/query-states'
import { WherePlan } from './where-plan'

/** Most users see the plan of the present, which does not need the scripts of the others. */
const WhereList = lazily(async () => (await import('./where-list')).WhereList)
const WhereBetween = lazilyStyled(async () => (await import('./where-between')).WhereBetween)

/** Shows where each asset is or was, or what moved in a span of time, as a plan or as a list. */
export function WherePage() {
  const { view } = useView()
  const { range } = useTimeRange()
  const content = () => {
    if (range.kind === 'between') return <WhereBetween {...range} />
    return view === 'plan' ? <WherePlan /> : <WhereList />
  }
  return (
    <div className="where">
      <Suspense fallback={<Loading lines={8} />}>{content()}</Suspense>
    </div>
  )
}
