import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf, queryClient, type Schemas } from '../api/client'
import { useSignedIn } from '../api/session'
import { forgetsMore, KeepFor } from '../parts/keep-for'
import { Section } from '../parts/section'
import { Failed, Loading } from '../parts/states'
import { toastDone } from '../parts/toasts'
import { Form, useApiForm } from '../parts/use-api-form'

/** How long the organization remembers who changed what. */
export function ChangesKept() {
  const { organization } = useSignedIn()
  const { data, error, refetch } = useQuery({
    queryKey: ['organization', organization.id],
    queryFn: async () => {
      const params = { path: { organization: organization.id } }
      return (await dataOf(api.GET('/internal/v1/organizations/{organization}', { params }))).data
    },
  })
  return (
    <Section id="kept" title="How long changes are kept">
      {!data && (error ? <Failed error={error} onRetry={refetch} /> : <Loading lines={2} />)}
      {data && <Kept details={data} />}
    </Section>
  )
}

function Kept({ details }: { readonly details: Schemas['OrganizationDetails'] }) {
  const { id, audit_days: before } = details
  const form = useApiForm({
    initial: { isForEver: before === null, audit_days: before === null ? '' : String(before) },
    submit: ({ isForEver, audit_days: text }) => {
      const body = { audit_days: isForEver ? null : Number(text) }
      const params = { path: { organization: id } }
      return dataOf(api.PATCH('/internal/v1/organizations/{organization}', { params, body }))
    },
    done({ data }) {
      toastDone('This is saved')
      queryClient.setQueryData(['organization', id], data)
      void queryClient.invalidateQueries({ queryKey: ['audit'] })
    },
  })
  const { isForEver, audit_days: text } = form.values
  return (
    <Form form={form} label="Save">
      <KeepFor
        label="Changes"
        what="them"
        isForEver={isForEver}
        onChange={(value) => form.set('isForEver', value)}
        least={30}
        days={form.text('audit_days')}
      />
      {forgetsMore(before, isForEver, Number(text)) && (
        <Alert color="yellow" title="Older changes are deleted for good" role="status">
          What was changed before that can&apos;t be looked up any more.
        </Alert>
      )}
    </Form>
  )
}
