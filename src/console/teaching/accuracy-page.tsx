import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../api/session'
import { usePlaces } from '../api/use-locations'
import { t } from '../languages/messages'
import { LinkButton } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { EmptyList, QueryState } from '../ui/pages/query-states'
import { Section } from '../ui/pages/section'
import { AccuracyFigures } from './accuracy-figures'
import { ConfusionTable } from './confusion-table'
import { ModelSwitch } from './model-switch'
import { accuracyQuery, modelQuery } from './queries'
import { References } from './references'
import { TaughtPlaces } from './taught-places'

/** How far the places can be trusted: measured with reference tags, and with samples that are held back. */
export function AccuracyPage() {
  const { may } = useSignedIn()
  const model = useQuery(modelQuery)
  const accuracy = useQuery(accuracyQuery)
  const locations = usePlaces()
  const error = model.error ?? accuracy.error
  const retry = () => Promise.all([model.refetch(), accuracy.refetch()])
  const content = () => {
    if (!model.data || !accuracy.data || !locations)
      return <QueryState error={error} onRetry={retry} lines={6} />
    const { places, move_delay: moveDelay } = model.data
    return (
      <Stack>
        <AccuracyFigures
          weeks={accuracy.data}
          places={places}
          locationCount={locations.all.length}
          moveDelay={moveDelay}
        />
        <ModelSwitch model={model.data} />
        {places.length === 0 ? (
          <EmptyList title={t('Know how far to trust a place')}>
            {t(
              'Nothing is learned yet. Open a location, choose “Learn here” in its menu, and stand there for a minute.',
            )}
          </EmptyList>
        ) : (
          <>
            <Section id="in-words" title={t('In words')}>
              <TaughtPlaces places={places} />
            </Section>
            <Section id="confusion" title={t('What is taken for what')}>
              <ConfusionTable places={places} />
            </Section>
          </>
        )}
        <References mayChange={may('manager')} weeks={accuracy.data} />
      </Stack>
    )
  }
  return (
    <>
      <PageHeader
        title={t('Accuracy')}
        subtitle={t('How often the right place is shown, and what would help.')}
        back={{ href: '/locations', label: t('Locations') }}
      >
        {may('manager') && (
          <LinkButton href="/locations" variant="default">
            {t('Learn a place')}
          </LinkButton>
        )}
      </PageHeader>
      {content()}
    </>
  )
}
