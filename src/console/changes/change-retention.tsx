import { Alert } from '@mantine/core'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { useOrganization } from '../api/use-organization'
import { t } from '../languages/messages'
import { QueryState } from '../ui/pages/query-states'
import { deletesMore, RetentionField } from '../ui/forms/retention-field'
import { Section } from '../ui/pages/section'
import { toastDone } from '../ui/notices/toasts'
import { Form, useApiForm } from '../ui/forms/use-api-form'

/** Sets how long the organization keeps its change log. */
export function ChangeRetention() {
  const { data, error, refetch } = useOrganization()
  return (
    <Section id="retention" title={t('Retention')}>
      {!data && <QueryState error={error} onRetry={refetch} lines={2} />}
      {data && <RetentionForm details={data} />}
    </Section>
  )
}

function RetentionForm({ details }: { readonly details: Schemas['OrganizationDetails'] }) {
  const { id, audit_days: before } = details
  const form = useApiForm({
    initial: { isForever: before === null, audit_days: before === null ? '' : String(before) },
    submit: ({ isForever, audit_days: text }) => {
      const body = { audit_days: isForever ? null : Number(text) }
      const params = { path: { organization: id } }
      return dataOf(api.PATCH('/internal/v1/organizations/{organization}', { params, body }))
    },
    done({ data }) {
      toastDone(t('Retention saved'))
      queryClient.setQueryData(['organization', id], data)
    },
  })
  const { isForever, audit_days: text } = form.values
  return (
    <Form form={form} label={t('Save')} isSecondary>
      <RetentionField
        label={t('Entries of the change log')}
        what="them"
        isForever={isForever}
        onChange={(value) => form.set('isForever', value)}
        least={30}
        days={form.text('audit_days')}
      />
      {deletesMore(before, isForever, Number(text)) && (
        <Alert color="yellow" title={t('Older entries are permanently deleted')} role="status">
          {t("You can't undo this.")}
        </Alert>
      )}
    </Form>
  )
}
