import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf, type Schemas } from '../api/client'
import { useAttention } from '../api/use-attention'
import { useOpenAlerts } from '../alerts/alert-queries'
import { NeedsSomeone } from '../alerts/needs-someone'
import { NeedsAttention } from '../attention/needs-attention'
import { LazyFirstSteps } from '../first-steps/lazy-first-steps'
import { t } from '../languages/messages'
import { timeFormat } from '../languages/zone'
import { counted } from '../ui/values/format'
import { PageHeader } from '../ui/pages/page-header'
import { Failed, Loading } from '../ui/pages/query-states'
import { FigureStrip } from '../ui/values/figure-strip'
import { useNow } from '../ui/values/use-now'
import { useCurrentStocktakes } from '../stocktakes/stocktake-queries'
import { TodayCounts, useCountFigure } from '../stocktakes/today-counts'
import { Areas } from './overview-areas'
import { Hours, Reads } from './overview-charts'
import { SharedTags } from './shared-tags'
import { TodayPlan } from './today-plan'
import { TryThis } from './try-this'
import { nextSamples, perMinute, type ReaderSample, samplePollMs, samplesKey } from './reader-samples'

type Activity = Schemas['Activity']

const activityPollMs = 60_000
/** Number of samples in about a minute, over which the figure is averaged. */
const samplesPerMinute = 13

const dayOfWeek = timeFormat({ weekday: 'long', day: 'numeric', month: 'long' })

/** Today: whether there is anything to worry about, and where to look. */
export function OverviewPage() {
  const activity = useQuery({
    queryKey: ['activity', 'day'],
    queryFn: async () => (await dataOf(api.GET('/internal/v1/activity'))).data,
    refetchInterval: activityPollMs,
  })
  const samples = useQuery({
    queryKey: samplesKey,
    queryFn: nextSamples,
    refetchInterval: samplePollMs,
    staleTime: 0,
  })
  const isReady = useArrived(activity, samples)
  const error = activity.error ?? samples.error
  const retry = () => Promise.all([activity.refetch(), samples.refetch()])
  const isUnused = activity.data?.asset_count === 0
  const charts = activity.data && samples.data && (
    <>
      <Hours hours={activity.data.hours} />
      <Reads samples={samples.data} />
    </>
  )
  const places = (
    <>
      <TodayPlan />
      <TodayCounts />
      <Areas />
    </>
  )
  const firstSteps = (
    <LazyFirstSteps
      otherwise={
        <Stack>
          {charts}
          {places}
        </Stack>
      }
    />
  )
  return (
    <>
      <PageHeader title={t('Today')} subtitle={dayOfWeek.format(useNow())} />
      {!isReady && <Loading lines={8} />}
      <Stack hidden={!isReady}>
        {activity.data && samples.data && <Figures activity={activity.data} samples={samples.data} />}
        <div className="today-columns" data-single={isUnused || undefined}>
          <Stack>
            {activity.data && !isUnused && <TryThis />}
            <NeedsSomeone />
            <NeedsAttention />
            <SharedTags />
            {error && <Failed error={error} onRetry={retry} />}
            {charts && (isUnused ? firstSteps : charts)}
          </Stack>
          {charts && !isUnused && <Stack>{places}</Stack>}
        </div>
      </Stack>
    </>
  )
}

type Query = Pick<ReturnType<typeof useQuery>, 'isPending' | 'failureCount'>

/** Whether all that the page begins with has arrived, or was asked for in vain. Otherwise each part would move the others. */
function useArrived(...own: readonly Query[]): boolean {
  const queries = [...own, useAttention(), useOpenAlerts(), useCurrentStocktakes()]
  return queries.every(({ isPending, failureCount }) => !isPending || failureCount > 0)
}

interface FiguresProps {
  readonly activity: Activity
  readonly samples: readonly ReaderSample[]
}

function Figures({ activity, samples }: FiguresProps) {
  const readers = useAttention().data?.readers
  const count = useCountFigure()
  const latest = samples.at(-1)
  const earlier = samples.slice(-samplesPerMinute)[0]
  const moves = activity.hours.reduce((sum, { events }) => sum + events, 0)
  const before = activity.hours.reduce((sum, { events_week_before: events }) => sum + events, 0)
  const isCounting = !latest || !earlier || latest === earlier
  return (
    <FigureStrip
      figures={[
        {
          name: t('Assets located'),
          href: '/?view=list',
          value: counted(activity.asset_count),
          note: t('{day} seen in 24 h · {old} not for a week · {never} never', {
            day: counted(activity.day_count),
            old: counted(activity.old_count),
            never: counted(activity.never_seen_count),
          }),
        },
        {
          name: t('Movements in 24 hours'),
          href: '/',
          value: counted(moves),
          ...(before > 0 && {
            note: t('{count} in the same hours a week before', { count: counted(before) }),
          }),
        },
        ...(count ? [count] : []),
        {
          name: t('Reads per minute'),
          href: '/readers',
          value: isCounting ? '–' : counted(perMinute(earlier, latest)),
        },
        {
          name: t('Fixed readers reporting'),
          href: '/readers',
          value: readers
            ? t('{heard} of {all}', { heard: counted(readers.reporting), all: counted(readers.in_use) })
            : '–',
        },
      ]}
    />
  )
}
