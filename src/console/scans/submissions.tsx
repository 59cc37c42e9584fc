import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import { ConfirmButton } from '../ui/confirm-button'
import { Time } from '../ui/time'
import { toastProblem } from '../ui/toasts'
import { discard, retry } from './outbox'
import type { Submission } from './scan-store'

interface SubmissionsProps {
  readonly submissions: readonly Submission[]
  /** Whether the last attempt to send failed. */
  readonly hasFailed: boolean
  readonly onEdit: (submission: Submission) => Promise<void>
}

export const scansIn = (count: number): string => (count === 1 ? '1 scan' : `${count} scans`)

/** Lists submissions that are waiting, rejected or recently sent. */
export function Submissions({ submissions, hasFailed, onEdit }: SubmissionsProps) {
  if (submissions.length === 0) return null
  const waiting = submissions.filter(({ state }) => state === 'waiting')
  const count = waiting.reduce((sum, { scans }) => sum + scans.length, 0)
  return (
    <section aria-labelledby="submissions">
      <Title order={2} size="h4" id="submissions" mb="xs">
        Submissions
      </Title>
      {hasFailed && count > 0 && (
        <Alert color="yellow" mb="sm" role="status" data-waiting>
          <Text fw={600}>{scansIn(count)} waiting</Text>
          {count === 1 ? 'It is' : 'They are'} saved on this device and will be sent when the service can be
          reached.
        </Alert>
      )}
      <ul className="scans" aria-label="Submissions">
        {submissions.toReversed().map((submission) => (
          <li key={submission.id} data-state={submission.state}>
            <Icon state={submission.state} />
            <Stack gap="xs" className="grow tag-value">
              <div>
                <Text fw={600}>
                  {scansIn(submission.scans.length)} at {submission.place.name}
                </Text>
                <Text size="sm" c="dimmed" component="div">
                  <Time at={submission.submittedAt} />
                </Text>
                <Text size="sm">{namesOf(submission)}</Text>
                <Text size="sm">{statusOf(submission)}</Text>
              </div>
              {submission.state === 'refused' && <Choices submission={submission} onEdit={onEdit} />}
            </Stack>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Icon({ state }: Pick<Submission, 'state'>) {
  if (state === 'waiting') return <IconClock aria-hidden />
  if (state === 'refused') return <IconAlertTriangle aria-hidden color="var(--mantine-color-error)" />
  return <IconCheck aria-hidden color="var(--mantine-color-teal-text)" />
}

function statusOf({ state, reason, outcome }: Submission): string {
  if (state === 'waiting') return 'Waiting to be sent'
  if (state === 'refused') return `Rejected: ${reason}`
  if (!outcome) return 'Sent'
  const { accepted, duplicates, unknown } = outcome
  return [
    `${accepted} recorded`,
    duplicates > 0 && `${duplicates} duplicate${duplicates === 1 ? '' : 's'}`,
    unknown.length > 0 && `${unknown.length} unknown: ${listed(unknown.map(({ value }) => value))}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Returns the assets of a submission, as far as they are known. */
const namesOf = ({ scans }: Submission): string => listed(scans.map(({ name, value }) => name ?? value))

const namedMax = 20

function listed(values: readonly string[]): string {
  const rest = values.length - namedMax
  return values.slice(0, namedMax).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

function Choices({
  submission,
  onEdit,
}: {
  readonly submission: Submission
  readonly onEdit: SubmissionsProps['onEdit']
}) {
  const run = (work: Promise<void>) => void work.catch(toastProblem)
  return (
    <Group gap="xs">
      <Button size="md" onClick={() => run(onEdit(submission))}>
        Edit
      </Button>
      <Button size="md" variant="default" onClick={() => run(retry(submission.id))}>
        Try again
      </Button>
      <ConfirmButton label="Discard" size="md" onConfirm={() => discard(submission.id)}>
        {scansIn(submission.scans.length)} at {submission.place.name} will not be recorded. You can&apos;t
        undo this.
      </ConfirmButton>
    </Group>
  )
}
