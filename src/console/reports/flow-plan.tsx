import { Button, Text } from '@mantine/core'
import { useElementSize, useMediaQuery } from '@mantine/hooks'
import { useId, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { type Locations, pathTo, type TreeLocation } from '../api/location-tree'
import { t } from '../languages/messages'
import { PlanImage } from '../plans/plan-image'
import { usePlan } from '../plans/plan-query'
import { type Area, type Picture, pictureOf } from '../plans/shapes/picture'
import { Failed, Loading } from '../ui/pages/query-states'
import { ageOf, counted, lengthOf } from '../ui/values/format'
import { fittingName } from '../plans/shapes/names'
import { FlowList } from './flow-list'
import {
  type Flow,
  flowsBetween,
  movesOf,
  shownFlows,
  type Stay,
  staysOf,
  useDwell,
  useFlows,
} from './report-data'

interface FlowPlanProps {
  readonly from: string
  readonly to: string
  readonly locations: Locations
  readonly locationKey: string | null
  /** The moves of the same time before, in words. */
  readonly comparison?: string | undefined
}

const arrowsMax = 12
const arrowsMaxOfPhone = 3

/** A plan with the ways of assets in a span of time: an arrow is as wide as its moves, and an area as dark as its stays are long. */
export function FlowPlan({ from, to, locations, locationKey, comparison }: FlowPlanProps) {
  const period = { from, to }
  const [flows, dwell] = [useFlows(period), useDwell(period)]
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const [isList, setList] = useState(false)
  const { roots, all } = locations
  const at = all.find(({ key }) => key === locationKey) ?? (roots.length === 1 ? roots[0] : undefined)
  const shown = at && at.children.length === 0 ? (at.parent ?? undefined) : at
  const { plan, fetchImage } = usePlan(shown?.id)
  const error = flows.error ?? dwell.error
  if (!flows.data || !dwell.data || (shown && !plan))
    return error ? (
      <Failed error={error} onRetry={() => Promise.all([flows.refetch(), dwell.refetch()])} />
    ) : (
      <Loading lines={8} />
    )
  if (flows.data.rows.length === 0 && dwell.data.rows.length === 0)
    return <Text>{t('No moves were recorded in this time.')}</Text>
  const props = { locations, at: shown ?? null, plan, fetchImage, isPhone }
  return (
    <section className="flow-plan" aria-label={t('Ways of the assets')}>
      {!flows.data.isCurrent && (
        <Text size="sm" role="status">
          {t('The latest moves are not counted yet. This takes a few minutes.')}
        </Text>
      )}
      <FlowStage
        {...props}
        stays={staysOf(dwell.data.rows, locations)}
        rows={flows.data.rows}
        isList={isList}
        footer={(numbers) => (
          <footer className="flow-numbers">
            <span>
              {t('{count, plural, one {# move} other {# moves}}', { count: movesOf(flows.data.rows) })}
              {comparison !== undefined && `, ${comparison}`}
            </span>
            {numbers.others > 0 && (
              <span>
                {t(
                  'Arrows show flows of {least} and more; {count, plural, one {# smaller one is} other {# smaller ones are}} in the list.',
                  { least: counted(numbers.least), count: numbers.others },
                )}
              </span>
            )}
            <span className="flow-legend">{t('In a place: how long a stay lasts on average.')}</span>
            <Button variant="subtle" size="compact-sm" onClick={() => setList(!isList)} aria-pressed={isList}>
              {isList ? t('Show the plan') : t('Show as a list')}
            </Button>
          </footer>
        )}
      />
    </section>
  )
}

interface StageProps extends Pick<FlowPlanProps, 'locations'> {
  readonly at: TreeLocation | null
  readonly plan: ReturnType<typeof usePlan>['plan']
  readonly fetchImage: ReturnType<typeof usePlan>['fetchImage']
  readonly isPhone: boolean
  readonly stays: ReadonlyMap<number, Stay>
  readonly rows: Parameters<typeof flowsBetween>[0]
  readonly isList: boolean
  readonly footer: (numbers: ReturnType<typeof shownFlows>) => React.ReactNode
}

function FlowStage({ locations, at, plan, fetchImage, isPhone, stays, rows, isList, footer }: StageProps) {
  const { ref, width, height } = useElementSize()
  const picture = useMemo(
    () => pictureOf(locations, at, plan, { width: width || 800, height: height || 500 }),
    [locations, at, plan, width, height],
  )
  const areas = new Set(picture.areas.map(({ location }) => location.id))
  const flows = flowsBetween(rows, locations, (location) =>
    pathTo(location).findLast(({ id }) => areas.has(id)),
  )
  const numbers = shownFlows(flows, isPhone ? arrowsMaxOfPhone : arrowsMax)
  return (
    <>
      {isList ? (
        <FlowList flows={flows} />
      ) : (
        <div className="plan flow-picture">
          <div className="plan-stage" ref={ref}>
            {width > 0 && (
              <div className="plan-scaled" style={{ width, height }}>
                {plan?.image && (
                  <PlanImage hash={plan.image.hash} fetchImage={fetchImage} frame={picture.frame} />
                )}
                <FlowDrawing {...{ picture, stays, width, height }} flows={numbers.shown} />
              </div>
            )}
          </div>
        </div>
      )}
      {footer(numbers)}
    </>
  )
}

interface DrawingProps {
  readonly picture: Picture
  readonly stays: ReadonlyMap<number, Stay>
  readonly flows: readonly Flow[]
  readonly width: number
  readonly height: number
}

function FlowDrawing({ picture, stays, flows, width, height }: DrawingProps) {
  const marker = useId()
  const most = flows[0]?.moves ?? 1
  const widest = Math.min(16, width / 50)
  const ways = flows
    .toReversed()
    .flatMap((flow) => wayOf(flow, picture, Math.max(1.5, (flow.moves / most) * widest)) ?? [])
  const longest = Math.max(1, ...picture.areas.map(({ location }) => meanOf(stays.get(location.id))))
  return (
    <svg
      className="plan-drawing"
      width={width}
      height={height}
      role="group"
      aria-label={t('Ways of the assets')}
    >
      <defs>
        <marker
          id={marker}
          viewBox="0 0 10 10"
          refX="6"
          refY="5"
          markerWidth="2.6"
          markerHeight="2.6"
          orient="auto-start-reverse"
        >
          <path d="M0 0L10 5L0 10z" className="flow-head" />
        </marker>
      </defs>
      <rect className="plan-floor" {...picture.frame} rx={4} />
      {picture.areas.map((area) => (
        <FlowArea key={area.location.id} area={area} stay={stays.get(area.location.id)} longest={longest} />
      ))}
      {/* The numbers are above all arrows. */}
      {ways.map((way) => (
        <path
          key={way.key}
          className="flow-way"
          d={way.d}
          strokeWidth={way.width}
          markerEnd={`url(#${marker})`}
          aria-hidden
        />
      ))}
      {ways.map((way) => (
        <FlowNumber key={way.key} way={way} />
      ))}
    </svg>
  )
}

const meanOf = (stay: Stay | undefined): number => (stay && stay.visits > 0 ? stay.seconds / stay.visits : 0)

interface FlowAreaProps {
  readonly area: Area
  readonly stay: Stay | undefined
  readonly longest: number
}

/** The steps are those of a logarithm, as stays differ by orders of magnitude. */
const stepOf = (seconds: number, longest: number): number =>
  seconds < 60
    ? 1
    : 1 + Math.min(3, Math.round((3 * Math.log(seconds / 60)) / Math.log(Math.max(2, longest / 60))))

function FlowArea({
  area: { location, box, points, isRectangle, detail, labelAt },
  stay,
  longest,
}: FlowAreaProps) {
  const mean = meanOf(stay)
  const shape = { className: 'flow-area', ...(stay && { 'data-step': stepOf(mean, longest) }) }
  const text = stay ? ageOf(mean * 1000) : ''
  const name = stay
    ? t('{name}, average stay {length}', { name: location.path, length: lengthOf(mean) })
    : location.path
  return (
    <g>
      <title>{name}</title>
      {isRectangle ? (
        <rect {...box} rx={Math.min(7, box.width / 4)} {...shape} />
      ) : (
        <polygon points={points.map(({ x, y }) => `${x},${y}`).join(' ')} {...shape} />
      )}
      {detail === 'full' && box.width > 40 && (
        <text className="area-name" x={box.x + 8} y={labelAt.y}>
          {fittingName(location.name, box.width - 12)}
        </text>
      )}
      {detail !== 'none' && box.width > 52 && (
        <text className="flow-stay" x={box.x + 8} y={labelAt.y + (detail === 'full' ? 18 : 4)}>
          {text}
        </text>
      )}
    </g>
  )
}

interface Way {
  readonly key: string
  readonly flow: Flow
  readonly d: string
  readonly width: number
  readonly label: { readonly x: number; readonly y: number }
}

/** Arrows in both directions between two places are bent to opposite sides. */
const bend = 0.18
const inset = 18

function wayOf(flow: Flow, picture: Picture, width: number): Way | undefined {
  const [a, b] = [picture.pointOf(flow.from), picture.pointOf(flow.to)]
  if (!a || !b) return undefined
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = Math.hypot(dx, dy) || 1
  const cut = Math.min(inset, length / 4)
  const [ux, uy] = [dx / length, dy / length]
  const start = { x: a.x + ux * cut, y: a.y + uy * cut }
  const end = { x: b.x - ux * cut, y: b.y - uy * cut }
  const middle = { x: (a.x + b.x) / 2 - dy * bend, y: (a.y + b.y) / 2 + dx * bend }
  return {
    key: `${flow.from.id} ${flow.to.id}`,
    flow,
    d: `M${start.x} ${start.y}Q${middle.x} ${middle.y} ${end.x} ${end.y}`,
    width,
    label: { x: (start.x + 2 * middle.x + end.x) / 4, y: (start.y + 2 * middle.y + end.y) / 4 },
  }
}

function FlowNumber({ way: { flow, label } }: { readonly way: Way }) {
  const { from, to, moves } = flow
  const text = counted(moves)
  const half = 8 + text.length * 3.6
  return (
    <Link
      href={`/locations/${to.id}`}
      aria-label={t('{from} to {to}, {count, plural, one {# move} other {# moves}}', {
        from: from.path,
        to: to.path,
        count: moves,
      })}
      className="flow-arrow"
    >
      <rect x={label.x - half} y={label.y - 10} width={2 * half} height={20} rx={10} />
      <text x={label.x} y={label.y + 4} textAnchor="middle">
        {text}
      </text>
    </Link>
  )
}
