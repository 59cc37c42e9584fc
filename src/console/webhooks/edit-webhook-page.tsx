import { useLocation } from 'wouter'
import { api, dataOf } from '../api/client'
import { t } from '../languages/messages'
import { LinkButton } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { NotFound } from '../ui/pages/query-states'
import { toastDone } from '../ui/notices/toasts'
import { changesOf, Form, useApiForm } from '../ui/forms/use-api-form'
import { pathOf, useWebhook, type Webhook, webhooksChanged } from './use-webhook'
import { inputsOf, requestOf, WebhookFields } from './webhook-fields'

export function EditWebhookPage() {
  const { data: webhook, error, refetch } = useWebhook()
  if (webhook) return <EditWebhook webhook={webhook} />
  return <NotFound error={error} onRetry={refetch} back={{ href: '/webhooks', label: t('Webhooks') }} />
}

function EditWebhook({ webhook }: { readonly webhook: Webhook }) {
  const [, navigate] = useLocation()
  const href = `/webhooks/${webhook.id}`
  const form = useApiForm({
    initial: inputsOf(webhook),
    submit: (inputs, saved) => {
      const body = changesOf(requestOf(inputs), requestOf(saved))
      return dataOf(api.PATCH('/internal/v1/webhooks/{webhook}', { params: pathOf(webhook), body }))
    },
    done() {
      void webhooksChanged()
      toastDone(t('Saved'))
      navigate(href, { replace: true })
    },
  })
  return (
    <div className="narrow">
      <PageHeader title={t('Edit {name}', { name: webhook.name })} back={{ href, label: webhook.name }} />
      <Form
        form={form}
        label={t('Save')}
        aside={
          <LinkButton href={href} variant="default" discards>
            {t('Cancel')}
          </LinkButton>
        }
      >
        <WebhookFields form={form} />
      </Form>
    </div>
  )
}
