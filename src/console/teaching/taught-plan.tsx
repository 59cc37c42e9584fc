import { useElementSize } from '@mantine/hooks'
import { Link } from 'wouter'
import type { Locations, TreeLocation } from '../api/location-tree'
import { t } from '../languages/messages'
import { timeFormat } from '../languages/zone'
import { usePlan } from '../plans/plan-query'
import { type Area, pictureOf } from '../plans/shapes/picture'
import type { TaughtPlace } from './queries'

interface TaughtPlanProps {
  readonly locations: Locations
  readonly node: TreeLocation
  readonly places: readonly TaughtPlace[]
  /** Whether a sample is being recorded at the location. */
  readonly isLearning: boolean
}

/** The places beside a location, each with whether it is learned. */
export function TaughtPlan({ locations, node, places, isLearning }: TaughtPlanProps) {
  const { ref, width, height } = useElementSize()
  const { plan } = usePlan(node.parent?.id)
  const isReady = width > 0 && height > 0 && (node.parent === null || plan !== undefined)
  return (
    <section className="taught-plan" aria-label={t('Which places are learned')}>
      <div ref={ref}>
        {isReady && (
          <svg width={width} height={height} role="group" aria-label={t('Plan')}>
            {pictureOf(locations, node.parent, plan, { width, height }).areas.map((area) => (
              <Place
                key={area.location.id}
                area={area}
                place={places.find(({ location_id: id }) => id === area.location.id)}
                isHere={area.location.id === node.id}
                isLearning={isLearning}
              />
            ))}
          </svg>
        )}
      </div>
      <ul className="plain taught-legend">
        <li>
          <span data-taught="yes" aria-hidden>
            ✓
          </span>
          {t('Learned')}
        </li>
        <li>
          <span data-taught="no" aria-hidden />
          {t('Not learned or stale: the signals of the antennas decide')}
        </li>
      </ul>
    </section>
  )
}

interface PlaceProps {
  readonly area: Area
  readonly place: TaughtPlace | undefined
  readonly isHere: boolean
  readonly isLearning: boolean
}

const day = timeFormat({ day: 'numeric', month: 'short' })

function stateOf({ place, isHere, isLearning }: Omit<PlaceProps, 'area'>): string {
  if (isHere && isLearning) return t('learning now')
  if (!place) return t('not learned')
  if (place.is_stale) return t('stale, learn again')
  return t('learned {day}', { day: day.format(Date.parse(place.newest_at)) })
}

const mark = 18
/** A narrower area has only its name and its mark; the name of its link says the state. */
const stateWidth = 120

function Place(props: PlaceProps) {
  const { area, place, isHere, isLearning } = props
  const { location, points, box } = area
  const isTaught = place !== undefined && !place.is_stale
  const state = stateOf(props)
  const [x, y] = [box.x + 10, box.y + 10]
  const outline = points.map((point) => `${point.x},${point.y}`).join(' ')
  const hasRoom = box.width > 70 && box.height > 76
  return (
    <>
      <Link href={`/locations/${location.id}/learn`} aria-label={`${location.name}, ${state}`}>
        <polygon className="taught-area" data-here={isHere || undefined} points={outline} />
      </Link>
      <g className="taught-drawing" aria-hidden>
        {hasRoom && (
          <foreignObject x={x} y={y} width={box.width - 20 - mark} height={60}>
            <div className="taught-name">
              <b>{location.name}</b>
              {box.width > stateWidth && <span data-stale={place?.is_stale || undefined}>{state}</span>}
            </div>
          </foreignObject>
        )}
        <Mark isTaught={isTaught} x={box.x + box.width - mark} y={box.y + mark} />
        {isHere && isLearning && (
          <circle className="taught-now" cx={box.x + box.width / 2} cy={box.y + box.height * 0.7} r={7} />
        )}
      </g>
    </>
  )
}

interface MarkProps {
  readonly isTaught: boolean
  readonly x: number
  readonly y: number
}

/** A check in a disc, or a dashed ring. */
const Mark = ({ isTaught, x, y }: MarkProps) => (
  <>
    <circle className="taught-mark" data-taught={isTaught} cx={x} cy={y} r={8} />
    {isTaught && <path className="taught-check" d={`M${x - 4} ${y} l3 3 l5 -6`} />}
  </>
)
