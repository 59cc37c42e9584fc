import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { counted, signed } from '../ui/values/format'
import { PageLink } from '../ui/pages/link'
import { PlacePath } from '../ui/pages/place-path'
import { Section } from '../ui/pages/section'
import { Time } from '../ui/values/time'
import { AntennaSignal, type Signal, SignalHeadings } from './antenna-signal'
import { pathOf, type Reader } from './use-reader'

interface ReaderProps {
  readonly reader: Reader
}

type Antenna = Reader['antennas'][number]

const pollMs = 3000

/** Fetches what the antennas of a reader read in the last minutes, again and again. */
const useSignal = ({ id }: Reader) =>
  useQuery({
    queryKey: ['reader', id, 'signal'],
    queryFn: async () =>
      (await dataOf(api.GET('/internal/v1/readers/{reader}/signal', { params: pathOf({ id }) }))).data,
    refetchInterval: pollMs,
  })

/** Returns the antennas that have a location, that the reader reports, or whose reads are not used. */
function portsOf({ antennas, health, diagnosis }: Reader): readonly number[] {
  const unmapped = diagnosis?.cause === 'antenna_without_location' ? [diagnosis.antenna ?? []].flat() : []
  const reported = health?.antennas.map(({ port }) => port) ?? []
  const ports = new Set([...antennas.map(({ port }) => port), ...reported, ...unmapped])
  return [...ports].toSorted((a, b) => a - b)
}

/** Shows the antennas of a reader: location, settings, recent signal, and whether they are disconnected. */
export function AntennaList({ reader }: ReaderProps) {
  const { data: signal } = useSignal(reader)
  const ports = portsOf(reader)
  return (
    <Section
      id="antennas"
      title={t('Antennas')}
      aside={
        <Text size="sm" c="dimmed">
          {t('Reads of the last 5 minutes')}
        </Text>
      }
    >
      {ports.length === 0 ? (
        <Text>{t('No antenna has a location yet, so no reads are stored. Edit the reader to add one.')}</Text>
      ) : (
        <div className="antennas">
          <SignalHeadings />
          <ul className="plain">
            {ports.map((port) => (
              <AntennaRow
                key={port}
                reader={reader}
                port={port}
                signal={signal?.antennas.find((one) => one.port === port)}
              />
            ))}
          </ul>
        </div>
      )}
    </Section>
  )
}

interface AntennaRowProps extends ReaderProps {
  readonly port: number
  /** Undefined without a location, and until it has arrived. */
  readonly signal: Signal | undefined
}

function AntennaRow({ reader, port, signal }: AntennaRowProps) {
  const antenna = reader.antennas.find((mapped) => mapped.port === port)
  const state = reader.health?.antennas.find((reported) => reported.port === port)
  return (
    <li>
      <span className="antenna-port">
        <span className="visually-hidden">{t('Antenna')} </span>
        {port}
      </span>
      <div className="antenna-place">
        {antenna ? <PlacePath id={antenna.location_id} /> : <NoLocation reader={reader} />}
        {state && !state.is_connected && (
          <Text size="sm" c="error">
            {rich('Disconnected {time}', { time: <Time at={state.since} /> })}
          </Text>
        )}
        {antenna && <Correction antenna={antenna} />}
      </div>
      {antenna && signal && <AntennaSignal port={port} signal={signal} minRssi={antenna.min_rssi_dbm} />}
    </li>
  )
}

function NoLocation({ reader: { id } }: ReaderProps) {
  const { may } = useSignedIn()
  return (
    <>
      <Text fw={600} size="sm" className="antenna-unmapped">
        {t('No location yet')}
      </Text>
      {may('admin') && (
        <PageLink href={`/readers/${id}/edit`} size="sm">
          {t('Choose a location')}
        </PageLink>
      )}
    </>
  )
}

/** The RSSI offset and the minimum RSSI of an antenna, when they are set. */
function Correction({ antenna: { rssi_offset_db: offset, min_rssi_dbm: minimum } }: { antenna: Antenna }) {
  const parts = [
    ...(offset === 0
      ? []
      : [t('RSSI offset {offset} dB', { offset: offset > 0 ? `+${counted(offset)}` : signed(offset) })]),
    ...(minimum === null ? [] : [t('Min. RSSI {minimum} dBm', { minimum: signed(minimum) })]),
  ]
  if (parts.length === 0) return null
  return (
    <Text size="sm" c="dimmed">
      {parts.join(', ')}
    </Text>
  )
}
