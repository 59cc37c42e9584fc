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

type Backup = Schemas['Backup']

const dayMs = 86_400_000
/** Older than this, the newest backup would bring back a past that hurts. */
const oldDays = 7

/** Copies of everything: to make, to take along, to delete, and how one is put back. */
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
        subtitle="Copies of the whole database, of all organizations of this installation."
        back={{ href: '/settings', label: 'Settings' }}
      />
      <Stack>
        <Newest />
        <DataTable
          name="Backups"
          list={list}
          columns={columns}
          keyOf={({ name }) => name}
          empty="There is no backup yet. Create one; the service keeps running."
        />
        <RestoreBackup />
      </Stack>
    </>
  )
}

function Newest() {
  const { data } = useNewestBackup()
  const now = useNow()
  const [newest] = data ?? []
  const isOld = newest !== undefined && now - Date.parse(newest.created_at) > oldDays * dayMs
  return (
    <Stack gap="sm" align="flex-start">
      {data && (!newest || isOld) && (
        <Alert color="yellow" title={newest ? 'The newest backup is old' : 'There is no backup'} w="100%">
          {newest ? (
            <>
              It was made <Time at={newest.created_at} />. What happened since would be lost with the disk.
            </>
          ) : (
            'If the disk fails, everything is lost.'
          )}
        </Alert>
      )}
      <BackUpNow />
    </Stack>
  )
}

function BackUpNow() {
  const [begun, setBegun] = useState<number>()
  const [made, setMade] = useState<string>()

  async function make(): Promise<void> {
    setBegun(Date.now())
    setMade(undefined)
    try {
      const { data } = await dataOf(api.POST('/internal/v1/backups'))
      setMade(`${data.name} is made, ${sizeOf(data.size)}.`)
      await queryClient.invalidateQueries({ queryKey: ['backups'] })
    } catch (error) {
      toastProblem(error)
    } finally {
      setBegun(undefined)
    }
  }
  return (
    <>
      <Button onClick={() => void make()} disabled={begun !== undefined}>
        Back up now
      </Button>
      <div role="status">
        {begun !== undefined && <Progress begun={begun} />}
        {made !== undefined && <Text size="sm">{made}</Text>}
      </div>
    </>
  )
}

function Progress({ begun }: { readonly begun: number }) {
  const [now, setNow] = useState(begun)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <Group gap="xs">
      <Loader size="sm" aria-hidden />
      <Text size="sm">
        The backup is being made
        <span aria-hidden>, for {lengthOf((now - begun) / 1000)} so far</span>. You need not wait here.
      </Text>
    </Group>
  )
}

const occasions: readonly (readonly [prefix: string, why: string])[] = [
  ['before-upgrade-', 'Before an upgrade'],
  ['before-restore-', 'Before a restore'],
]

const occasionOf = (name: string): string =>
  occasions.find(([prefix]) => name.startsWith(prefix))?.[1] ?? 'Asked for'

const columns: [Column<Backup>, ...Column<Backup>[]] = [
  { key: 'when', label: 'Made', cell: ({ created_at: at }) => <Time at={at} /> },
  { key: 'why', label: 'Why', cell: ({ name }) => occasionOf(name) },
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
    label: 'What to do',
    cell: (backup) => (
      <Group gap="xs">
        <Download backup={backup} />
        <ConfirmButton label="Delete" ofWhat={backup.name} onConfirm={() => remove(backup)}>
          The copy is gone for good. What is in use now stays as it is.
        </ConfirmButton>
      </Group>
    ),
  },
]

async function remove({ name }: Backup): Promise<void> {
  await dataOf(api.DELETE('/internal/v1/backups/{name}', { params: { path: { name } } }))
  toastDone(`${name} is deleted`)
  await queryClient.invalidateQueries({ queryKey: ['backups'] })
}

/** The service gives it only with a token, which a plain link can't carry. */
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
