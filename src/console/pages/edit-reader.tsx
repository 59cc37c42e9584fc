import { TextInput } from '@mantine/core'
import { useLocation } from 'wouter'
import { api, dataOf } from '../api/client'
import { useSignedIn } from '../api/session'
import { LinkButton } from '../parts/link'
import { PageHeader } from '../parts/page-header'
import { Failed, Loading } from '../parts/states'
import { toastDone } from '../parts/toasts'
import { Form } from '../parts/use-api-form'
import { useEditForm } from '../parts/use-edit-form'
import { ReaderFields, readerInputsOf, requestOf } from './reader-fields'
import { topicFor } from './reader-formats'
import { pathOf, type Reader, readerChanged, useReader } from './use-reader'

export function EditReaderPage() {
  const { data: reader, error, refetch } = useReader()
  if (reader) return <EditReader reader={reader} />
  return error ? <Failed error={error} onRetry={refetch} /> : <Loading />
}

const labels = {
  name: 'Name',
  format: 'Make or format',
  mapping: 'Field mapping',
  topic: 'MQTT topic filter',
  antennas: 'Antennas',
  presence_timeout_seconds: 'Presence timeout',
  is_active: 'Active',
}

function EditReader({ reader }: { readonly reader: Reader }) {
  const [, navigate] = useLocation()
  const { organization } = useSignedIn()
  const href = `/readers/${reader.id}`
  const params = pathOf(reader)
  const { form, meanwhile } = useEditForm({
    row: reader,
    inputsOf: readerInputsOf,
    labels,
    save: (inputs, { kind, updated_at }) => {
      const body = { ...requestOf(inputs, kind), updated_at }
      return dataOf(api.PATCH('/internal/v1/readers/{reader}', { params, body }))
    },
    reload: async () => (await dataOf(api.GET('/internal/v1/readers/{reader}', { params }))).data,
    done: () => {
      void readerChanged(reader.id)
      toastDone('Saved')
      navigate(href, { replace: true })
    },
  })
  return (
    <div className="narrow">
      <PageHeader title={`Edit ${reader.name}`} back={{ href, label: reader.name }} />
      <Form
        form={form}
        label="Save"
        aside={
          <LinkButton href={href} variant="default">
            Cancel
          </LinkButton>
        }
      >
        {meanwhile}
        <TextInput label="Name" required {...form.text('name')} />
        <ReaderFields
          form={form}
          kind={reader.kind}
          usualTopic={topicFor('', organization.slug, reader.external_key)}
          readerId={reader.id}
        />
      </Form>
    </div>
  )
}
