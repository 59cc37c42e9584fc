import { Alert, List, Text } from '@mantine/core'
import { t } from '../../languages/messages'
import { counted } from '../values/format'
import type { Bulk } from './use-bulk'

const shownMax = 20

/** Shows which rows an action failed for, and why. They stay selected. */
export function BulkReport({ bulk: { outcome, dismiss } }: { readonly bulk: Bulk }) {
  if (!outcome) return null
  const { summary, failures, isCertain } = outcome
  const counts = { summary, count: counted(failures.length) }
  return (
    <Alert
      color="red"
      role="alert"
      mb="sm"
      title={
        isCertain
          ? t('{summary}, {count} failed', counts)
          : t('{summary}, {count} failed or not known', counts)
      }
      withCloseButton
      closeButtonLabel={t('Close')}
      onClose={dismiss}
    >
      <Text size="sm">
        {t(
          '{count, plural, one {It stays selected, so that you can try again.} other {They stay selected, so that you can try again.}}',
          { count: failures.length },
        )}
      </Text>
      <List size="sm">
        {failures.slice(0, shownMax).map(({ id, name, reason }) => (
          <List.Item key={id}>
            <b>{name}</b>: {reason}
          </List.Item>
        ))}
        {failures.length > shownMax && (
          <List.Item>{t('{count} more', { count: counted(failures.length - shownMax) })}</List.Item>
        )}
      </List>
    </Alert>
  )
}
