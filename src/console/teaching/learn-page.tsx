import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Locations, pathTo, type TreeLocation } from '../api/location-tree'
import { useSignedIn } from '../api/session'
import { useLocationTree, useNamedLocation } from '../api/use-locations'
import { t } from '../languages/messages'
import { PageHeader } from '../ui/pages/page-header'
import { NotFound, QueryState } from '../ui/pages/query-states'
import { Section } from '../ui/pages/section'
import { LinkButton } from '../ui/pages/link'
import { KeptSamples } from './kept-samples'
import { NewSample } from './new-sample'
import { modelQuery, samplesQuery } from './queries'
import { SampleProgress } from './sample-progress'
import { TaughtPlan } from './taught-plan'

/** Teaches a location: tags stand there for a minute, and what the antennas hear is kept. */
export function LearnPage() {
  const { id, error, refetch } = useNamedLocation()
  const tree = useLocationTree()
  const node = tree.data?.byId.get(id)
  if (!node)
    return (
      <NotFound
        error={error ?? tree.error}
        onRetry={() => Promise.all([refetch(), tree.refetch()])}
        back={{ href: '/locations', label: t('Locations') }}
      />
    )
  return (
    <>
      <PageHeader
        title={t('Learn {place}', { place: node.name })}
        subtitle={t('Put the tags where things normally stand, and step aside.')}
        back={pathTo(node).map((each) => ({ href: `/locations/${each.id}`, label: each.name }))}
      >
        <LinkButton href="/locations/accuracy" variant="default">
          {t('Accuracy')}
        </LinkButton>
      </PageHeader>
      <Learning key={node.id} node={node} locations={tree.data as Locations} />
    </>
  )
}

interface LearningProps {
  readonly node: TreeLocation
  readonly locations: Locations
}

function Learning({ node, locations }: LearningProps) {
  const { may } = useSignedIn()
  const { data: samples, error, refetch } = useQuery(samplesQuery(node.id))
  const { data: model, error: modelError, refetch: refetchModel } = useQuery(modelQuery)
  if (!samples) return <QueryState error={error} onRetry={refetch} />
  const [open] = samples.filter(({ state }) => state !== 'kept')
  const kept = samples.filter(({ state }) => state === 'kept')
  const taught = new Set(model?.places.filter((place) => !place.is_stale).map((place) => place.location_id))
  const siblings = node.parent?.children ?? locations.roots
  const next = model && siblings.find(({ id }) => id !== node.id && !taught.has(id))
  return (
    <div className="learn-columns">
      <Stack>
        {open && <SampleProgress key={open.id} sampleId={open.id} />}
        {!open && may('manager') && <NewSample locationId={node.id} />}
        {!may('manager') && <Text c="dimmed">{t('Managers and admins can learn places.')}</Text>}
        {!open && kept.length > 0 && next && may('manager') && (
          <LinkButton href={`/locations/${next.id}/learn`} variant="default">
            {t('Next: {place}', { place: next.name })}
          </LinkButton>
        )}
        <Section id="kept-samples" title={t('What is learned here')}>
          <KeptSamples samples={kept} />
        </Section>
      </Stack>
      {/* Without the model, the plan would call each place not learned. */}
      {model ? (
        <TaughtPlan
          locations={locations}
          node={node}
          places={model.places}
          isLearning={open?.state === 'recording'}
        />
      ) : (
        <QueryState error={modelError} onRetry={refetchModel} />
      )}
    </div>
  )
}
