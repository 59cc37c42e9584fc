import { Alert, List, SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { installationQuery } from '../api/installation'
import { t } from '../languages/messages'
import { CopyField } from '../ui/notices/copy-field'
import { Pairs } from '../ui/values/pairs'
import { formats, topicSettings } from './reader-formats'
import { urlAt, useServerHosts } from '../ui/values/server-addresses'
import { ServerHostHint } from './server-host-hint'
import type { Reader } from './use-reader'

interface ConnectionProps {
  readonly reader: Reader
  /** Known only right after it was created. */
  readonly token?: string | undefined
}

const labels = { mqtt: 'MQTT', http: 'HTTP' }

/** Shows the settings to enter into the reader, ready to copy. */
export function ReaderConnection({ reader, token }: ConnectionProps) {
  if (reader.format === 'llrp') return <ConnectedReader reader={reader} />
  if (reader.kind === 'handheld') return <HandheldConnection token={token} />
  return <FixedConnection reader={reader} token={token} />
}

/** The service connects to it, so nothing is entered in the reader. */
function ConnectedReader({ reader }: Pick<ConnectionProps, 'reader'>) {
  const device = reader.diagnosis?.llrp?.device
  return (
    <Stack gap="sm">
      <Text size="sm">{formats.llrp.notes[0]}</Text>
      <Pairs
        pairs={[
          [t('Address'), reader.address ?? ''],
          ...(device
            ? ([
                [t('Model'), `${device.manufacturer} ${device.model}`],
                [t('Firmware'), device.firmware],
                [t('Identification'), device.serial ?? t('None')],
                [t('Region'), device.region],
              ] as const)
            : []),
        ]}
      />
    </Stack>
  )
}

function FixedConnection({ reader, token }: ConnectionProps) {
  const { protocols, notes } = formats[reader.format ?? 'whereabouts_v1']
  const [first = 'mqtt'] = protocols
  const [chosen, setChosen] = useState(first)
  // The format may have changed since, to one without the chosen protocol.
  const protocol = protocols.includes(chosen) ? chosen : first
  return (
    <Stack gap="sm">
      {protocols.length > 1 && (
        <SegmentedControl
          aria-label={t('Protocol')}
          data={protocols.map((value) => ({ value, label: labels[value] }))}
          value={protocol}
          onChange={setChosen}
        />
      )}
      <ServerHostHint port={protocol} />
      <div className="copy-rows">
        {protocol === 'mqtt' ? <Mqtt reader={reader} /> : <Http reader={reader} />}
        <CopyField label={t('User name')} value={reader.external_key} />
        <Token label={t('Password')} token={token} />
      </div>
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

function Mqtt({ reader }: { readonly reader: Reader }) {
  const { data } = useQuery(installationQuery)
  const { host } = useServerHosts('mqtt')
  const isOff = data?.mqtt_port === null && data.mqtts_port === null
  return (
    <>
      {isOff && (
        <Alert color="yellow" title={t('The built-in MQTT broker is off')}>
          {t(
            'Use the host, port, user name and password of the external broker that this installation reads from.',
          )}
        </Alert>
      )}
      {!isOff && <CopyField label={t('Host')} value={host} />}
      {!data && <CopyField label={t('Port')} value="…" />}
      {data?.mqtt_port && <CopyField label={t('Port')} value={String(data.mqtt_port)} />}
      {data?.mqtts_port && <CopyField label={t('TLS port')} value={String(data.mqtts_port)} />}
      <Pairs
        pairs={[
          [t('Protocol'), t('MQTT 3.1.1 or 5')],
          ['QoS', t('1, so that no message is lost when the connection drops')],
        ]}
      />
      {topicSettings(reader).map(([label, value]) => (
        <CopyField key={label} label={label} value={value} />
      ))}
    </>
  )
}

function Http({ reader }: { readonly reader: Reader }) {
  const { host } = useServerHosts('http')
  return (
    <>
      <CopyField label="URL" value={urlAt(host, `/internal/v1/readers/${reader.external_key}/events`)} />
      <Pairs
        pairs={[
          [t('Method'), 'POST'],
          [
            t('Authentication'),
            t('Basic, with user name and password; or the header Authorization: Bearer with the password'),
          ],
        ]}
      />
    </>
  )
}

function HandheldConnection({ token }: Pick<ConnectionProps, 'token'>) {
  const { host } = useServerHosts('http')
  return (
    <Stack gap="sm">
      <Text size="sm">
        {t(
          "You don't need these settings if users sign in to this console on the handheld. A custom app sends its scans with POST to this URL, with the device token in the header Authorization: Bearer.",
        )}
      </Text>
      <ServerHostHint port="http" />
      <div className="copy-rows">
        <CopyField label="URL" value={urlAt(host, '/internal/v1/scans')} />
        <Token label={t('Device token')} token={token} />
      </div>
    </Stack>
  )
}

const Token = ({ label, token }: { readonly label: string; readonly token: string | undefined }) =>
  token === undefined ? (
    <Pairs pairs={[[label, t('Shown only once. If you lost it, create a new one with “…”.')]]} />
  ) : (
    <CopyField label={label} value={token} />
  )

interface NewTokenProps {
  readonly reader: Reader
  readonly token: string
}

/** Shows a new device token, which is shown only once, with the other connection settings. */
export function NewToken({ reader, token }: NewTokenProps) {
  const alert = useRef<HTMLDivElement>(null)
  // On a phone the alert is far below the button that creates the token.
  useEffect(() => {
    alert.current?.scrollIntoView({ block: 'center' })
  }, [token])
  return (
    <Stack gap="sm">
      <Alert ref={alert} color="yellow" title={t("You won't see this token again")} role="status">
        {reader.kind === 'handheld'
          ? t('Copy the device token into the app now.')
          : t('The password below is the device token. Copy it into the reader now.')}
      </Alert>
      <ReaderConnection reader={reader} token={token} />
    </Stack>
  )
}
