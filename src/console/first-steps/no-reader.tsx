import { List } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../api/client'
import { caQuery, installationQuery } from '../api/installation'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { CopyField } from '../ui/notices/copy-field'
import { PageLink } from '../ui/pages/link'

/** Explains how to try the product without a reader. */
export function NoReader() {
  const { may } = useSignedIn()
  return (
    <details className="fold">
      <summary>{t('No reader yet?')}</summary>
      <List size="sm" spacing="xs">
        <List.Item>
          {rich('{link}: choose a location, then scan or type the tag, here or on a phone.', {
            link: (
              <PageLink href="/scan" inherit underline="always">
                {t('Scan by hand')}
              </PageLink>
            ),
          })}
        </List.Item>
        {may('admin') && (
          <List.Item>
            <Simulate />
          </List.Item>
        )}
      </List>
    </details>
  )
}

const defaultPort = 1883

function Simulate() {
  const { user } = useSignedIn()
  const { data } = useQuery(installationQuery)
  const { data: ca, isLoading } = useQuery(caQuery)
  if (!data || isLoading) return t('Simulate readers.')
  const broker = brokerFlags(data)
  if (!broker) return t('To simulate readers, turn on the built-in MQTT broker.')
  const words = [
    `whereabouts simulate --server ${location.origin} --email ${user.email} --password YOUR-PASSWORD`,
    ...broker,
    ...(ca ? ['--ca data/tls/authority.crt'] : []),
    '--readers 2 --tags 20',
  ]
  return (
    <>
      {ca
        ? t(
            'Simulate readers: run this on the server, in the parent folder of the data directory, with your password.',
          )
        : t('Simulate readers: run this on the server, with your password.')}{' '}
      {t(
        'It adds two readers, four locations and twenty assets named “Simulated”, and moves the assets until you press Ctrl-C.',
      )}
      <CopyField label={t('Command')} value={words.join(' ')} />
    </>
  )
}

/** Returns the flags that locate the broker: none when the command finds it by default, undefined when it is off. */
function brokerFlags({ mqtt_port: port, mqtts_port: securePort }: Schemas['Installation']) {
  if (port === defaultPort) return []
  if (port !== null) return [`--url mqtt://${location.hostname}:${port}`]
  return securePort === null ? undefined : [`--url mqtts://${location.hostname}:${securePort}`]
}
