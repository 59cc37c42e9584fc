import { Suspense } from 'react'
import { useView } from '../plans/view-switch'
import { lazily } from '../ui/pages/lazily'
import { Loading } from '../ui/pages/query-states'
import { WherePlan } from './where-plan'

/** Most users see the plan, which does not need the script of the list. */
const WhereList = lazily(async () => (await import('./where-list')).WhereList)

/** Shows where each asset is now, as a plan or as a list. */
export function WherePage() {
  const { view } = useView()
  return (
    <div className="where">
      {view === 'plan' ? (
        <WherePlan />
      ) : (
        <Suspense fallback={<Loading lines={8} />}>
          <WhereList />
        </Suspense>
      )}
    </div>
  )
}
