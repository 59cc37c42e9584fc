import { useMediaQuery } from '@mantine/hooks'
import type { TreeLocation } from '../api/location-tree'
import { useLocationTree } from '../api/use-locations'
import { t } from '../languages/messages'
import { useFloor } from '../plans/floor'
import { usePlan } from '../plans/plan-query'
import { PlanView } from '../plans/plan-view'
import { PageLink } from '../ui/pages/link'
import { Section } from '../ui/pages/section'

/** The plan of everything, small. On a phone, Where is one tab away. */
export function TodayPlan() {
  const hasRoom = useMediaQuery('(min-width: 48em)', false, { getInitialValueInEffect: false })
  return hasRoom ? <SmallPlan /> : null
}

function SmallPlan() {
  const { data: locations } = useLocationTree()
  const { floor } = useFloor(locations)
  const [only, ...others] = locations?.roots ?? []
  const at = only && others.length === 0 ? only : null
  const { plan, fetchImage } = usePlan(at?.id)
  if (locations?.all.length === 0) return null
  return (
    <Section
      id="today-plan"
      title={at?.name ?? t('Plan')}
      aside={
        <PageLink href="/" size="sm">
          {t('Where')}
        </PageLink>
      }
    >
      {/* The plan keeps its place while it loads. */}
      <div className="today-plan">
        {locations && floor && (!at || plan) && (
          <PlanView {...{ locations, at, plan, fetchImage, floor, hrefOf }} />
        )}
      </div>
    </Section>
  )
}

const hrefOf = ({ id }: TreeLocation): string => `/locations/${id}`
