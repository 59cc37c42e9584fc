import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../api/client'
import { useSignedIn } from '../api/session'
import { t } from '../languages/messages'
import { FailedSection } from '../ui/failed-section'
import { PageLink } from '../ui/link'

const pollMs = 60_000

/** Tells administrators which webhooks the service has disabled. */
export function DisabledWebhooks() {
  const { may } = useSignedIn()
  const { data, error, refetch } = useQuery({
    queryKey: ['webhooks', 'list'],
    queryFn: async () => (await dataOf(api.GET('/internal/v1/webhooks'))).data,
    enabled: may('admin'),
    refetchInterval: pollMs,
  })
  if (!data && error)
    return <FailedSection id="webhooks" title={t('Webhooks')} error={error} onRetry={refetch} />
  const disabled = data?.filter(({ disabled_reason: reason }) => reason !== null) ?? []
  if (disabled.length === 0) return null
  return (
    <Alert
      color="red"
      title={t('{count, plural, one {A webhook is disabled} other {# webhooks are disabled}}', {
        count: disabled.length,
      })}
    >
      <Text size="sm">{t('Events wait until an administrator enables the webhook again.')}</Text>
      <ul>
        {disabled.map(({ id, name }) => (
          <li key={id}>
            <PageLink href={`/webhooks/${id}`}>{name}</PageLink>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
