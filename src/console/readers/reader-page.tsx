import { Code, Group, Menu, Stack } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api, dataOf } from '../api/client'
import { useSignedIn } from '../api/session'
import { RecordChanges } from '../changes/record-changes'
import { t } from '../languages/messages'
import { ConfirmDialog } from '../ui/notices/confirm-dialog'
import { lengthOf } from '../ui/values/format'
import { LinkButton } from '../ui/pages/link'
import { DangerItem, MoreMenu } from '../ui/pages/more-menu'
import { PageHeader } from '../ui/pages/page-header'
import { Pairs } from '../ui/values/pairs'
import { NotFound } from '../ui/pages/query-states'
import { Section } from '../ui/pages/section'
import { Time } from '../ui/values/time'
import { toastDone } from '../ui/notices/toasts'
import { AntennaList } from './antenna-list'
import { LiveReads } from './live-reads'
import { NewToken, ReaderConnection } from './reader-connection'
import { ReaderChain } from './reader-chain'
import { formats } from './reader-formats'
import { ReaderHealth } from './reader-health'
import { ReaderMessages } from './reader-messages'
import { ReaderState } from './reader-state'
import { createToken, pathOf, type Reader, readerChanged, useReader } from './use-reader'

/** A refused connection is to be seen while the installer is still at the reader. */
const pollMs = 2000

/** Shows a reader: its diagnosis, antennas, live reads, connection settings, status, recent messages and change log. */
export function ReaderPage() {
  const { data: reader, error, refetch } = useReader(pollMs)
  const { may } = useSignedIn()
  const [token, setToken] = useState<string>()
  if (!reader)
    return (
      <NotFound error={error} onRetry={refetch} lines={8} back={{ href: '/readers', label: t('Readers') }} />
    )
  const isFixed = reader.kind === 'fixed'
  return (
    <>
      <ReaderHeader reader={reader} onToken={setToken} />
      <Stack>
        {isFixed && (
          <ReaderChain
            reader={reader}
            onToken={setToken}
            hasSettings={may('admin')}
            hasMessages={may('admin')}
          />
        )}
        <div className="reader-grid">
          <Stack>
            {isFixed && <AntennaList reader={reader} />}
            {isFixed && <LiveReads reader={reader} />}
            <Details reader={reader} />
          </Stack>
          <Stack>
            {may('admin') && (
              <Section id="connection" title={t('Connection settings')}>
                {token === undefined ? (
                  <ReaderConnection reader={reader} />
                ) : (
                  <NewToken reader={reader} token={token} />
                )}
              </Section>
            )}
            {isFixed && <ReaderHealth reader={reader} />}
          </Stack>
        </div>
        {isFixed && may('admin') && (
          <Section id="messages" title={t('Recent messages')}>
            <ReaderMessages reader={reader} />
          </Section>
        )}
        <RecordChanges kind="reader" id={reader.id} />
      </Stack>
    </>
  )
}

interface ReaderProps {
  readonly reader: Reader
}

function ReaderHeader({ reader, onToken }: ReaderProps & { readonly onToken: (token: string) => void }) {
  const { may } = useSignedIn()
  const [, navigate] = useLocation()
  const [dialog, setDialog] = useState<'password' | 'delete'>()
  const close = () => setDialog(undefined)
  const params = pathOf(reader)

  async function remove(): Promise<void> {
    await dataOf(api.DELETE('/internal/v1/readers/{reader}', { params }))
    toastDone(t('{name} deleted', { name: reader.name }))
    navigate('/readers', { replace: true })
    await readerChanged(reader.id)
  }
  return (
    <PageHeader
      title={reader.name}
      subtitle={
        <Group gap="xs">
          {reader.format !== null && <span>{formats[reader.format].name}</span>}
          <Code>{reader.external_key}</Code>
          {reader.kind === 'handheld' && <ReaderState reader={reader} />}
        </Group>
      }
      back={{ href: '/readers', label: t('Readers') }}
    >
      {may('admin') && (
        <>
          <LinkButton href={`/readers/${reader.id}/edit`} variant="default">
            {t('Edit')}
          </LinkButton>
          <MoreMenu>
            <Menu.Item onClick={() => setDialog('password')}>{newPassword(reader)}</Menu.Item>
            <DangerItem onClick={() => setDialog('delete')}>{t('Delete')}</DangerItem>
          </MoreMenu>
          <ConfirmDialog
            opened={dialog === 'password'}
            onClose={close}
            title={newPasswordFor(reader)}
            label={newPassword(reader)}
            onConfirm={async () => onToken(await createToken(reader.id))}
          >
            {t(
              'The current one stops working immediately. The reader can connect again after you enter the new one in it.',
            )}
          </ConfirmDialog>
          <ConfirmDialog
            opened={dialog === 'delete'}
            onClose={close}
            title={t('Delete reader “{name}”', { name: reader.name })}
            label={t('Delete reader')}
            onConfirm={remove}
          >
            {t('Messages from this reader are rejected from now on. Its past reads stay in the history.')}
          </ConfirmDialog>
        </>
      )}
    </PageHeader>
  )
}

const newPasswordFor = ({ kind, name }: Reader): string =>
  kind === 'handheld'
    ? t('Create new token for {name}', { name })
    : t('Create new password for {name}', { name })

const newPassword = ({ kind }: Reader): string =>
  kind === 'handheld' ? t('Create new token') : t('Create new password')

const Details = ({ reader }: ReaderProps) => (
  <Section id="details" title={t('Details')}>
    <Pairs
      pairs={[
        [t('Type'), reader.kind === 'fixed' ? t('Fixed') : t('Handheld')],
        ...(reader.format === null ? [] : [[t('Format'), formats[reader.format].name] as const]),
        ...(reader.topic === null ? [] : [[t('Topic filter'), reader.topic] as const]),
        ...(reader.kind === 'fixed'
          ? [[t('Presence timeout'), lengthOf(reader.presence_timeout_seconds)] as const]
          : []),
        ...(reader.time_zone === null ? [] : [[t('Time zone of its times'), reader.time_zone] as const]),
        [t('Registered'), <Time key="created" at={reader.created_at} />],
        [t('Updated'), <Time key="updated" at={reader.updated_at} />],
      ]}
    />
  </Section>
)
