import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { FailedSection } from '../ui/pages/failed-section'
import { counted } from '../ui/values/format'
import { Section } from '../ui/pages/section'
import { Time } from '../ui/values/time'

const pollMs = 3000
const shown = 10

/** Lists refused connections with unknown user names, for owners of the installation. Nothing without any. */
export function RefusedConnections() {
  const { isOwner } = useSignedIn()
  const { data, error, refetch } = useQuery({
    queryKey: ['refused-connections'],
    queryFn: () =>
      dataOf(api.GET('/internal/v1/refused-connections', { params: { query: { limit: shown } } })),
    refetchInterval: pollMs,
    enabled: isOwner,
  })
  if (!data && error)
    return <FailedSection id="refused" title={t('Refused connections')} error={error} onRetry={refetch} />
  if (!data || data.total_count === 0) return null
  return (
    <Section id="refused" title={t('Refused connections')}>
      <Text size="sm" mb="xs">
        {t(
          'No reader of this installation has these user names. Correct the user name in the reader, or register a reader with it as its key.',
        )}
      </Text>
      <ul className="plain refusals" aria-label={t('Refused connections')}>
        {data.data.map(({ user_name: name, address, count, last_at: at }) => (
          <li key={name}>
            <Text span size="sm" ff="monospace" className="tag-value">
              {name ?? t('(no user name)')}
            </Text>
            <Text span size="sm" c="dimmed">
              {address}, {t('{count, plural, one {# attempt} other {# attempts}}', { count })},{' '}
              <Time at={at} />
            </Text>
          </li>
        ))}
      </ul>
      {data.total_count > data.data.length && (
        <Text size="sm" c="dimmed">
          {t('The latest {count} of {total} are shown.', {
            count: data.data.length,
            total: counted(data.total_count),
          })}
        </Text>
      )}
    </Section>
  )
}
