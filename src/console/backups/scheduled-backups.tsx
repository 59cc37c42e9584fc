import { Alert, Button, Code, Group, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { lengthOf, sizeOf } from '../ui/format'
import { Section } from '../ui/section'
import { Time } from '../ui/time'
import { toastProblem } from '../ui/toasts'

type Scheduled = Schemas['ScheduledBackups']

const queryKey = ['scheduled-backups']
const pollMs = { idle: 30_000, running: 1_000 } as const

export const useScheduledBackups = () =>
  useQuery({
    queryKey,
    queryFn: async () => (await dataOf(api.GET('/internal/v1/scheduled-backups'))).data,
    refetchInterval: ({ state: { data } }) => (data?.running_since ? pollMs.running : pollMs.idle),
  })

/** Shows where and when scheduled backups are made, the last verified one, and problems. */
export function ScheduledBackups() {
  const { data } = useScheduledBackups()
  if (!data) return null
  return (
    <Section id="scheduled" title="Scheduled backups">
      <Stack gap="sm" align="flex-start">
        {data.schedule === null ? (
          <Alert color="yellow" title="Scheduled backups are off" w="100%">
            Set <Code>WHEREABOUTS_BACKUP_SCHEDULE</Code> on the server to turn them on.
          </Alert>
        ) : (
          <Scheduled data={data} schedule={data.schedule} />
        )}
      </Stack>
    </Section>
  )
}

function Scheduled({ data, schedule }: { readonly data: Scheduled; readonly schedule: string }) {
  const { problem, last } = data
  return (
    <>
      {data.is_overdue && (
        <Alert color="red" role="alert" title="The last good scheduled backup is too old" w="100%">
          {last ? (
            <>
              It was made <Time at={last.created_at} />. If the disk fails, all later data is lost.
            </>
          ) : (
            'There is no scheduled backup yet. If the disk fails, all data is lost.'
          )}
        </Alert>
      )}
      {problem && (
        <Alert color="red" role="alert" title="The last attempt failed" w="100%">
          <Time at={problem.at} />: {problem.reason} The service tries again.
        </Alert>
      )}
      {data.is_beside_data && (
        <Alert color="yellow" title="Scheduled backups are in the data directory" w="100%">
          When its disk fails, they are lost, too. Set <Code>WHEREABOUTS_BACKUP_TO</Code> to a mounted share
          or to s3://bucket/prefix.
        </Alert>
      )}
      <Table variant="vertical" layout="fixed" aria-label="Scheduled backups">
        <Table.Tbody>
          <Row label="Place">
            <Code>{data.place}</Code>
            {data.is_encrypted ? ', encrypted' : ', not encrypted'}
          </Row>
          <Row label="Schedule">
            <Code>{schedule}</Code>
            {data.next_at !== null && (
              <>
                , next <Time at={data.next_at} />
              </>
            )}
          </Row>
          <Row label="Last good backup">{last ? <Last last={last} /> : 'None yet'}</Row>
          <Row label="Kept">
            {data.copies.length === 1 ? '1 backup' : `${data.copies.length} backups`}: the newest of each of
            the last 7 days, 4 weeks and 12 months that have one
          </Row>
        </Table.Tbody>
      </Table>
      <Copies copies={data.copies} />
      <Group gap="sm">
        <Button variant="default" loading={data.running_since !== null} onClick={() => void begin()}>
          Make scheduled backup now
        </Button>
      </Group>
    </>
  )
}

function Row({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th w={160}>{label}</Table.Th>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{children}</Table.Td>
    </Table.Tr>
  )
}

function Last({ last }: { readonly last: NonNullable<Scheduled['last']> }) {
  return (
    <>
      <Time at={last.created_at} />, {sizeOf(last.size)} of a database of {sizeOf(last.database_size)}, made
      and verified in {lengthOf(last.seconds)}. Read back and checked: integrity, references between rows,{' '}
      {last.rows.toLocaleString('en')} rows of {last.tables} tables, totals of lists.
      {last.miscount !== null && ` A total is wrong (${last.miscount}). A restore corrects it.`}
    </>
  )
}

function Copies({ copies }: Pick<Scheduled, 'copies'>) {
  if (copies.length === 0) return null
  return (
    <details>
      <Text component="summary" size="sm">
        Show the names of the backups
      </Text>
      <Stack gap={4} mt="xs">
        {copies.map(({ name, size }) => (
          <Text key={name} size="sm" ff="monospace" className="tag-value">
            {name} ({sizeOf(size)})
          </Text>
        ))}
      </Stack>
    </details>
  )
}

async function begin(): Promise<void> {
  try {
    await dataOf(api.POST('/internal/v1/scheduled-backups'))
    await queryClient.invalidateQueries({ queryKey })
  } catch (error) {
    toastProblem(error)
  }
}
