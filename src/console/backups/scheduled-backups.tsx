import { Alert, Button, Code, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { unlessRunning } from '../api/once'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { serverText } from '../languages/server-texts'
import { lengthOf, sizeOf } from '../ui/values/format'
import { Pairs } from '../ui/values/pairs'
import { Section } from '../ui/pages/section'
import { Time } from '../ui/values/time'
import { TimedAlert } from '../ui/notices/timed-alert'
import { toastProblem } from '../ui/notices/toasts'
import { scheduledBackupsQuery } from './scheduled-query'

type Scheduled = Schemas['ScheduledBackups']

const pollMs = { idle: 30_000, running: 1_000 } as const

export const useScheduledBackups = () =>
  useQuery({
    ...scheduledBackupsQuery,
    refetchInterval: ({ state: { data } }) =>
      data?.running_since || data?.requested_since ? pollMs.running : pollMs.idle,
  })

/** Shows where and when scheduled backups are made, the last verified one, and problems. */
export function ScheduledBackups({ data }: { readonly data: Scheduled }) {
  return (
    <Section id="scheduled" title={t('Scheduled backups')}>
      <Stack gap="sm" align="flex-start">
        {data.schedule === null ? (
          <Alert color="yellow" title={t('Scheduled backups are off')} w="100%">
            {rich('Set {variable} on the server to turn them on.', {
              variable: <Code>WHEREABOUTS_BACKUP_SCHEDULE</Code>,
            })}
          </Alert>
        ) : (
          <Scheduled data={data} schedule={data.schedule} />
        )}
      </Stack>
    </Section>
  )
}

function Problems({ data: { problem, last, ...data } }: { readonly data: Scheduled }) {
  return (
    <>
      {data.is_overdue && (
        <TimedAlert color="red" title={t('The last good scheduled backup is too old')} w="100%">
          {last ? (
            <>
              {rich('It was made {time}. If the disk fails, all later data is lost.', {
                time: <Time at={last.created_at} />,
              })}
            </>
          ) : (
            t('There is no scheduled backup yet. If the disk fails, all data is lost.')
          )}
        </TimedAlert>
      )}
      {problem && (
        <TimedAlert color="red" title={t('The last attempt failed')} w="100%">
          {rich('{time}: {reason} The service tries again.', {
            time: <Time at={problem.at} />,
            reason: serverText(problem.reason, problem.text),
          })}
        </TimedAlert>
      )}
      {data.is_beside_data && (
        <Alert color="yellow" title={t('Scheduled backups are in the data directory')} w="100%">
          {rich(
            'If the disk of the data directory fails, these backups are lost, too. Set {variable} to a mounted share or to s3://bucket/prefix.',
            { variable: <Code>WHEREABOUTS_BACKUP_TO</Code> },
          )}
        </Alert>
      )}
    </>
  )
}

function Scheduled({ data, schedule }: { readonly data: Scheduled; readonly schedule: string }) {
  const { last } = data
  return (
    <>
      <Problems data={data} />
      <Pairs
        pairs={[
          [
            t('Place'),
            <>
              <Code>{data.place}</Code>
              {data.is_encrypted ? t(', encrypted') : t(', not encrypted')}
            </>,
          ],
          [
            t('Schedule'),
            <>
              <Code>{schedule}</Code>
              {data.next_at !== null && <>{rich(', next {time}', { time: <Time at={data.next_at} /> })}</>}
            </>,
          ],
          [t('Last good backup'), last ? <Last last={last} /> : t('None yet')],
          [
            t('Kept'),
            t(
              '{count, plural, one {# backup} other {# backups}}: the newest of each of the last 7 days, 4 weeks and 12 months that have one',
              { count: data.copies.length },
            ),
          ],
        ]}
      />
      <Group gap="sm">
        <Button variant="default" loading={data.running_since !== null} onClick={() => void begin()}>
          {t('Run scheduled backup now')}
        </Button>
      </Group>
    </>
  )
}

function Last({ last }: { readonly last: NonNullable<Scheduled['last']> }) {
  return (
    <>
      {rich(
        '{time}: {size}, from a database of {databaseSize}. The backup was created and verified in {length}. The service read it back and checked its integrity, the references between rows, {rows, number} rows of {tables} tables, and the totals of lists.',
        {
          time: <Time at={last.created_at} />,
          size: sizeOf(last.size),
          databaseSize: sizeOf(last.database_size),
          length: lengthOf(last.seconds),
          rows: last.rows,
          tables: last.tables,
        },
      )}
      {last.miscount !== null &&
        t(' A total is wrong ({miscount}). A restore corrects it.', { miscount: last.miscount })}
    </>
  )
}

const begin = (): Promise<void> =>
  unlessRunning('scheduled-backup', async () => {
    try {
      await dataOf(api.POST('/internal/v1/scheduled-backups'))
      await queryClient.invalidateQueries({ queryKey: scheduledBackupsQuery.queryKey })
    } catch (error) {
      toastProblem(error)
    }
  })
