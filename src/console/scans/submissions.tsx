import { serverText } from '../languages/server-texts'
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react'
import { t } from '../languages/messages'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { Time } from '../ui/values/time'
import { OldestScan } from './oldest-scan'
import { toastProblem } from '../ui/notices/toasts'
import { discard, retry } from './outbox'
import { rejectedOf, type Submission } from './scan-store'

interface SubmissionsProps {
  readonly submissions: readonly Submission[]
  /** Whether the last attempt to send failed. */
  readonly hasFailed: boolean
  readonly onEdit: (submission: Submission) => Promise<void>
}

export const scansIn = (count: number): string =>
  t('{count, plural, one {# scan} other {# scans}}', { count })

/** Lists submissions that are waiting, rejected or recently sent. */
export function Submissions({ submissions, hasFailed, onEdit }: SubmissionsProps) {
  if (submissions.length === 0) return null
  const waiting = submissions.filter(({ state }) => state === 'waiting')
  const count = waiting.reduce((sum, { scans }) => sum + scans.length, 0)
  return (
    <section aria-labelledby="submissions">
      <Title order={2} size="h4" id="submissions" mb="xs">
        {t('Submissions')}
      </Title>
      {hasFailed && count > 0 && (
        <Alert color="yellow" mb="sm" role="status" data-waiting>
          <Text fw={600}>{t('{scans} waiting', { scans: scansIn(count) })}</Text>
          {t(
            '{count, plural, one {It is saved on this device and will be sent when the service can be reached.} other {They are saved on this device and will be sent when the service can be reached.}}',
            { count },
          )}
          <OldestScan scans={waiting.flatMap(({ scans }) => scans)} />
        </Alert>
      )}
      <ul className="scans" aria-label={t('Submissions')}>
        {submissions.toReversed().map((submission) => (
          <li key={submission.id} data-state={submission.state}>
            <Icon submission={submission} />
            <Stack gap="xs" className="grow tag-value">
              <div>
                <Text fw={600}>
                  {t('{scans} at {name}', {
                    scans: scansIn(submission.scans.length),
                    name: submission.place.name,
                  })}
                </Text>
                <Text size="sm" c="dimmed" component="div">
                  <Time at={submission.submittedAt} />
                </Text>
                <Text size="sm">{namesOf(submission)}</Text>
                <Text size="sm">{statusOf(submission)}</Text>
                <Rejected submission={submission} />
              </div>
              {submission.state === 'refused' && <Choices submission={submission} onEdit={onEdit} />}
            </Stack>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Lists the scans that the service has rejected, with its reasons. They are not stored; the others are. */
function Rejected({ submission }: { readonly submission: Submission }) {
  const rejected = rejectedOf(submission)
  if (rejected.length === 0) return null
  return (
    <>
      <Text size="sm" fw={600} c="red" mt={4}>
        {t('{count, plural, one {# scan was rejected:} other {# scans were rejected:}}', {
          count: rejected.length,
        })}
      </Text>
      <ul className="rejected-scans">
        {rejected.slice(0, namedMax).map(({ index, message, text }) => (
          <li key={index}>
            <Text size="sm" span>
              {t('{value}: {reason}', {
                value: submission.scans[index]?.value ?? '',
                reason: serverText(message, text),
              })}
            </Text>
          </li>
        ))}
      </ul>
      {rejected.length > namedMax && (
        <Text size="sm">{t('and {count} more', { count: rejected.length - namedMax })}</Text>
      )}
      <Button size="md" variant="default" onClick={() => void discard(submission.id).catch(toastProblem)}>
        {t('Hide')}
      </Button>
    </>
  )
}

function Icon({ submission }: { readonly submission: Submission }) {
  const { state } = submission
  if (state === 'waiting') return <IconClock aria-hidden />
  if (state === 'refused' || rejectedOf(submission).length > 0)
    return <IconAlertTriangle aria-hidden color="var(--mantine-color-error)" />
  return <IconCheck aria-hidden color="var(--mantine-color-teal-text)" />
}

function statusOf({ state, reason, outcome }: Submission): string {
  if (state === 'waiting') return t('Waiting to be sent')
  if (state === 'refused') return t('Rejected: {reason}', { reason: reason ?? '' })
  if (!outcome) return t('Sent')
  const { accepted, duplicates, unknown } = outcome
  return [
    t('{accepted} recorded', { accepted }),
    duplicates > 0 && t('{count, plural, one {# duplicate} other {# duplicates}}', { count: duplicates }),
    unknown.length > 0 &&
      t('{count} unknown: {tags}', {
        count: unknown.length,
        tags: listed(unknown.map(({ value }) => value)),
      }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Returns the assets of a submission, as far as they are known. */
const namesOf = ({ scans }: Submission): string => listed(scans.map(({ name, value }) => name ?? value))

const namedMax = 20

function listed(values: readonly string[]): string {
  const rest = values.length - namedMax
  const names = values.slice(0, namedMax).join(', ')
  return rest > 0 ? t('{names} and {others} more', { names, others: rest }) : names
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
        {t('Edit')}
      </Button>
      <Button size="md" variant="default" onClick={() => run(retry(submission.id))}>
        {t('Try again')}
      </Button>
      <ConfirmButton
        label={t('Discard')}
        title={t('Discard {scans} at {name}', {
          scans: scansIn(submission.scans.length),
          name: submission.place.name,
        })}
        confirm={t('Discard {scans}', { scans: scansIn(submission.scans.length) })}
        size="md"
        onConfirm={() => discard(submission.id)}
      >
        {t("{scans} at {name} will not be recorded. You can't undo this.", {
          scans: scansIn(submission.scans.length),
          name: submission.place.name,
        })}
      </ConfirmButton>
    </Group>
  )
}
