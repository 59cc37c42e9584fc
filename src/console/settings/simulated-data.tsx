import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { locale } from '../languages/language'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { FailedSection } from '../ui/pages/failed-section'
import { assetsText, locationsText } from '../ui/values/format'
import { Section } from '../ui/pages/section'
import { toastDone } from '../ui/notices/toasts'

type Counts = Schemas['SimulatedData']

const kinds = ['readers', 'assets', 'locations'] as const

const listed = new Intl.ListFormat(locale())

/** The service counts no further. */
const countedMax = 1000

const texts: Readonly<Record<(typeof kinds)[number], (count: number) => string>> = {
  readers: (count) => t('{count, plural, one {# reader} other {# readers}}', { count }),
  assets: assetsText,
  locations: locationsText,
}

function numberOf(kind: (typeof kinds)[number], count: number): string {
  const text = texts[kind](count)
  return count === countedMax ? t('at least {records}', { records: text }) : text
}

/** "3 readers, 50 assets and 12 locations" */
const textOf = (counts: Counts): string =>
  listed.format(kinds.filter((kind) => counts[kind] > 0).map((kind) => numberOf(kind, counts[kind])))

const isNone = (counts: Counts): boolean => kinds.every((kind) => counts[kind] === 0)

/** Removes everything, a part with each request, and returns the numbers of removed records. */
async function removeAll(): Promise<Counts> {
  const total = { readers: 0, assets: 0, locations: 0 }
  for (;;) {
    const { removed, is_complete: isComplete } = (await dataOf(api.DELETE('/internal/v1/simulated-data')))
      .data
    for (const kind of kinds) total[kind] += removed[kind]
    if (isComplete) return total
  }
}

async function remove(): Promise<void> {
  try {
    const removed = await removeAll()
    toastDone(isNone(removed) ? t('Nothing to remove') : t('{records} removed', { records: textOf(removed) }))
  } finally {
    await queryClient.invalidateQueries()
  }
}

/** Offers admins to remove what `whereabouts simulate` has created. Shows nothing when there is none. */
export function SimulatedData() {
  const { data, error, refetch } = useQuery({
    queryKey: ['simulated data'],
    queryFn: async () => (await dataOf(api.GET('/internal/v1/simulated-data'))).data,
  })
  if (!data && error)
    return <FailedSection id="simulated-data" title={t('Simulated data')} error={error} onRetry={refetch} />
  if (!data || isNone(data)) return null
  return (
    <Section
      id="simulated-data"
      title={t('Simulated data')}
      aside={
        <ConfirmButton label={t('Remove')} title={t('Remove simulated data')} onConfirm={remove}>
          {t(
            'This removes {records}. Records that were renamed, described or given a tag since are kept, and so are locations that contain other assets or locations. Stop the simulation first: it ends with an error when its readers are removed.',
            { records: textOf(data) },
          )}
        </ConfirmButton>
      }
    >
      <Text size="sm">
        {rich('{command} has created {records} in this organization.', {
          command: <code>whereabouts simulate</code>,
          records: textOf(data),
        })}
      </Text>
    </Section>
  )
}
