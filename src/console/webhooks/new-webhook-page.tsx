import { Stack } from '@mantine/core'
import { useState } from 'react'
import { api, dataOf } from '../api/client'
import { t } from '../languages/messages'
import { LinkButton } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { useSecretForm } from '../ui/forms/lost-secret'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { Secret } from './secret'
import { webhooksChanged } from './use-webhook'
import { noInputs, requestOf, WebhookFields } from './webhook-fields'

interface Created {
  readonly id: number
  readonly secret: string
}

export function NewWebhookPage() {
  const [created, setCreated] = useState<Created>()
  return (
    <div className="narrow">
      <PageHeader title={t('New webhook')} back={{ href: '/webhooks', label: t('Webhooks') }} />
      {created ? (
        <Stack>
          <Secret secret={created.secret} />
          <div>
            <LinkButton href={`/webhooks/${created.id}`}>{t('Done')}</LinkButton>
          </div>
        </Stack>
      ) : (
        <NewWebhookForm onCreated={setCreated} />
      )}
    </div>
  )
}

function NewWebhookForm({ onCreated }: { readonly onCreated: (created: Created) => void }) {
  const secret = useSecretForm({
    send: async (inputs: typeof noInputs) =>
      (await dataOf(api.POST('/internal/v1/webhooks', { body: requestOf(inputs) }))).data,
    list: (query) => dataOf(api.GET('/internal/v1/webhooks', { params: { query } })),
    idOf: ({ id }) => id,
    isOf: ({ name }, inputs) => name === inputs.name,
    lost: ({ name }) =>
      t(
        'The webhook “{name}” was stored, but the response with its secret was lost. Replace its secret on its page.',
        { name },
      ),
  })
  const form = useApiForm({
    initial: noInputs,
    ...secret,
    done(created) {
      void webhooksChanged()
      onCreated(created)
    },
  })
  return (
    <Form
      form={form}
      label={t('Create webhook')}
      aside={
        <LinkButton href="/webhooks" variant="default" discards>
          {t('Cancel')}
        </LinkButton>
      }
    >
      <WebhookFields form={form} />
    </Form>
  )
}
