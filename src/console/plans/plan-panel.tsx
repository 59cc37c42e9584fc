import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type Locations, pathTo, type TreeLocation } from '../api/location-tree'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { ageOf, counted } from '../ui/values/format'
import { FreshnessHelp } from '../ui/values/freshness-help'
import { Failed } from '../ui/pages/query-states'
import { useNow } from '../ui/values/use-now'
import { type Floor, staleShareOf, totalOf } from './floor'
import { heatOf } from './freshness'
import { usePlan } from './plan-query'
import { PlanView } from './plan-view'
import { Sheet } from './sheet'

interface PlanPanelProps {
  readonly locations: Locations
  /** The location to show; null shows all. A location without sub-locations and plan is shown in the one above it. */
  readonly at: TreeLocation | null
  readonly floor: Floor
  /** Returns the page of a location; null is that of all locations. */
  readonly hrefOf: (location: TreeLocation | null) => string
  /** Beside the plan. */
  readonly side?: ReactNode
  /** Below the plan. */
  readonly children?: ReactNode
}

/** A plan in its frame, with the path of the location and the legend. */
export function PlanPanel({ locations, at, floor, hrefOf, side, children }: PlanPanelProps) {
  const { may } = useSignedIn()
  const own = usePlan(at?.id)
  const isEmpty = at !== null && at.children.length === 0 && own.plan?.image === null
  const shown = isEmpty && at.parent ? at.parent : at
  const { plan, error, refetch, fetchImage } = usePlan(shown?.id)
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  if (error && !plan) return <Failed error={error} onRetry={refetch} />
  return (
    <section
      className="plan-panel"
      aria-label={t('Plan')}
      data-alone={side ? undefined : ''}
      data-past={floor.isPast ? '' : undefined}
    >
      <div className="plan-main">
        <div className="plan-bar">
          <Crumbs at={at} hasSeveralRoots={locations.roots.length > 1} hrefOf={hrefOf} />
          <div className="plan-explained">
            <Legend isPast={floor.isPast} />
            {!floor.isPast && <FreshnessHelp />}
          </div>
          {shown && may('manager') && !floor.isPast && (
            <Link className="plan-all" href={`/locations/${shown.id}/plan`}>
              {plan?.image || plan?.areas.length ? t('Edit plan') : t('Draw plan')}
            </Link>
          )}
        </div>
        {shown && <Directly location={shown} floor={floor} />}
        {shown === null || plan ? (
          <PlanView
            locations={locations}
            at={shown}
            plan={plan}
            fetchImage={fetchImage}
            floor={floor}
            selected={at?.id}
            hrefOf={hrefOf}
          />
        ) : (
          <div className="plan plan-ghost" role="status" aria-label={t('Loading')} />
        )}
        <Undrawn
          {...{ locations, at: shown, floor, hrefOf }}
          areas={plan?.areas}
          hasImage={Boolean(plan?.image)}
        />
        {children}
      </div>
      {side && isPhone ? <Sheet selected={at?.id}>{side}</Sheet> : side}
    </section>
  )
}

interface CrumbsProps extends Pick<PlanPanelProps, 'at' | 'hrefOf'> {
  readonly hasSeveralRoots: boolean
}

function Crumbs({ at, hasSeveralRoots, hrefOf }: CrumbsProps) {
  const path = [...(hasSeveralRoots || !at ? [null] : []), ...(at ? pathTo(at) : [])]
  return (
    <nav aria-label={t('Path of the plan')}>
      <ol className="plan-crumbs">
        {path.map((location) => (
          <li key={location?.id ?? 0}>
            {location === at ? (
              <span aria-current="location">{location?.name ?? t('All locations')}</span>
            ) : (
              <Link href={hrefOf(location)}>{location?.name ?? t('All locations')}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

export const Legend = ({ isPast }: { readonly isPast: boolean }) =>
  !isPast && (
    <div className="plan-legend" aria-hidden>
      <span>
        {rich('Last read: now {colors} 1 h ago', {
          colors: (
            <span className="plan-ramp">
              <i />
              <i />
              <i />
              <i />
            </span>
          ),
        })}
      </span>
      <span>
        <i className="swatch" />
        {t('Aging')}
      </span>
      <span>
        <i className="state-dot" data-state="moved" />
        {t('Just moved')}
      </span>
    </div>
  )

interface DirectlyProps {
  readonly location: TreeLocation
  readonly floor: Floor
}

/** The assets directly at the location of the plan. Its areas are those of its sub-locations. */
function Directly({ location, floor }: DirectlyProps) {
  const nowMs = Math.max(useNow(), floor.receivedAt) + floor.clockOffset
  const own = floor.own.get(location.id)
  if (location.children.length === 0 || !own || own.assets === 0) return null
  const { assets, lastReadAt } = own
  const stale = floor.isPast ? 0 : Math.round(staleShareOf(own) * assets)
  return (
    <Link className="plan-directly" href={`/locations/${location.id}?only=here`}>
      <i className="heat-swatch" data-heat={heatOf(assets, lastReadAt, nowMs, floor.isPast)} aria-hidden />
      <span>
        {rich('{count} directly here', { count: <b>{counted(assets)}</b> })}
        {lastReadAt !== null && ` · ${t('last read {age} ago', { age: ageOf(nowMs - lastReadAt) })}`}
        {stale > 0 && ` · ${t('{count} not seen for 24 hours', { count: counted(stale) })}`}
      </span>
    </Link>
  )
}

interface UndrawnProps extends Pick<PlanPanelProps, 'locations' | 'at' | 'floor' | 'hrefOf'> {
  readonly areas: readonly { readonly location_id: number }[] | undefined
  readonly hasImage: boolean
}

/** The sub-locations that a drawn plan does not show. */
function Undrawn({ locations, at, floor, hrefOf, areas = [], hasImage }: UndrawnProps) {
  const isDrawn = hasImage || areas.length > 0
  if (!at || !isDrawn) return null
  const drawn = new Set(
    areas.flatMap(({ location_id }) => {
      const location = locations.byId.get(location_id)
      return location ? pathTo(location).map(({ id }) => id) : []
    }),
  )
  const missing = at.children.filter(({ id }) => !drawn.has(id))
  if (missing.length === 0) return null
  return (
    <div className="plan-missing">
      {t('Not on the plan:')}
      {missing.map((location) => (
        <Link key={location.id} href={hrefOf(location)}>
          {location.name} {counted(totalOf(floor, location).assets)}
        </Link>
      ))}
    </div>
  )
}
