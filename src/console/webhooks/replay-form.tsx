import { Text, TextInput } from '@mantine/core'
import { t } from '../languages/messages'
import { toastDone } from '../ui/notices/toasts'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { type Webhook, webhooksChanged } from './use-webhook'
import { replay } from './webhook-actions'

/** Sends all events from a sequence again. */
export function ReplayForm({ webhook }: { readonly webhook: Webhook }) {
  const form = useApiForm({
    initial: { from_sequence: '' },
    submit: ({ from_sequence: from }) => replay(webhook, { from_sequence: Number(from) }),
    done() {
      toastDone(t('The events are queued and will be sent again'))
      void webhooksChanged()
    },
  })
  return (
    <>
      <Text size="sm" mb="sm">
        {t('Sends all events from a sequence again, in order, including those that were delivered.')}
      </Text>
      <Form form={form} label={t('Replay events')}>
        <TextInput
          label={t('First sequence')}
          inputMode="numeric"
          pattern="[0-9]+"
          required
          {...form.text('from_sequence')}
        />
      </Form>
    </>
  )
}
