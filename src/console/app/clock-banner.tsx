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
  toastDone('The time is confirmed')
}

const endOf = ({ remaining_seconds: seconds }: ClockState): string =>
  seconds === null
    ? ' This ends when an owner of the installation confirms the time.'
    : ` This ends in ${Math.max(1, Math.round(seconds / 3600))} h, or when an owner of the installation confirms the time.`

/** Shows admins that the time of the machine is not believed, and lets owners of the installation confirm it. */
export const ClockBanner = () => (useSignedIn().may('admin') ? <Doubt /> : null)

function Doubt() {
  const { isOwner } = useSignedIn()
  const { data: clock } = useQuery(clockQuery)
  if (!clock || clock.state === 'believed') return null
  const direction = clock.state === 'ahead' ? 'ahead of' : 'behind'
  return (
    <Alert color="yellow" mb="md" role="alert" title="The time of the machine may be wrong">
      <Text size="sm" mb="sm">
        The clock of the machine says {exactly(clock.machine_time)}, which is far {direction}{' '}
        {exactly(clock.believed_time)}, the newest time that was believed. Nothing is forgotten because of its
        age.
        {endOf(clock)}
      </Text>
      {isOwner && (
        <ConfirmButton label="Confirm the time" size="xs" onConfirm={() => confirm(clock)}>
          If {exactly(clock.machine_time)} is right, confirm it: what is too old by then is deleted. If it is
          wrong, set the clock of the machine instead.
        </ConfirmButton>
      )}
    </Alert>
  )
}
