import { Text } from '@mantine/core'
import { t } from '../languages/messages'
import { rich } from '../languages/rich'
import { StateBadge } from '../ui/values/state-badge'
import { Time } from '../ui/values/time'
import type { Webhook } from './use-webhook'

/** Names the state of a webhook. */
export function WebhookState({ webhook: { is_enabled: isEnabled, failures, behind } }: Props) {
  if (!isEnabled) return <StateBadge state="muted">{t('Disabled')}</StateBadge>
  if (failures > 0) return <StateBadge state="problem">{t('Failing')}</StateBadge>
  return behind > 0 ? <StateBadge state="muted">{t('Sending')}</StateBadge> : <span>{t('Up to date')}</span>
}

interface Props {
  readonly webhook: Webhook
}

/** Says how many events wait, and why. */
export function Waiting({ webhook }: Props) {
  const { behind, lost_events: lost } = webhook
  return (
    <>
      <Text size="sm">
        {t(
          '{count, plural, =0 {No events are waiting.} one {One event is waiting.} other {# events are waiting.}}',
          {
            count: behind,
          },
        )}
      </Text>
      <Reason webhook={webhook} />
      {lost > 0 && (
        <Text size="sm">
          {t(
            '{count, plural, one {One event was deleted from the event log before its delivery.} other {# events were deleted from the event log before their delivery.}}',
            { count: lost },
          )}
        </Text>
      )}
    </>
  )
}

function Reason({ webhook }: Props) {
  const { is_enabled: isEnabled, disabled_reason: reason, failures, next_attempt_at: next } = webhook
  if (reason === 'gone')
    return <Text size="sm">{t('The endpoint returned 410, which disabled this webhook.')}</Text>
  if (reason === 'failing')
    return <Text size="sm">{t('The webhook was disabled after deliveries had failed for five days.')}</Text>
  if (!isEnabled) return <Text size="sm">{t('Enable the webhook to continue.')}</Text>
  if (failures === 0) return null
  return (
    <Text size="sm">
      {rich(
        '{failures, plural, one {The last attempt failed} other {The last # attempts failed}}. The first failure was {since}, the next attempt is {next}.',
        { failures, since: <Time at={webhook.failing_since} />, next: <Time at={next} /> },
      )}
    </Text>
  )
}
