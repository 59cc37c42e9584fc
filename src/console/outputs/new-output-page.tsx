import { useLocation } from 'wouter'
import { api, dataOf } from '../api/client'
import { t } from '../languages/messages'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { toastDone } from '../ui/notices/toasts'
import { LinkButton } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { noInputs, OutputFields, requestOf } from './output-fields'
import { outputsChanged } from './use-output'

/** Adds a lamp or a siren. */
export function NewOutputPage() {
  const [, navigate] = useLocation()
  const form = useApiForm({
    initial: noInputs,
    submit: (inputs) => dataOf(api.POST('/internal/v1/alert-outputs', { body: requestOf(inputs) })),
    done({ data: { id, name } }) {
      void outputsChanged()
      toastDone(t('{name} created', { name }))
      navigate(`/outputs/${id}`, { replace: true })
    },
  })
  return (
    <div className="narrow">
      <PageHeader title={t('New output')} back={{ href: '/mail', label: t('Mail and outputs') }} />
      <Form
        form={form}
        label={t('Create output')}
        aside={
          <LinkButton href="/mail" variant="default" discards>
            {t('Cancel')}
          </LinkButton>
        }
      >
        <OutputFields form={form} />
      </Form>
    </div>
  )
}
