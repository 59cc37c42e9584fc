import { Button, Card, Group, Loader, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { NeedsAttention } from '../attention/needs-attention'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { serverText } from '../languages/server-texts'
import { PageHeader } from '../ui/pages/page-header'
import { Failed, Loading } from '../ui/pages/query-states'
import { StateBadge } from '../ui/values/state-badge'
import { Time } from '../ui/values/time'
import { toastProblem } from '../ui/notices/toasts'

type Diagnosis = Schemas['Diagnosis']
type Finding = Diagnosis['findings'][number]

const key = ['diagnosis']
const pollMs = 1000

const labels: Record<Finding['check'], string> = {
  version: t('Version'),
  data_directory: t('Data directory'),
  database: t('Database'),
  disk_space: t('Disk space'),
  clock: t('Clock'),
  service: t('Service'),
  ports: t('Ports'),
  certificate: t('Certificate'),
  backup: t('Backup'),
  external_broker: t('External broker'),
  sign_in_providers: t('Sign-in providers'),
}

/** Whether the installation is healthy, for its owners: the results of `whereabouts doctor`. */
export function StatusPage() {
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => dataOf(api.GET('/internal/v1/installation/diagnosis')),
    refetchInterval: (query) => (query.state.data?.data.is_running ? pollMs : false),
  })
  const check = useMutation({
    mutationFn: () => dataOf(api.POST('/internal/v1/installation/diagnosis')),
    onSuccess: (started) => queryClient.setQueryData(key, started),
    onError: toastProblem,
  })
  const diagnosis = data?.data
  const isRunning = diagnosis?.is_running ?? false
  return (
    <>
      <PageHeader
        title={t('Status')}
        back={{ href: '/settings', label: t('Settings') }}
        subtitle={t('Checks of the database, the disk, the clock and the network.')}
      >
        <Button loading={isRunning || check.isPending} onClick={() => check.mutate()}>
          {t('Run checks')}
        </Button>
      </PageHeader>
      <NeedsAttention />
      {!diagnosis && (error ? <Failed error={error} onRetry={refetch} /> : <Loading lines={6} />)}
      {diagnosis && <Result diagnosis={diagnosis} />}
    </>
  )
}

function Result({
  diagnosis: { is_running: isRunning, finished_at: end, failure, failure_text: text, findings },
}: {
  readonly diagnosis: Diagnosis
}) {
  return (
    <Stack gap="sm" aria-busy={isRunning}>
      {isRunning && (
        <Group gap="xs" role="status">
          <Loader size="xs" aria-hidden />
          <Text>{t('The checks are running. A large database takes some minutes.')}</Text>
        </Group>
      )}
      {!isRunning && end === null && <Text>{t('Not checked since the service started.')}</Text>}
      {end !== null && (
        <Text c="dimmed" size="sm">
          {rich('Last checked {time}', { time: <Time at={end} /> })}
        </Text>
      )}
      {failure !== null && <Text c="var(--mantine-color-error)">{serverText(failure, text)}</Text>}
      {findings.map((finding) => (
        <FindingCard key={finding.check} finding={finding} />
      ))}
    </Stack>
  )
}

function FindingCard({
  finding: { check, state, summary, text, advice, advice_text: adviceText },
}: {
  readonly finding: Finding
}) {
  return (
    <Card withBorder component="section" aria-label={labels[check]}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={4}>
          <Text fw={600}>{labels[check]}</Text>
          <Text>{serverText(summary, text)}</Text>
          {advice !== null && <Text c="dimmed">{serverText(advice, adviceText)}</Text>}
        </Stack>
        <FindingState state={state} />
      </Group>
    </Card>
  )
}

/** Only what is abnormal has a badge. */
function FindingState({ state }: Pick<Finding, 'state'>) {
  if (state === 'ok') return null
  if (state === 'problem') return <StateBadge state="problem">{t('Problem')}</StateBadge>
  return <StateBadge state="aging">{t('Warning')}</StateBadge>
}
