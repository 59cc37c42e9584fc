import { Alert, Stack } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../languages/messages'
import { LinkButton } from '../../ui/pages/link'
import { PageHeader } from '../../ui/pages/page-header'
import { Section } from '../../ui/pages/section'
import { NewReaderForm, type Registered } from './new-reader-form'
import { AntennaList } from '../antenna-list'
import { ReaderChain } from '../reader-chain'
import { NewToken, ReaderConnection } from '../reader-connection'
import { useReaderOf } from '../use-reader'

export function NewReaderPage() {
  const [registered, setRegistered] = useState<Registered>()
  const title = registered ? t('{name} is registered', { name: registered.name }) : t('New reader')
  return (
    <div className="narrow">
      <PageHeader title={title} back={{ href: '/readers', label: t('Readers') }} />
      {registered ? <NextSteps registered={registered} /> : <NewReaderForm onRegistered={setRegistered} />}
    </div>
  )
}

/** A refused connection is to be seen while the installer is still at the reader. */
const pollMs = 2000

function NextSteps({ registered }: { readonly registered: Registered }) {
  const { data: reader = registered } = useReaderOf(registered.id, pollMs)
  const [token, setToken] = useState(registered.device_token)
  return (
    <Stack>
      <Section id="connection" title={t('Connection settings')}>
        {token === undefined ? (
          <Stack gap="sm">
            <Alert color="yellow" role="status">
              {t(
                'The reader is registered, but the connection was lost before its token arrived. Open the reader, and create a new token there.',
              )}
            </Alert>
            <ReaderConnection reader={reader} />
          </Stack>
        ) : (
          <NewToken reader={reader} token={token} />
        )}
      </Section>
      {reader.kind === 'fixed' && (
        <Section id="test" title={t('Connection test')}>
          <ReaderChain reader={reader} onToken={setToken} hasSettings />
        </Section>
      )}
      {reader.format === 'llrp' && <AntennaList reader={reader} />}
      <div>
        <LinkButton href={`/readers/${registered.id}`} variant="default">
          {t('Open reader')}
        </LinkButton>
      </div>
    </Stack>
  )
}
