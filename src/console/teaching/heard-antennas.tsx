import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client'
import { t } from '../languages/messages'
import { SignalBars } from '../ui/values/signal-bars'
import { counted, signed } from '../ui/values/format'
import { percentOf, type DetailedSample } from './queries'

type Antenna = DetailedSample['antennas'][number]

const readersQuery = {
  queryKey: ['readers', 'names'],
  queryFn: async () =>
    (await dataOf(api.GET('/internal/v1/readers', { params: { query: { limit: 200 } } }))).data,
  staleTime: 60_000,
}

/** What each antenna hears of the tags, the strongest first, on one axis. */
export function HeardAntennas({ antennas }: { readonly antennas: readonly Antenna[] }) {
  const { data: readers } = useQuery(readersQuery)
  if (antennas.length === 0) return <Text c="dimmed">{t('Nothing is heard yet.')}</Text>
  const nameOf = ({ reader_id: id, port }: Antenna) => {
    const name = readers?.find((reader) => reader.id === id)?.name ?? t('Reader {id}', { id })
    return t('{reader}, antenna {port}', { reader: name, port })
  }
  return (
    <ul className="heard-antennas" aria-label={t('What is heard here')}>
      {antennas.map((antenna) => {
        const name = nameOf(antenna)
        return (
          <li key={`${antenna.reader_id}:${antenna.port}`}>
            <span className="heard-name">
              {name}
              <Text span size="sm" c="dimmed">
                {t('{count} reads, silent {share} % of the time', {
                  count: counted(antenna.read_count),
                  share: percentOf(antenna.missed_share),
                })}
              </Text>
            </span>
            <SignalBars
              label={t('RSSI of {name}: {level} dBm on average', { name, level: signed(antenna.level_dbm) })}
              bars={antenna.histogram}
            />
            <b className="heard-level">{signed(antenna.level_dbm)}</b>
          </li>
        )
      })}
    </ul>
  )
}
