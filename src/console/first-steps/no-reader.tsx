import { List } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../api/client'
import { authorityQuery, installationQuery } from '../api/installation'
import { useSignedIn } from '../api/session'
import { CopyField } from '../ui/copy-field'
import { PageLink } from '../ui/link'

/** The ways to a read where there is no reader at hand. */
export function NoReader() {
  const { may } = useSignedIn()
  return (
    <details className="fold">
      <summary>No reader at hand?</summary>
      <List size="sm" spacing="xs">
        <List.Item>
          <PageLink href="/scan" inherit underline="always">
            Scan by hand
          </PageLink>
          : choose the location and scan or type the tag, here or on a phone.
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

const usualPort = 1883

function Simulate() {
  const { user } = useSignedIn()
  const { data } = useQuery(installationQuery)
  const { data: authority, isLoading } = useQuery(authorityQuery)
  if (!data || isLoading) return 'Simulate some.'
  const broker = brokerFlags(data)
  if (!broker) return 'Readers can be simulated where the built-in MQTT broker is on; here it is off.'
  const words = [
    `whereabouts simulate --server ${location.origin} --email ${user.email} --password YOUR-PASSWORD`,
    ...broker,
    ...(authority ? ['--ca data/tls/authority.crt'] : []),
    '--readers 2 --tags 20',
  ]
  return (
    <>
      Simulate some: run this where the program is{authority && ', beside its data directory'}, with your
      password. It adds two readers, four locations and twenty assets that are called “Simulated”, and moves
      them about until you press Ctrl-C.
      <CopyField label="Command" value={words.join(' ')} />
    </>
  )
}

/** None where the command finds it by itself. */
function brokerFlags({ mqtt_port: port, mqtts_port: securePort }: Schemas['Installation']) {
  if (port === usualPort) return []
  if (port !== null) return [`--url mqtt://${location.hostname}:${port}`]
  return securePort === null ? undefined : [`--url mqtts://${location.hostname}:${securePort}`]
}
