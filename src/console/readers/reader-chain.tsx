import { Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { counted } from '../ui/values/format'
import { ClockTime, Time } from '../ui/values/time'
import { causes, type Diagnosis } from './chain-causes'
import { serverText } from '../languages/server-texts'
import { ChainRemedy, ConfirmDevice } from './chain-remedy'
import { MapAntenna } from './map-antenna'
import { shortNameOf } from './reader-formats'
import { readableOf, type Reader, useMessages } from './use-reader'

type LinkName = keyof Diagnosis['links']

interface ReaderChainProps {
  readonly reader: Reader
  /** Receives a new device token, which is shown only once. Without it, no token is created here. */
  readonly onToken?: (token: string) => void
  /** Whether the connection settings are on this page, in a part with the id "connection". */
  readonly hasSettings?: boolean
  /** Whether the recent messages are on this page, in a part with the id "messages". */
  readonly hasMessages?: boolean
}

/** Shows what a fixed reader does, link by link, and the sentence and the button for the first link that is not right. */
export function ReaderChain({ reader, ...remedies }: ReaderChainProps) {
  const { diagnosis } = reader
  // Kept here, because the diagnosis may name another antenna, or none, before the user has chosen a location.
  const [port, setPort] = useState(0)
  const [isMapping, { open, close }] = useDisclosure(false)
  if (!diagnosis) return null
  function map(antenna: number): void {
    setPort(antenna)
    open()
  }
  return (
    <section className="chain-card" aria-label={t('Diagnosis')} data-cause={diagnosis.cause ?? 'none'}>
      <Verdict reader={reader} diagnosis={diagnosis} onMap={map} {...remedies} />
      <LinkWarning reader={reader} diagnosis={diagnosis} />
      <MapAntenna reader={reader} port={port} isOpen={isMapping} onClose={close} />
      <ol className="chain plain">
        {links.map(({ name, label, detail }) => (
          <li key={name} data-link={name} data-state={diagnosis.links[name]}>
            <Mark state={diagnosis.links[name]} />
            <div className="chain-text">
              <Text fw={600} size="sm" component="span" className="chain-label">
                {reader.format === 'llrp' && name === 'signed_in' ? t('Set up') : label}
              </Text>
              <Text size="sm" component="span" className="chain-detail">
                {diagnosis.links[name] === 'waiting' ? t('Not yet') : detail(diagnosis, reader)}
              </Text>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

interface VerdictProps extends ReaderChainProps {
  readonly diagnosis: Diagnosis
  readonly onMap: (port: number) => void
}

/** Announced by screen readers when it changes. */
function Verdict({ reader, diagnosis, ...remedies }: VerdictProps) {
  const { may } = useSignedIn()
  const { cause, links: states, since } = diagnosis
  const isBroken = Object.values(states).includes('broken')
  return (
    <div role="status">
      {cause !== null && (
        <div className="verdict" data-broken={isBroken || undefined}>
          <span className="verdict-mark" aria-hidden>
            {isBroken ? <IconAlertTriangle size={20} /> : <IconInfoCircle size={20} />}
          </span>
          <div className="verdict-text">
            <Text fw={620}>{causes[cause].title ?? causes[cause].phrase(diagnosis, reader)}</Text>
            <Text size="sm">
              {causes[cause].sentence(diagnosis, reader)}
              {/* The count and the distance change by themselves, and are not announced again each time. */}
              <span aria-live="off">
                {cause === 'wrong_format' && diagnosis.rejected_messages > 0 ? (
                  <Rejections reader={reader} diagnosis={diagnosis} />
                ) : (
                  isBroken &&
                  since !== null && <> {rich('First noticed {time}.', { time: <Time at={since} /> })}</>
                )}
              </span>
            </Text>
          </div>
          {may('manager') && <ChainRemedy reader={reader} diagnosis={diagnosis} {...remedies} />}
        </div>
      )}
    </div>
  )
}

/** Something that is wrong with a reader that works. */
function LinkWarning({ reader, diagnosis: { llrp } }: Pick<VerdictProps, 'reader' | 'diagnosis'>) {
  const { may } = useSignedIn()
  if (llrp?.state !== 'sending' || llrp.sentence === null) return null
  const isOther = llrp.text?.key === 'llrp.other_device'
  return (
    <div className="verdict" role="status">
      <span className="verdict-mark" aria-hidden>
        <IconAlertTriangle size={20} />
      </span>
      <Text size="sm" className="verdict-text">
        {serverText(llrp.sentence, llrp.text)}
      </Text>
      {isOther && may('admin') && <ConfirmDevice reader={reader} />}
    </div>
  )
}

/** Says how many messages were rejected, and how many of them are kept. */
function Rejections({ reader, diagnosis }: Pick<VerdictProps, 'reader' | 'diagnosis'>) {
  const { may } = useSignedIn()
  const { data: messages } = useMessages(reader.id, { enabled: may('admin') })
  const { rejected_messages: count, since, likely_format: likely } = diagnosis
  const kept = readableOf(messages)
  const values = { count, kept, time: <ClockTime at={since ?? reader.updated_at} /> }
  const sentence = () => {
    if (kept === 0)
      return rich(
        '{count, plural, one {One message was rejected at {time}.} other {All # messages since {time} were rejected.}}',
        values,
      )
    if (likely === null)
      return rich(
        '{count, plural, one {One message was rejected at {time}.} other {All # messages since {time} were rejected.}} {kept, plural, one {One is kept.} other {The last # are kept.}}',
        values,
      )
    if (count === 1 && kept === 1)
      return rich('One message was rejected at {time}; it is kept and will be read after the switch.', values)
    return rich(
      '{count, plural, one {One message was rejected at {time}} other {All # messages since {time} were rejected}}; {kept, plural, one {one is kept and will be read after the switch.} other {the last # are kept and will be read after the switch.}}',
      values,
    )
  }
  return <> {sentence()}</>
}

function Mark({ state }: { readonly state: Diagnosis['links'][LinkName] }) {
  const words = { ok: t('done'), broken: t('problem'), waiting: t('not yet') }
  return (
    <span className="chain-mark">
      {state === 'ok' && <IconCheck size={14} stroke={2.5} aria-hidden />}
      {state === 'broken' && <IconX size={14} stroke={2.5} aria-hidden />}
      <span className="visually-hidden">{words[state]}: </span>
    </span>
  )
}

interface LinkInfo {
  readonly name: LinkName
  readonly label: string
  /** Shown unless the link waits. */
  readonly detail: (diagnosis: Diagnosis, reader: Reader) => ReactNode
}

const links: readonly LinkInfo[] = [
  {
    name: 'connected',
    label: t('Connected'),
    detail({ connection, refused, links: { connected } }, { address: ofReader }) {
      if (connected === 'broken') return t('No connection')
      if (ofReader !== null) return ofReader
      const address = connection?.address ?? refused?.address
      if (!connection) return address ?? t('Recently')
      return (
        <>
          {address ?? connection.protocol.toUpperCase()} ·{' '}
          {connection.is_open ? t('now') : <Time at={connection.last_at} />}
        </>
      )
    },
  },
  {
    name: 'signed_in',
    label: t('Signed in'),
    detail({ connection, refused, llrp, links: { signed_in: state } }, { format }) {
      if (format === 'llrp')
        return state === 'broken' ? t('Refused') : [llrp?.device?.manufacturer, llrp?.device?.model].join(' ')
      if (state === 'broken') return t('Refused {count}×', { count: counted(refused?.count ?? 1) })
      // Without a connection since the start of the service, only the messages tell: an external broker checks passwords.
      return connection ? t('Password correct') : t('Its messages arrive')
    },
  },
  {
    name: 'sending',
    label: t('Sending'),
    detail: (_, { health }) => (health ? <Time at={health.last_message_at} /> : t('No message')),
  },
  {
    name: 'understood',
    label: t('Understood'),
    detail: ({ links: { understood }, rejected_messages: count }, { format }) =>
      understood === 'ok' ? format && shortNameOf(format) : t('{count} rejected', { count: counted(count) }),
  },
  {
    name: 'placing',
    label: t('Placing assets'),
    detail({ links: { placing }, last_applied_at: at, cause }) {
      if (placing === 'ok') return <Time at={at} />
      return cause === 'clock_behind' ? t('With wrong times') : t('Reads are not used')
    },
  },
]
