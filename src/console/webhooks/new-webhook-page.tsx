import { Stack } from '@mantine/core'
import { useState } from 'react'
import { api, dataOf } from '../api/client'
import { t } from '../languages/messages'
import { LinkButton } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
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
  const form = useApiForm({
    initial: noInputs,
    submit: async (inputs) =>
      (await dataOf(api.POST('/internal/v1/webhooks', { body: requestOf(inputs) }))).data,
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
