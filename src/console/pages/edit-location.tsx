import { TextInput } from '@mantine/core'
import { useLocation } from 'wouter'
import { api, dataOf, type Schemas } from '../api/client'
import { LinkButton } from '../parts/link'
import { PageHeader } from '../parts/page-header'
import { Failed, Loading } from '../parts/states'
import { toastDone } from '../parts/toasts'
import { Form } from '../parts/use-api-form'
import { useEditForm } from '../parts/use-edit-form'
import { changesOf, inputsOf, LocationFields } from './location-fields'
import { locationsChanged, useNamedLocation } from './use-locations'

type View = Schemas['LocationView']

export function EditLocationPage() {
  const { data: location, error, refetch } = useNamedLocation()
  if (location) return <EditLocation location={location} />
  return error ? <Failed error={error} onRetry={refetch} /> : <Loading />
}

const labels = {
  name: 'Name',
  external_key: 'Key',
  parent_id: 'Where it lies',
  description: 'Description',
  is_active: 'Active',
  valid_from: 'Valid from',
  valid_to: 'Valid to',
}

function EditLocation({ location }: { readonly location: View }) {
  const [, navigate] = useLocation()
  const href = `/locations/${location.id}`
  const params = { path: { location_id: location.id } }
  const { form, meanwhile } = useEditForm({
    row: location,
    inputsOf,
    labels,
    save: (inputs, row) => {
      const body = { ...changesOf(inputs, inputsOf(row)), updated_at: row.updated_at }
      return dataOf(api.PATCH('/api/v1/locations/{location_id}', { params, body }))
    },
    reload: async () => (await dataOf(api.GET('/api/v1/locations/{location_id}', { params }))).data,
    done: () => {
      void locationsChanged()
      toastDone('Saved')
      navigate(href, { replace: true })
    },
  })
  return (
    <div className="narrow">
      <PageHeader title={`Edit ${location.name}`} back={{ href, label: location.name }} />
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
        <LocationFields form={form} />
      </Form>
    </div>
  )
}
