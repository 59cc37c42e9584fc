import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { api, dataOf, type Schemas } from '../api/client'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { ConfirmButton } from '../ui/notices/confirm-button'
import { type Column, DataTable } from '../ui/lists/data-table'
import { download } from '../ui/values/download'
import { lengthOf, sizeOf } from '../ui/values/format'
import { PageHeader } from '../ui/pages/page-header'
import { Time } from '../ui/values/time'
import { useNow } from '../ui/values/use-now'
import { toastDone, toastProblem } from '../ui/notices/toasts'
import { useList } from '../ui/lists/use-list'
import { EmptyList, QueryState } from '../ui/pages/query-states'
import {
  backupsChanged,
  backupsPollMs,
  fetchBothKinds,
  type ListedBackup,
  useNewestBackup,
} from './backup-queries'
import { useCreation } from './creation'
import { PostgresBackups } from './postgres-backups'
import { RestoreBackup, type ScheduledProps } from './restore-backup'
import { ScheduledBackups, useScheduledBackups } from './scheduled-backups'

type Backup = Schemas['Backup']

const dayMs = 86_400_000
/** The page warns when the newest backup is older than this. */
const oldDays = 7

/** Lists the backups, to create, download and delete them, and explains how to restore one. */
export function BackupsPage() {
  const { data: scheduled, error, refetch } = useScheduledBackups()
  const content = () => {
    if (!scheduled) return <QueryState error={error} onRetry={refetch} />
    return scheduled.is_supported ? <OwnBackups scheduled={scheduled} /> : <PostgresBackups />
  }
  return (
    <>
      <PageHeader
        title={t('Backups')}
        subtitle={t('Copies of the database, with all organizations of this installation.')}
        back={{ href: '/settings', label: t('Settings') }}
      />
      {content()}
    </>
  )
}

function OwnBackups({ scheduled }: ScheduledProps) {
  const list = useList({
    key: ['backups', 'both', scheduled.copies],
    load: (query) => fetchBothKinds(scheduled.copies, query),
    pollMs: backupsPollMs,
  })
  const creation = useCreation(scheduled.requested_since)
  const createBackup = (
    <Button onClick={creation.start} disabled={creation.startedAt !== undefined}>
      {t('Create backup')}
    </Button>
  )
  return (
    <Stack>
      <ScheduledBackups data={scheduled} />
      <Stack gap="sm" align="flex-start">
        <Newest scheduled={scheduled} />
        {!list.isEmpty && createBackup}
        <CreationStatus {...creation} />
      </Stack>
      <DataTable
        name={t('Backups')}
        storedAs="Backups"
        list={list}
        columns={columns}
        keyOf={({ name }) => name}
        empty={
          scheduled.last ? (
            <EmptyList title={t('No backup is listed')} action={createBackup}>
              {t('{place} had no scheduled backup when it was last listed, and none was requested.', {
                place: scheduled.place,
              })}
            </EmptyList>
          ) : (
            <EmptyList title={t('Backups appear here')} action={createBackup}>
              {t('No backups yet. You can create one while the service is running.')}
            </EmptyList>
          )
        }
      />
      <RestoreBackup scheduled={scheduled} />
    </Stack>
  )
}

function Newest({ scheduled }: ScheduledProps) {
  const { data } = useNewestBackup()
  const now = useNow()
  const [newest] = data ?? []
  const isOld = newest !== undefined && now - Date.parse(newest.created_at) > oldDays * dayMs
  if (!data || scheduled.schedule !== null || (newest && !isOld)) return null
  return (
    <Alert color="yellow" title={newest ? t('The newest backup is old') : t('There is no backup')} w="100%">
      {newest ? (
        <>
          {rich('It was created {time}. If the disk fails, all later data is lost.', {
            time: <Time at={newest.created_at} />,
          })}
        </>
      ) : (
        t('If the disk fails, all data is lost.')
      )}
    </Alert>
  )
}

const CreationStatus = ({
  startedAt,
  result,
}: Pick<ReturnType<typeof useCreation>, 'startedAt' | 'result'>) => (
  <div role="status">
    {startedAt !== undefined && <Progress startedAt={startedAt} />}
    {result !== undefined && <Text size="sm">{result}</Text>}
  </div>
)

function Progress({ startedAt }: { readonly startedAt: number }) {
  const [now, setNow] = useState(startedAt)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <Group gap="xs">
      <Loader size="sm" aria-hidden />
      <Text size="sm">
        {rich('Creating the backup{span}. You can leave this page.', {
          span: (
            <span aria-hidden>
              , {t('{length} so far', { length: lengthOf(Math.max(0, now - startedAt) / 1000) })}
            </span>
          ),
        })}
      </Text>
    </Group>
  )
}

const reasons: readonly (readonly [prefix: string, reason: string])[] = [
  ['before-upgrade-', t('Before an upgrade')],
  ['before-restore-', t('Before a restore')],
]

function kindOf(backup: ListedBackup): string {
  if (backup.kind === 'scheduled') return backup.is_encrypted ? t('Scheduled, encrypted') : t('Scheduled')
  return reasons.find(([prefix]) => backup.name.startsWith(prefix))?.[1] ?? t('Requested')
}

const columns: [Column<ListedBackup>, ...Column<ListedBackup>[]] = [
  { key: 'created', label: t('Created'), cell: ({ created_at: at }) => <Time at={at} /> },
  { key: 'reason', label: t('Kind'), cell: kindOf },
  { key: 'size', label: t('Size'), cell: ({ size }) => <span className="unbroken">{sizeOf(size)}</span> },
  {
    key: 'name',
    label: t('File'),
    cell: ({ name }) => (
      <Text size="sm" ff="monospace" className="tag-value">
        {name}
      </Text>
    ),
  },
  {
    key: 'actions',
    label: t('Actions'),
    cell: (backup) => (backup.kind === 'scheduled' ? t('At the place above') : <Actions backup={backup} />),
  },
]

const Actions = ({ backup }: { readonly backup: Backup }) => (
  <Group gap="xs">
    <Download backup={backup} />
    <ConfirmButton
      label={t('Delete')}
      title={t('Delete backup {name}', { name: backup.name })}
      confirm={t('Delete backup')}
      onConfirm={() => remove(backup)}
    >
      {t('The backup is permanently deleted. The current data is not affected.')}
    </ConfirmButton>
  </Group>
)

async function remove({ name }: Backup): Promise<void> {
  await dataOf(api.DELETE('/internal/v1/backups/{name}', { params: { path: { name } } }))
  toastDone(t('{name} deleted', { name }))
  await backupsChanged()
}

/** Downloads a backup with a request, since the service requires a token, which a plain link can't carry. */
async function downloadFile({ name }: Backup): Promise<void> {
  const params = { path: { name } }
  const file: unknown = await dataOf(api.GET('/internal/v1/backups/{name}', { params, parseAs: 'blob' }))
  download(name, file as Blob)
}

function Download({ backup }: { readonly backup: Backup }) {
  const [isBusy, setBusy] = useState(false)
  const run = () => {
    setBusy(true)
    void downloadFile(backup)
      .catch(toastProblem)
      .finally(() => setBusy(false))
  }
  return (
    <Button
      variant="default"
      loading={isBusy}
      onClick={run}
      aria-label={t('Download {name}', { name: backup.name })}
    >
      {t('Download')}
    </Button>
  )
}
