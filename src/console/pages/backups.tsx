import { Alert, Button, Code, Group, List, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { ApiError, messageOf } from '../api/errors'
import { ConfirmButton } from '../parts/confirm-button'
import { CopyField } from '../parts/copy-field'
import { type Column, DataTable } from '../parts/data-table'
import { hand } from '../parts/download'
import { lengthOf, sizeOf } from '../parts/format'
import { PageHeader } from '../parts/page-header'
import { Section } from '../parts/section'
import { Time, useNow } from '../parts/time'
import { toastDone, toastProblem } from '../parts/toasts'
import { useList } from '../parts/use-list'

type Backup = Schemas['Backup']

const pollMs = 30_000
const dayMs = 86_400_000
/** Older than this, the newest backup would bring back a past that hurts. */
const oldDays = 7

const fetchBackups = async (query: { limit: number; offset: number }) =>
  dataOf(api.GET('/internal/v1/backups', { params: { query } }))

/** Copies of everything: to make, to take along, to delete, and how one is put back. */
export function BackupsPage() {
  const list = useList({
    key: ['backups'],
    load: ({ limit, offset }) => fetchBackups({ limit, offset }),
    pollMs,
  })
  const isRefused = list.error instanceof ApiError && list.error.status === 403
  return (
    <>
      <PageHeader
        title="Backups"
        subtitle="Copies of the whole database, of all organizations of this installation."
        back={{ href: '/settings', label: 'Settings' }}
      />
      {isRefused ? (
        <Alert color="gray" title="Not for an admin of some organizations alone">
          {messageOf(list.error)}.
        </Alert>
      ) : (
        <Stack>
          <Newest />
          <DataTable
            name="Backups"
            list={list}
            columns={columns}
            keyOf={({ name }) => name}
            empty="There is no backup yet. Make one: the service goes on meanwhile."
          />
          <Restore />
        </Stack>
      )}
    </>
  )
}

/** Also on a later page of the list. */
const useNewest = () =>
  useQuery({
    queryKey: ['backups', 'newest'],
    queryFn: async () => (await fetchBackups({ limit: 1, offset: 0 })).data,
    refetchInterval: pollMs,
  })

function Newest() {
  const { data } = useNewest()
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
  { key: 'size', label: 'Size', cell: ({ size }) => <span className="place-counts">{sizeOf(size)}</span> },
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
async function download({ name }: Backup): Promise<void> {
  const params = { path: { name } }
  const file: unknown = await dataOf(api.GET('/internal/v1/backups/{name}', { params, parseAs: 'blob' }))
  hand(name, file as Blob)
}

function Download({ backup }: { readonly backup: Backup }) {
  const [isBusy, setBusy] = useState(false)
  const run = () => {
    setBusy(true)
    void download(backup)
      .catch(toastProblem)
      .finally(() => setBusy(false))
  }
  return (
    <Button variant="default" loading={isBusy} onClick={run} aria-label={`Download ${backup.name}`}>
      Download
    </Button>
  )
}

function Restore() {
  const { data } = useNewest()
  const [newest] = data ?? []
  const path = newest?.path ?? 'data/backups/<file>'
  const directory = path.replace(/[\\/]backups[\\/][^\\/]*$/, '')
  return (
    <Section id="restore" title="What is in a backup, and how to put one back">
      <Stack gap="sm">
        <Text size="sm">
          Everything that the service had stored when the backup was begun: organizations and their members,
          assets, locations, tags, readers, API keys and the history. Not in it are the settings that the
          service is started with, and the key that signs tokens, <Code>signing.key</Code> beside the
          database: without it programs fetch a new access token. The newest ten that were asked for are kept,
          so copy them to another machine.
        </Text>
        <Text size="sm">To put one back, where the service runs{newest && '; here the newest'}:</Text>
        <List type="ordered" size="sm">
          <List.Item>Stop the service.</List.Item>
          <List.Item>
            Run the command. It verifies the backup first, and keeps the database that was there among the
            backups.
          </List.Item>
          <List.Item>
            Start the service. API keys, members and sign-ins are those of the backup again.
          </List.Item>
        </List>
        <CopyField
          label="Restore"
          value={`whereabouts restore ${quoted(path)} --data-dir ${quoted(directory)}`}
        />
        <CopyField
          label="Only look whether it is sound"
          value={`whereabouts backup verify ${quoted(path)}`}
        />
        <Text size="sm">
          The service makes none by itself. To have one each day, let the machine run this, by cron for
          example:
        </Text>
        <CopyField label="Back up" value={`whereabouts backup create --data-dir ${quoted(directory)}`} />
      </Stack>
    </Section>
  )
}

/** For a shell, where it needs it. */
const quoted = (path: string): string =>
  /^[\w./:<>-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
