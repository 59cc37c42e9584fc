import { useLocation } from 'wouter'
import { api, dataOf } from '../api/client'
import { t } from '../languages/messages'
import { Form, useApiForm } from '../ui/forms/use-api-form'
import { toastDone } from '../ui/notices/toasts'
import { LinkButton } from '../ui/pages/link'
import { PageHeader } from '../ui/pages/page-header'
import { noInputs, PrinterFields, requestOf } from './printer-fields'
import { printersChanged } from './printer-queries'

/** Adds a label printer. */
export function NewPrinterPage() {
  const [, navigate] = useLocation()
  const form = useApiForm({
    initial: noInputs,
    submit: (inputs) => dataOf(api.POST('/internal/v1/printers', { body: requestOf(inputs) })),
    done({ data: { id, name } }) {
      void printersChanged()
      toastDone(t('{name} created', { name }))
      navigate(`/printers/${id}`, { replace: true })
    },
  })
  return (
    <div className="narrow">
      <PageHeader title={t('New printer')} back={{ href: '/printers', label: t('Printers') }} />
      <Form
        form={form}
        label={t('Create printer')}
        aside={
          <LinkButton href="/printers" variant="default" discards>
            {t('Cancel')}
          </LinkButton>
        }
      >
        <PrinterFields form={form} />
      </Form>
    </div>
  )
}
