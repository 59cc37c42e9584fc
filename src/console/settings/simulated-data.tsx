import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { ConfirmButton } from '../ui/confirm-button'
import { counted } from '../ui/format'
import { Section } from '../ui/section'
import { toastDone } from '../ui/toasts'

type Counts = Schemas['SimulatedData']

const kinds = [
  ['readers', 'reader'],
  ['assets', 'asset'],
  ['locations', 'location'],
] as const

const listed = new Intl.ListFormat('en')

/** The service counts no further. */
const countedMax = 1000

/** "3 readers, 50 assets and 12 locations" */
const textOf = (counts: Counts): string =>
  listed.format(
    kinds
      .filter(([many]) => counts[many] > 0)
      .map(([many, one]) => {
        const count = counts[many] === countedMax ? `at least ${counted(countedMax)}` : counted(counts[many])
        return `${count} ${counts[many] === 1 ? one : many}`
      }),
  )

const isNone = (counts: Counts): boolean => kinds.every(([many]) => counts[many] === 0)

/** Removes everything, a part with each request, and returns the numbers of removed records. */
async function removeAll(): Promise<Counts> {
  const total = { readers: 0, assets: 0, locations: 0 }
  for (;;) {
    const { removed, is_complete: isComplete } = (await dataOf(api.DELETE('/internal/v1/simulated-data')))
      .data
    for (const [many] of kinds) total[many] += removed[many]
    if (isComplete) return total
  }
}

async function remove(): Promise<void> {
  try {
    const removed = await removeAll()
    toastDone(isNone(removed) ? 'Nothing to remove' : `${textOf(removed)} removed`)
  } finally {
    await queryClient.invalidateQueries()
  }
}

/** Offers admins to remove what `whereabouts simulate` has created. Shows nothing when there is none. */
export function SimulatedData() {
  const { data } = useQuery({
    queryKey: ['simulated data'],
    queryFn: async () => (await dataOf(api.GET('/internal/v1/simulated-data'))).data,
  })
  if (!data || isNone(data)) return null
  return (
    <Section
      id="simulated-data"
      title="Simulated data"
      aside={
        <ConfirmButton label="Remove" ofWhat="simulated data" onConfirm={remove}>
          This removes {textOf(data)}. Records that were renamed, described or given a tag since are kept, and
          so are locations that contain other assets or locations. Stop the simulation first: it ends with an
          error when its readers are removed.
        </ConfirmButton>
      }
    >
      <Text size="sm">
        <code>whereabouts simulate</code> has created {textOf(data)} in this organization.
      </Text>
    </Section>
  )
}
