import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { ConfirmButton } from '../ui/confirm-button'
import { type Column, DataTable } from '../ui/data-table'
import { download } from '../ui/download'
import { lengthOf, sizeOf } from '../ui/format'
import { PageHeader } from '../ui/page-header'
import { Time, useNow } from '../ui/time'
import { toastDone, toastProblem } from '../ui/toasts'
import { useList } from '../ui/use-list'
import { backupsPollMs, fetchBackups, useNewestBackup } from './backup-queries'
import { RestoreBackup } from './restore-backup'
import { ScheduledBackups, useScheduledBackups } from './scheduled-backups'

type Backup = Schemas['Backup']

const dayMs = 86_400_000
/** The page warns when the newest backup is older than this. */
const oldDays = 7

/** Lists the backups, to create, download and delete them, and explains how to restore one. */
export function BackupsPage() {
  const list = useList({
    key: ['backups'],
    load: ({ limit, offset }) => fetchBackups({ limit, offset }),
    pollMs: backupsPollMs,
  })
  return (
    <>
      <PageHeader
        title="Backups"
        subtitle="Copies of the database, with all organizations of this installation."
        back={{ href: '/settings', label: 'Settings' }}
      />
      <Stack>
        <ScheduledBackups />
        <Newest />
        <DataTable
          name="Backups"
          list={list}
          columns={columns}
          keyOf={({ name }) => name}
          empty="No backups yet. You can create one while the service is running."
        />
        <RestoreBackup />
      </Stack>
    </>
  )
}

function Newest() {
  const { data } = useNewestBackup()
  const scheduled = useScheduledBackups().data
  const now = useNow()
  const [newest] = data ?? []
  const isOld = newest !== undefined && now - Date.parse(newest.created_at) > oldDays * dayMs
  return (
    <Stack gap="sm" align="flex-start">
      {data && scheduled?.schedule === null && (!newest || isOld) && (
        <Alert color="yellow" title={newest ? 'The newest backup is old' : 'There is no backup'} w="100%">
          {newest ? (
            <>
              It was created <Time at={newest.created_at} />. If the disk fails, all later data is lost.
            </>
          ) : (
            'If the disk fails, all data is lost.'
          )}
        </Alert>
      )}
      <CreateBackup />
    </Stack>
  )
}

function CreateBackup() {
  const [startedAt, setStartedAt] = useState<number>()
  const [result, setResult] = useState<string>()

  async function create(): Promise<void> {
    setStartedAt(Date.now())
    setResult(undefined)
    try {
      const { data } = await dataOf(api.POST('/internal/v1/backups'))
      setResult(`${data.name} was created (${sizeOf(data.size)}).`)
      await queryClient.invalidateQueries({ queryKey: ['backups'] })
    } catch (error) {
      toastProblem(error)
    } finally {
      setStartedAt(undefined)
    }
  }
  return (
    <>
      <Button onClick={() => void create()} disabled={startedAt !== undefined}>
        Create backup
      </Button>
      <div role="status">
        {startedAt !== undefined && <Progress startedAt={startedAt} />}
        {result !== undefined && <Text size="sm">{result}</Text>}
      </div>
    </>
  )
}

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
        Creating the backup
        <span aria-hidden>, {lengthOf((now - startedAt) / 1000)} so far</span>. You can leave this page.
      </Text>
    </Group>
  )
}

const reasons: readonly (readonly [prefix: string, reason: string])[] = [
  ['before-upgrade-', 'Before an upgrade'],
  ['before-restore-', 'Before a restore'],
]

const reasonOf = (name: string): string =>
  reasons.find(([prefix]) => name.startsWith(prefix))?.[1] ?? 'Requested'

const columns: [Column<Backup>, ...Column<Backup>[]] = [
  { key: 'created', label: 'Created', cell: ({ created_at: at }) => <Time at={at} /> },
  { key: 'reason', label: 'Reason', cell: ({ name }) => reasonOf(name) },
  { key: 'size', label: 'Size', cell: ({ size }) => <span className="unbroken">{sizeOf(size)}</span> },
  {
    key: 'name',
    label: 'File',
    cell: ({ name }) => (
      <Text size="sm" ff="monospace" className="tag-value">
        {name}
      </Text>
    ),
  },
  {
    key: 'actions',
    label: 'Actions',
    cell: (backup) => (
      <Group gap="xs">
        <Download backup={backup} />
        <ConfirmButton label="Delete" ofWhat={backup.name} onConfirm={() => remove(backup)}>
          The backup is permanently deleted. The current data is not affected.
        </ConfirmButton>
      </Group>
    ),
  },
]

async function remove({ name }: Backup): Promise<void> {
  await dataOf(api.DELETE('/internal/v1/backups/{name}', { params: { path: { name } } }))
  toastDone(`${name} deleted`)
  await queryClient.invalidateQueries({ queryKey: ['backups'] })
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
    <Button variant="default" loading={isBusy} onClick={run} aria-label={`Download ${backup.name}`}>
      Download
    </Button>
  )
}
