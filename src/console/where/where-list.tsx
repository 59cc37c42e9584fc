import { Group } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { queryClient } from '../api/client'
import type { LiveMove } from '../api/live-events'
import { locationTreeOf } from '../api/location-tree'
import { treeQuery, usePlaces } from '../api/use-locations'
import { useMoves } from '../api/use-moves'
import { type Condition, isUnreadable } from '../asset-list/conditions'
import type { Asset } from '../assets/asset-columns'
import { AssetTable } from '../assets/asset-table'
import { useAssetList } from '../assets/use-asset-list'
import { LazyFirstSteps } from '../first-steps/lazy-first-steps'
import { t } from '../languages/messages'
import { useView, ViewSwitch } from '../plans/view-switch'
import { TimeChoice } from '../time-travel/time-choice'
import { TimeProblem } from '../time-travel/time-problem'
import { useTimeRange } from '../time-travel/use-time-range'
import { FreshnessHelp } from '../ui/values/freshness-help'
import { PageHeader } from '../ui/pages/page-header'
import { usePathText } from '../ui/pages/place-path'
import { EmptyList } from '../ui/pages/query-states'
import { pastTimeOf } from '../ui/values/format'
import { Liveness } from './liveness'
import { NothingSeen } from './nothing-seen'
import { whereConditions, whereFilters, withConditions } from './where-conditions'

/** The stream reports moves, but not reads of assets that stay, so the page polls as well. */
const livePollMs = 10_000
const pollMs = 3000

const treeFreshMs = 60_000

/** The conditions of the address need the tree, in which the key of a location has its id. */
const treeOf = async () =>
  locationTreeOf(await queryClient.fetchQuery({ ...treeQuery, staleTime: treeFreshMs }))

const title = t('Where everything is')

/** Lists the assets, now or at an instant, and marks moves as they happen. */
export function WhereList() {
  const { choose } = useView()
  const { recent, isLive } = useMoves('report')
  const { range, problem, choose: chooseTime } = useTimeRange()
  const places = usePlaces()
  const [params, setParams] = useSearchParams()
  const at = range.kind === 'at' ? range.at : undefined
  const list = useAssetList({
    key: ['report'],
    filters: whereFilters,
    // The list adds the search.
    conditionsOf: async (filter) =>
      whereConditions((name) => (name === 'q' ? undefined : filter(name)), await treeOf()),
    at,
    defaultSort: '-last_seen',
    pollMs: isLive ? livePollMs : pollMs,
  })
  const moves = useMemo(() => new Map(recent.map((move) => [move.asset_id, move])), [recent])
  const change = (next: readonly Condition[]) =>
    places && setParams((before) => withConditions(before, next, places), { replace: true })
  const name =
    at === undefined ? title : t('Where everything was · {time}', { time: pastTimeOf(Date.parse(at)) })
  return (
    <>
      <PageHeader title={name}>
        <ViewSwitch view="list" onChange={choose} />
        {at === undefined && (
          <Group gap={4} wrap="nowrap">
            <Liveness isLive={isLive} />
            <FreshnessHelp />
          </Group>
        )}
        <TimeChoice range={range} onChange={chooseTime} />
      </PageHeader>
      <TimeProblem problem={problem} since={at} />
      {at === undefined && <Announcement assets={list.assets} moves={moves} />}
      {at === undefined && list.isEmpty && <LazyFirstSteps otherwise={null} />}
      <div className="with-views" data-past={at === undefined ? undefined : ''}>
        <AssetTable
          name={name}
          list={list}
          conditions={places ? whereConditions((name) => params.get(name), places) : []}
          isUnreadable={isUnreadable(params.get('conditions') ?? undefined)}
          onConditions={change}
          {...(at === undefined && { moves })}
          empty={at === undefined ? <NothingSeen /> : <NotYetSeen />}
        />
      </div>
    </>
  )
}

const NotYetSeen = () => (
  <EmptyList title={t('No asset had been seen by this time')}>
    {t('Choose a later time to see where the assets were.')}
  </EmptyList>
)

const announcementMs = 4000

interface AnnouncementProps {
  readonly assets: readonly Asset[]
  readonly moves: ReadonlyMap<number, LiveMove>
}

/** Announces moves to screen readers, at intervals, so that other announcements are not interrupted. */
function Announcement({ assets, moves }: AnnouncementProps) {
  const [announced, setAnnounced] = useState('')
  const moved = assets.filter(({ id }) => moves.has(id))
  const [first] = moved
  const pathOf = usePathText()
  const text =
    moved.length > 1
      ? t('{count} assets have moved', { count: moved.length })
      : first &&
        t('{name} is now at {path}', {
          name: first.name,
          path: pathOf(first.location_id, first.location_name),
        })
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(text ?? ''), announced === '' ? 0 : announcementMs)
    return () => clearTimeout(timer)
  }, [text, announced])
  return (
    <span role="status" className="visually-hidden" data-moved>
      {announced}
    </span>
  )
}
