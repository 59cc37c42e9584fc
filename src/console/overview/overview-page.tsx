import { Card, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, dataOf, type Schemas } from '../api/client'
import { useAttention } from '../api/use-attention'
import { NeedsAttention } from '../attention/needs-attention'
import { t } from '../languages/messages'
import { counted } from '../ui/values/format'
import { PageHeader } from '../ui/pages/page-header'
import { Failed, Loading } from '../ui/pages/query-states'
import { Areas } from './overview-areas'
import { Hours, Reads } from './overview-charts'
import { SharedTags } from './shared-tags'
import { nextSamples, perMinute, type ReaderSample, samplePollMs, samplesKey } from './reader-samples'

type Activity = Schemas['Activity']

const activityPollMs = 60_000
/** Number of samples in about a minute, over which the figure is averaged. */
const samplesPerMinute = 13

/** Summarizes the activity of the organization. */
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
  const error = activity.error ?? samples.error
  const retry = () => Promise.all([activity.refetch(), samples.refetch()])
  return (
    <>
      <PageHeader title={t('Overview')} subtitle={t('Current activity in your organization.')} />
      <Stack>
        <NeedsAttention />
        <SharedTags />
        {error && <Failed error={error} onRetry={retry} />}
        {activity.data && samples.data ? (
          <>
            <Figures activity={activity.data} samples={samples.data} />
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              <Stack>
                <Hours hours={activity.data.hours} />
                <Reads samples={samples.data} />
              </Stack>
              <Stack>
                <Areas />
              </Stack>
            </SimpleGrid>
          </>
        ) : (
          !error && <Loading lines={8} />
        )}
      </Stack>
    </>
  )
}

interface FiguresProps {
  readonly activity: Activity
  readonly samples: readonly ReaderSample[]
}

function Figures({ activity, samples }: FiguresProps) {
  const readers = useAttention().data?.readers
  const latest = samples.at(-1)
  const earlier = samples.slice(-samplesPerMinute)[0]
  const isCounting = !latest || !earlier || latest === earlier
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      <Figure
        name={t('Assets located')}
        note={t('{day} seen in 24 h · {old} not for a week · {never} never', {
          day: counted(activity.day_count),
          old: counted(activity.old_count),
          never: counted(activity.never_seen_count),
        })}
      >
        {counted(activity.asset_count)}
      </Figure>
      <Figure name={t('Movements in 24 hours')}>
        {counted(activity.hours.reduce((sum, { events }) => sum + events, 0))}
      </Figure>
      <Figure name={t('Reads per minute')}>{isCounting ? '–' : counted(perMinute(earlier, latest))}</Figure>
      <Figure name={t('Fixed readers reporting')}>
        {readers
          ? t('{heard} of {all}', { heard: counted(readers.reporting), all: counted(readers.in_use) })
          : '–'}
      </Figure>
    </SimpleGrid>
  )
}

interface FigureProps {
  readonly name: string
  readonly note?: string
  readonly children: ReactNode
}

const Figure = ({ name, note, children }: FigureProps) => (
  <Card withBorder padding="sm" data-figure={name}>
    <Text size="sm" c="dimmed">
      {name}
    </Text>
    <span className="figure">{children}</span>
    {note && (
      <Text size="sm" c="dimmed">
        {note}
      </Text>
    )}
  </Card>
)
