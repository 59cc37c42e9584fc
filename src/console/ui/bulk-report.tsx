import { Alert, List, Text } from '@mantine/core'
import { counted } from './format'
import type { Bulk } from './use-bulk'

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
      <Text size="sm">{failures.length === 1 ? 'It is' : 'They are'} unchanged and still selected.</Text>
      <List size="sm" mah="12rem" className="bulk-failures">
        {failures.map(({ id, name, reason }) => (
          <List.Item key={id}>
            <b>{name}</b>: {reason}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
