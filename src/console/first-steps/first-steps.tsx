import { Button, Card, Group, Text, ThemeIcon, Title } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, dataOf } from '../api/client'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { LinkButton, PageLink } from '../ui/link'
import { ReaderChain } from '../readers/reader-chain'
import type { Reader } from '../readers/use-reader'
import { NoReader } from './no-reader'

const pollMs = 3000

interface Progress {
  readonly hasLocation: boolean
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
    hasLocation: locations.total_count > 0,
    hasTaggedAsset: assets.data.some(({ tags }) => tags.length > 0),
    hasReader: readers.total_count > 0,
    reader: readers.data.find(({ diagnosis }) => diagnosis !== null && diagnosis.links.placing !== 'ok'),
    unknownTags: unknown.total_count,
  }
}

/** The steps from an empty organization to the first asset that is seen, for managers and admins. */
export function FirstSteps() {
  const { organization, may } = useSignedIn()
  const [isDismissed, setDismissed] = useLocalStorage({
    key: `whereabouts.first-steps ${organization.id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const isWanted = may('manager') && !isDismissed
  const { data } = useQuery({
    queryKey: ['first-steps'],
    queryFn: fetchProgress,
    refetchInterval: pollMs,
    enabled: isWanted,
  })
  if (!isWanted || !data) return null
  return (
    <Card withBorder component="section" aria-labelledby="first-steps" mb="md">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="first-steps">
          {t('Get started')}
        </Title>
        <Button variant="subtle" onClick={() => setDismissed(true)}>
          {t("Don't show again")}
        </Button>
      </Group>
      <ol className="plain steps">
        <LocationStep {...data} />
        <AssetStep {...data} />
        <ReaderStep {...data} />
        <FirstReadStep {...data} />
      </ol>
    </Card>
  )
}

const LocationStep = ({ hasLocation }: Progress) => (
  <Step number={1} isDone={hasLocation} title={t('Add a location')}>
    <Text size="sm">{t('Where assets can be: a room, a shelf, a dock.')}</Text>
    <Go href="/locations/new" isNext>
      {t('New location')}
    </Go>
  </Step>
)

const AssetStep = ({ hasLocation, hasTaggedAsset }: Progress) => (
  <Step number={2} isDone={hasTaggedAsset} title={t('Add an asset with a tag')}>
    <Text size="sm">
      {t('Enter what you want to track, and the value of its RFID, Bluetooth or barcode tag.')}
    </Text>
    <Go href="/assets/new" isNext={hasLocation}>
      {t('New asset')}
    </Go>
  </Step>
)

function ReaderStep({ hasLocation, hasTaggedAsset, hasReader }: Progress) {
  const { may } = useSignedIn()
  return (
    <Step number={3} isDone={hasReader} title={t('Add a reader')}>
      {may('admin') ? (
        <>
          <Text size="sm">
            {t("Add a fixed reader that reads tags at a location. We'll show you its settings.")}
          </Text>
          <Go href="/readers/new" isNext={hasLocation && hasTaggedAsset}>
            {t('New reader')}
          </Go>
        </>
      ) : (
        <Text size="sm">{t('Ask an admin of this organization to add a reader.')}</Text>
      )}
      <NoReader />
    </Step>
  )
}

const FirstReadStep = ({ reader, unknownTags }: Progress) => (
  <Step number={4} isDone={false} title={t('Read a tag')}>
    <Text size="sm">
      {t("Hold a tag in front of the reader. The asset appears on this page, and you're all set.")}
    </Text>
    {reader && (
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
    )}
    {unknownTags > 0 && (
      <Text size="sm" fw={600}>
        {rich(
          '{count, plural, one {A tag was read that belongs to no asset yet: {link}.} other {# tags were read that belong to no asset yet: {link}.}}',
          {
            count: unknownTags,
            link: (
              <PageLink href="/unknown-tags">
                {t('{count, plural, one {assign it} other {assign them}}', { count: unknownTags })}
              </PageLink>
            ),
          },
        )}
      </Text>
    )}
  </Step>
)

interface StepProps {
  readonly number: number
  readonly isDone: boolean
  readonly title: string
  /** Shown until the step is done. */
  readonly children: ReactNode
}

const Step = ({ number, isDone, title, children }: StepProps) => (
  <li data-step={isDone ? 'done' : 'open'}>
    <ThemeIcon variant={isDone ? 'filled' : 'default'} radius="xl" size="md" aria-hidden>
      {isDone ? <IconCheck size={16} /> : <span>{number}</span>}
    </ThemeIcon>
    <div className="grow">
      <Text fw={600}>
        {title}
        {isDone && <span className="visually-hidden"> {t('(done)')}</span>}
      </Text>
      {!isDone && children}
    </div>
  </li>
)

interface GoProps {
  readonly href: string
  /** Whether this is the first open step. */
  readonly isNext: boolean
  readonly children: string
}

const Go = ({ href, isNext, children }: GoProps) => (
  <LinkButton href={href} mt="xs" variant={isNext ? 'filled' : 'default'}>
    {children}
  </LinkButton>
)
