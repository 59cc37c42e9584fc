import { TextInput } from '@mantine/core'
import { useLocation } from 'wouter'
import { api, dataOf, type Schemas } from '../api/client'
import { ApiError } from '../api/errors'
import { LinkButton } from '../parts/link'
import { PageHeader } from '../parts/page-header'
import { Failed, Loading } from '../parts/states'
import { toastDone } from '../parts/toasts'
import { Form, useApiForm } from '../parts/use-api-form'
import { changesOf, inputsOf, LocationFields } from './location-fields'
import { locationsChanged, useNamedLocation } from './use-locations'

type View = Schemas['LocationView']

export function EditLocationPage() {
  const { data: location, error, refetch } = useNamedLocation()
  if (location) return <EditLocation location={location} />
  return error ? <Failed error={error} onRetry={refetch} /> : <Loading />
}

/** The row that was read goes along with the change: what somebody else changed meanwhile is not overwritten. */
async function save(location: View, changes: ReturnType<typeof changesOf>): Promise<void> {
  const params = { path: { location_id: location.id } }
  const body = { ...changes, updated_at: location.updated_at }
  try {
    await dataOf(api.PATCH('/api/v1/locations/{location_id}', { params, body }))
  } catch (error) {
    const isOutdated = error instanceof ApiError && error.fields.some(({ field }) => field === 'updated_at')
    throw isOutdated ? new Error('Somebody has changed this location meanwhile. Load the page again.') : error
  }
}

function EditLocation({ location }: { readonly location: View }) {
  const [, navigate] = useLocation()
  const href = `/locations/${location.id}`
  const form = useApiForm({
    initial: inputsOf(location),
    submit: (inputs) => save(location, changesOf(inputs, inputsOf(location))),
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
        <TextInput label="Name" required {...form.text('name')} />
        <LocationFields form={form} />
      </Form>
    </div>
  )
}
