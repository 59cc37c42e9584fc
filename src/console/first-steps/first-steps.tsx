import { Button, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { PageLink } from '../ui/pages/link'
import { ReaderChain } from '../readers/reader-chain'
import type { Reader } from '../readers/use-reader'
import { EmptyFloor } from './empty-floor'
import { NoReader } from './no-reader'
import { Step } from './step'
import { useWantedSteps } from './use-wanted-steps'

const pollMs = 3000

interface Progress {
  /** The name of a location, when there is one. */
  readonly location: string | undefined
  readonly hasTaggedAsset: boolean
  readonly hasReader: boolean
  /** A fixed reader that places no assets yet. */
  readonly reader: Reader | undefined
  /** Number of unknown tags. */
  readonly unknownTags: number
}

async function fetchProgress(): Promise<Progress> {
  const one = { params: { query: { limit: 1 } } }
  const [locations, assets, readers, unknown] = await Promise.all([
    dataOf(api.GET('/api/v1/locations', one)),
    dataOf(api.GET('/api/v1/assets', { params: { query: { limit: 200, sort: '-created_at' } } })),
    dataOf(api.GET('/internal/v1/readers', { params: { query: { limit: 50 } } })),
    dataOf(api.GET('/internal/v1/unknown-tags', one)),
  ])
  return {
    location: locations.data[0]?.name,
    hasTaggedAsset: assets.data.some(({ tags }) => tags.length > 0),
    hasReader: readers.total_count > 0,
    reader: readers.data.find(({ diagnosis }) => diagnosis !== null && diagnosis.links.placing !== 'ok'),
    unknownTags: unknown.total_count,
  }
}

/** The steps from an empty organization to the first asset that is seen. */
export function FirstSteps() {
  const { dismiss } = useWantedSteps()
  const { data } = useQuery({
    queryKey: ['first-steps'],
    queryFn: fetchProgress,
    refetchInterval: pollMs,
  })
  if (!data) return null
  const { title, text } = promiseOf(data)
  return (
    <section className="first-steps" aria-labelledby="first-steps">
      <div className="first-steps-list">
        <Title order={2} id="first-steps" className="first-steps-title">
          {title}
        </Title>
        <Text c="dimmed">{text}</Text>
        <Steps {...data} />
        <NoReader />
        <footer className="first-steps-end">
          <Text size="sm">
            {rich('Have a list already? {link}', {
              link: (
                <PageLink href="/assets/import" inherit fw={600}>
                  {t('Import assets from a spreadsheet')}
                </PageLink>
              ),
            })}
          </Text>
          <Button variant="subtle" color="gray" size="compact-sm" px={0} onClick={dismiss}>
            {t("Don't show again")}
          </Button>
        </footer>
      </div>
      <EmptyFloor location={data.location} />
    </section>
  )
}

/** What the next step achieves. */
function promiseOf({ location, hasReader }: Progress): { title: string; text: string } {
  if (location === undefined)
    return {
      title: t('Next step: add a location'),
      text: t('Start with a location where assets can be.'),
    }
  if (!hasReader)
    return {
      title: t('Next step: add a reader'),
      text: t('{name} is created. Add a reader there. This page then shows the assets.', { name: location }),
    }
  return {
    title: t('Waiting for the first asset'),
    text: t('It appears on this page when the reader reads one of its tags.'),
  }
}

function Steps(progress: Progress) {
  const { location, hasReader, hasTaggedAsset, reader, unknownTags } = progress
  const { may } = useSignedIn()
  const hasLocation = location !== undefined
  const isReaderNext = hasLocation && !hasReader && may('admin')
  return (
    <ol className="plain steps">
      <Step
        number={1}
        isDone={hasLocation}
        isNext={!hasLocation}
        title={t('Add a location')}
        result={location}
        href="/locations/new"
        action={t('New location')}
      >
        {t('Where assets can be: a room, a shelf, a dock.')}
      </Step>
      <Step
        number={2}
        isDone={hasReader}
        isNext={isReaderNext}
        title={t('Add a reader')}
        {...(may('admin') && { href: '/readers/new', action: t('New reader') })}
      >
        {may('admin')
          ? t("Add a fixed reader that reads tags at a location. We'll show you its settings.")
          : t('Ask an admin of this organization to add a reader.')}
      </Step>
      <Step
        number={3}
        isDone={hasTaggedAsset}
        isNext={hasLocation && !isReaderNext && !hasTaggedAsset}
        title={t('Add an asset with a tag')}
        href="/assets/new"
        action={t('New asset')}
      >
        {t(
          'Enter what you want to track and the value of its tag. Or hold the tag in front of the reader, and assign it.',
        )}
        {unknownTags > 0 && <UnknownTags count={unknownTags} />}
      </Step>
      <Step
        number={4}
        isDone={false}
        isNext={hasLocation && hasReader && hasTaggedAsset}
        title={t('Read a tag')}
        details={reader && <WhatItDoes reader={reader} />}
      >
        {t("Hold a tag in front of the reader. The asset appears on this page, and you're all set.")}
        {hasTaggedAsset && unknownTags > 0 && <UnknownTags count={unknownTags} />}
      </Step>
    </ol>
  )
}

const UnknownTags = ({ count }: { readonly count: number }) => (
  <Text size="sm" fw={600} mt="xs">
    {rich(
      '{count, plural, one {A tag was read that belongs to no asset yet: {link}.} other {# tags were read that belong to no asset yet: {link}.}}',
      {
        count,
        link: (
          <PageLink href="/unknown-tags">
            {t('{count, plural, one {assign it} other {assign them}}', { count })}
          </PageLink>
        ),
      },
    )}
  </Text>
)

const WhatItDoes = ({ reader }: { readonly reader: Reader }) => (
  <>
    <Text size="sm" mb="xs">
      {rich('What {name} does now:', {
        name: (
          <PageLink href={`/readers/${reader.id}`} inherit underline="always">
            {reader.name}
          </PageLink>
        ),
      })}
    </Text>
    <ReaderChain reader={reader} />
  </>
)
