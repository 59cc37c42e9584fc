import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf, queryClient, type Schemas } from '../../api/client'
import { useSignedIn } from '../../api/session'
import { t } from '../../languages/messages'
import { ConfirmButton } from '../../ui/notices/confirm-button'
import { exactly } from '../../ui/values/format'
import { TimedAlert } from '../../ui/notices/timed-alert'
import { toastDone } from '../../ui/notices/toasts'
import { clockQuery } from './clock-query'

type ClockState = Schemas['ClockState']

async function confirm({ machine_time }: ClockState): Promise<void> {
  await dataOf(api.POST('/internal/v1/clock/confirmation', { body: { machine_time } }))
  await queryClient.invalidateQueries({ queryKey: clockQuery.queryKey })
  toastDone(t('Time confirmed'))
}

const endOf = ({ remaining_seconds: seconds }: ClockState): string =>
  seconds === null
    ? t('Deletion resumes when an installation owner confirms the time.')
    : t('Deletion resumes in {hours} h, or when an installation owner confirms the time.', {
        hours: Math.max(1, Math.round(seconds / 3600)),
      })

/** Says what is wrong with the clock, and lets installation owners confirm the time. */
export function ClockWarning() {
  const { isOwner } = useSignedIn()
  const { data: clock } = useQuery(clockQuery)
  if (!clock || clock.state === 'believed') return null
  const times = { shown: exactly(clock.machine_time), accepted: exactly(clock.believed_time) }
  return (
    <TimedAlert color="yellow" mb="md" title={t("The server's clock may be wrong")}>
      <Text size="sm" mb="sm">
        {clock.state === 'ahead'
          ? t(
              "The server's clock shows {shown}. This is far ahead of the last accepted time, {accepted}. No old data is deleted until this is resolved.",
              times,
            )
          : t(
              "The server's clock shows {shown}. This is far behind the last accepted time, {accepted}. No old data is deleted until this is resolved.",
              times,
            )}{' '}
        {endOf(clock)}
      </Text>
      {isOwner && (
        <ConfirmButton label={t('Confirm time')} size="xs" onConfirm={() => confirm(clock)}>
          {t(
            "Confirm only if {time} is correct: the service then deletes data whose retention has ended by that time. If the time is wrong, correct the server's clock instead.",
            { time: exactly(clock.machine_time) },
          )}
        </ConfirmButton>
      )}
    </TimedAlert>
  )
}
