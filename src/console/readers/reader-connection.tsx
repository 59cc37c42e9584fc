import { Alert, List, SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { installationQuery } from '../api/installation'
import { CopyField } from '../ui/copy-field'
import { Pairs } from '../ui/pairs'
import { formats, topicSettings } from './reader-formats'
import type { Reader } from './use-reader'

interface ConnectionProps {
  readonly reader: Reader
  /** While it is known: right after it was made. */
  readonly token?: string | undefined
}

const labels = { mqtt: 'MQTT', http: 'HTTP' }

/** What to type into the reader's own page, to copy. */
export function ReaderConnection({ reader, token }: ConnectionProps) {
  if (reader.kind === 'handheld') return <HandheldConnection token={token} />
  return <FixedConnection reader={reader} token={token} />
}

function FixedConnection({ reader, token }: ConnectionProps) {
  const { protocols, notes } = formats[reader.format ?? 'whereabouts_v1']
  const [first] = protocols
  const [protocol, setProtocol] = useState(first ?? 'mqtt')
  return (
    <Stack gap="sm">
      {protocols.length > 1 && (
        <SegmentedControl
          aria-label="Protocol"
          data={protocols.map((value) => ({ value, label: labels[value] }))}
          value={protocol}
          onChange={setProtocol}
        />
      )}
      {isLoopback() && (
        <Alert color="yellow" title={`${location.hostname} is this machine alone`}>
          Type its name or address on the network into the reader instead.
        </Alert>
      )}
      {protocol === 'mqtt' ? <Mqtt reader={reader} /> : <Http reader={reader} />}
      <CopyField label="User" value={reader.external_key} />
      <Token label="Password" token={token} />
      {notes.length > 0 && (
        <List size="sm" spacing={4}>
          {notes.map((note) => (
            <List.Item key={note}>{note}</List.Item>
          ))}
        </List>
      )}
    </Stack>
  )
}

const isLoopback = (): boolean => /^(localhost|127\..*|\[::1\])$/.test(location.hostname)

function Mqtt({ reader }: { readonly reader: Reader }) {
  const { data } = useQuery(installationQuery)
  const isOff = data?.mqtt_port === null && data.mqtts_port === null
  return (
    <>
      {isOff && (
        <Alert color="yellow" title="The built-in MQTT broker is off">
          Type in the host, port, user and password of the broker from which this installation takes messages.
        </Alert>
      )}
      {!isOff && <CopyField label="Host" value={location.hostname} />}
      {!data && <CopyField label="Port" value="…" />}
      {data?.mqtt_port && <CopyField label="Port" value={String(data.mqtt_port)} />}
      {data?.mqtts_port && <CopyField label="Port over TLS" value={String(data.mqtts_port)} />}
      <Pairs
        pairs={[
          ['Protocol', 'MQTT 3.1.1'],
          ['QoS', '1, so that nothing is lost when the connection breaks'],
        ]}
      />
      {topicSettings(reader).map(([label, value]) => (
        <CopyField key={label} label={label} value={value} />
      ))}
    </>
  )
}

const Http = ({ reader }: { readonly reader: Reader }) => (
  <>
    <CopyField label="URL" value={`${location.origin}/internal/v1/readers/${reader.external_key}/events`} />
    <Pairs
      pairs={[
        ['Method', 'POST'],
        [
          'Authentication',
          'Basic, with user and password; or the header Authorization: Bearer with the password',
        ],
      ]}
    />
  </>
)

const HandheldConnection = ({ token }: Pick<ConnectionProps, 'token'>) => (
  <Stack gap="sm">
    <Text size="sm">
      A person who signs in here on the handheld needs none of this. An app of your own sends what it scans as{' '}
      POST to this URL, with the header Authorization: Bearer and the device token.
    </Text>
    <CopyField label="URL" value={`${location.origin}/internal/v1/scans`} />
    <Token label="Device token" token={token} />
  </Stack>
)

const Token = ({ label, token }: { readonly label: string; readonly token: string | undefined }) =>
  token === undefined ? (
    <Pairs pairs={[[label, 'The device token. It was shown once; renew it where it is lost.']]} />
  ) : (
    <CopyField label={label} value={token} />
  )

interface NewTokenProps {
  readonly reader: Reader
  readonly token: string
}

/** The token that is shown this once, with all that belongs to it. */
export function NewToken({ reader, token }: NewTokenProps) {
  const alert = useRef<HTMLDivElement>(null)
  // On a phone it is far below the button that made it.
  useEffect(() => {
    alert.current?.scrollIntoView({ block: 'center' })
  }, [token])
  return (
    <Stack gap="sm">
      <Alert ref={alert} color="yellow" title="The device token is shown this once" role="status">
        Copy it now, best right into the reader.
      </Alert>
      <ReaderConnection reader={reader} token={token} />
    </Stack>
  )
}
