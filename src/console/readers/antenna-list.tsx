import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { counted, signed } from '../ui/format'
import { Pairs } from '../ui/pairs'
import { PlacePath } from '../ui/place-path'
import { Section } from '../ui/section'
import { Time } from '../ui/time'
import { AntennaSignal } from './antenna-signal'
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

/** Shows the antennas of a reader: location, settings, recent signal, and whether they are disconnected. */
export function AntennaList({ reader }: ReaderProps) {
  const { antennas, health } = reader
  const { data: signal } = useSignal(reader)
  const connected = new Map(health?.antennas.map((antenna) => [antenna.port, antenna]))
  const ports = [...new Set([...antennas.map(({ port }) => port), ...connected.keys()])].toSorted(
    (a, b) => a - b,
  )
  return (
    <Section id="antennas" title={t('Antennas')}>
      {ports.length === 0 && (
        <Text>{t('No antenna has a location yet, so no reads are stored. Edit the reader to add one.')}</Text>
      )}
      <Pairs
        pairs={ports.map((port) => {
          const antenna = antennas.find((mapped) => mapped.port === port)
          const state = connected.get(port)
          const ofPort = signal?.antennas.find((one) => one.port === port)
          return [
            t('Port {port}', { port }),
            <Stack key={port} gap={4} mb="xs">
              <Group gap="xs">
                {antenna ? (
                  <PlacePath id={antenna.location_id} />
                ) : (
                  <Text span size="sm" c="dimmed">
                    {t('No location')}
                  </Text>
                )}
                {state && !state.is_connected && (
                  <Text span size="sm" c="error">
                    {rich('Disconnected {time}', { time: <Time at={state.since} /> })}
                  </Text>
                )}
              </Group>
              {antenna && <Correction antenna={antenna} />}
              {antenna && ofPort && (
                <AntennaSignal port={port} signal={ofPort} minRssi={antenna.min_rssi_dbm} />
              )}
            </Stack>,
          ]
        })}
      />
    </Section>
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
