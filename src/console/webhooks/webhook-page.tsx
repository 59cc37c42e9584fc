import { serverText } from '../languages/server-texts'
import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { deletedLocation } from '../api/record-names'
import { usePlace, usePlaces } from '../api/use-locations'
import { serviceNow } from '../api/service-clock'
import { t } from '../languages/messages'
import { counted } from '../ui/values/format'
import { PageHeader } from '../ui/pages/page-header'
import { Pairs } from '../ui/values/pairs'
import { NotFound } from '../ui/pages/query-states'
import { Section } from '../ui/pages/section'
import { Time } from '../ui/values/time'
import { Deliveries } from './deliveries'
import { ReplayForm } from './replay-form'
import { Secret } from './secret'
import { useWebhook, type Webhook } from './use-webhook'
import { RotateSecret, tryAgain, WebhookActions } from './webhook-actions'
import { Waiting, WebhookState } from './webhook-state'

const pollMs = 2000

/** Shows a webhook: its state, what waits and why, its deliveries, and its actions. */
export function WebhookPage() {
  const { data: webhook, error, refetch } = useWebhook(pollMs)
  if (webhook) return <Content webhook={webhook} />
  return <NotFound error={error} onRetry={refetch} back={{ href: '/webhooks', label: t('Webhooks') }} />
}

interface Props {
  readonly webhook: Webhook
}

function Content({ webhook }: Props) {
  const [secret, setSecret] = useState<string>()
  return (
    <>
      <PageHeader
        title={webhook.name}
        subtitle={<span className="tag-value">{webhook.url}</span>}
        back={{ href: '/webhooks', label: t('Webhooks') }}
      >
        <WebhookActions webhook={webhook} />
      </PageHeader>
      <Stack>
        {secret !== undefined && <Secret secret={secret} />}
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <State webhook={webhook} />
          <Details webhook={webhook} onSecret={setSecret} />
        </SimpleGrid>
        <Section id="deliveries" title={t('Deliveries')}>
          <Deliveries webhook={webhook} />
        </Section>
        <Section id="replay" title={t('Replay')}>
          <ReplayForm webhook={webhook} />
        </Section>
      </Stack>
    </>
  )
}

function State({ webhook }: Props) {
  const { is_enabled: isEnabled, failures, last_error: error, last_error_text: text } = webhook
  return (
    <Section id="state" title={t('Status')} aside={<WebhookState webhook={webhook} />}>
      <Stack gap="xs" align="flex-start">
        <Waiting webhook={webhook} />
        {error !== null && (
          <Alert color="red" title={t('Last error')} w="100%">
            <Text size="sm" className="tag-value">
              {serverText(error, text)}
            </Text>
          </Alert>
        )}
        {isEnabled && failures > 0 && (
          <Button variant="default" size="xs" onClick={() => void tryAgain(webhook)}>
            {t('Try again now')}
          </Button>
        )}
      </Stack>
    </Section>
  )
}

function Details({ webhook, onSecret }: Props & { readonly onSecret: (secret: string) => void }) {
  const { types, format, location_id: place, cursor, previous_secret_expires_at: expiresAt } = webhook
  const path = usePlace(place)?.path
  const missing = usePlaces() ? deletedLocation : '…'
  return (
    <Section id="details" title={t('Details')}>
      <Pairs
        pairs={[
          [t('Events'), types.length === 0 ? t('All events') : types.join(', ')],
          [t('Format'), format === 'epcis' ? 'EPCIS 2.0' : t('Events as JSON')],
          [t('Location'), place === null ? t('All locations') : (path ?? missing)],
          [t('Delivered up to sequence'), counted(cursor)],
          [t('Created'), <Time key="created" at={webhook.created_at} />],
          ...(expiresAt === null || Date.parse(expiresAt) < serviceNow()
            ? []
            : [[t('End of the previous secret'), <Time key="previous" at={expiresAt} />] as const]),
        ]}
      />
      <Group mt="sm">
        <RotateSecret webhook={webhook} onSecret={onSecret} />
      </Group>
    </Section>
  )
}
