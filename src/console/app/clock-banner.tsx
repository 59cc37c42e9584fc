import { Alert, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { useSignedIn } from '../api/session'
import { ConfirmButton } from '../ui/confirm-button'
import { exactly } from '../ui/format'
import { toastDone } from '../ui/toasts'

type ClockState = Schemas['ClockState']

const clockQuery = queryOptions({
  queryKey: ['clock'],
  queryFn: async () => (await dataOf(api.GET('/internal/v1/clock'))).data,
  refetchInterval: 30_000,
})

async function confirm({ machine_time }: ClockState): Promise<void> {
  await dataOf(api.POST('/internal/v1/clock/confirmation', { body: { machine_time } }))
  await queryClient.invalidateQueries({ queryKey: clockQuery.queryKey })
  toastDone('Time confirmed')
}

const endOf = ({ remaining_seconds: seconds }: ClockState): string =>
  seconds === null
    ? ' Deletion resumes when an installation owner confirms the time.'
    : ` Deletion resumes in ${Math.max(1, Math.round(seconds / 3600))} h, or when an installation owner confirms the time.`

/** Warns admins that the server's clock may be wrong, and lets installation owners confirm the time. */
export const ClockBanner = () => (useSignedIn().may('admin') ? <ClockWarning /> : null)

function ClockWarning() {
  const { isOwner } = useSignedIn()
  const { data: clock } = useQuery(clockQuery)
  if (!clock || clock.state === 'believed') return null
  const direction = clock.state === 'ahead' ? 'ahead of' : 'behind'
  return (
    <Alert color="yellow" mb="md" role="alert" title="The server's clock may be wrong">
      <Text size="sm" mb="sm">
        The server&apos;s clock shows {exactly(clock.machine_time)}. This is far {direction} the last accepted
        time, {exactly(clock.believed_time)}. No old data is deleted until this is resolved.
        {endOf(clock)}
      </Text>
      {isOwner && (
        <ConfirmButton label="Confirm time" size="xs" onConfirm={() => confirm(clock)}>
          Confirm only if {exactly(clock.machine_time)} is correct: data that is past its retention by then
          will be deleted. If the time is wrong, correct the server&apos;s clock instead.
        </ConfirmButton>
      )}
    </Alert>
  )
}
