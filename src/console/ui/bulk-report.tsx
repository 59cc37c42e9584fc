import { Alert, List, Text } from '@mantine/core'
import { counted } from './format'
import type { Bulk } from './use-bulk'

const shownMax = 20

/** Shows which rows an action failed for, and why. They stay selected. */
export function BulkReport({ bulk: { outcome, dismiss } }: { readonly bulk: Bulk }) {
  if (!outcome) return null
  const { summary, failures } = outcome
  return (
    <Alert
      color="red"
      role="alert"
      mb="sm"
      title={`${summary}, ${counted(failures.length)} failed`}
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={dismiss}
    >
      <Text size="sm">
        {failures.length === 1 ? 'It stays selected' : 'They stay selected'}, so that you can try again.
      </Text>
      <List size="sm">
        {failures.slice(0, shownMax).map(({ id, name, reason }) => (
          <List.Item key={id}>
            <b>{name}</b>: {reason}
          </List.Item>
        ))}
        {failures.length > shownMax && <List.Item>{counted(failures.length - shownMax)} more</List.Item>}
      </List>
    </Alert>
  )
}
