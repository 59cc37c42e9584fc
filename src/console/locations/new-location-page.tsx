import { TextInput } from '@mantine/core'
import { useLocation, useSearchParams } from 'wouter'
import { api, dataOf } from '../api/client'
import type { Places } from '../api/location-tree'
import { locationsChanged, useLocationTree } from '../api/use-locations'
import { RecordFields } from '../records/record-fields'
import { LinkButton } from '../ui/link'
import { PageHeader } from '../ui/page-header'
import { Missing } from '../ui/query-states'
import { toastDone } from '../ui/toasts'
import { Form, useApiForm } from '../ui/use-api-form'
import { changesOf, noLocation } from './location-inputs'
import { LocationTreeSelect } from './location-tree-select'

export function NewLocationPage() {
  const { data: places, error, refetch } = useLocationTree()
  if (places) return <NewLocation places={places} />
  return <Missing error={error} onRetry={refetch} />
}

/** Under the location that the address names, if it names one. */
function NewLocation({ places }: { readonly places: Places }) {
  const [, navigate] = useLocation()
  const [params] = useSearchParams()
  const under = places.byId.get(Number(params.get('under')))
  const form = useApiForm({
    initial: { ...noLocation, parent_id: under?.id ?? null },
    submit: (inputs) => {
      const body = { ...changesOf(inputs, noLocation), name: inputs.name }
      return dataOf(api.POST('/api/v1/locations', { body }))
    },
    done: ({ data: { id, name } }) => {
      void locationsChanged()
      toastDone(`${name} is created`)
      navigate(`/locations/${id}`, { replace: true })
    },
  })
  const back = under
    ? { href: `/locations/${under.id}`, label: under.name }
    : { href: '/locations', label: 'Locations' }
  const { value, error } = form.choice('parent_id')
  return (
    <div className="narrow">
      <PageHeader title="New location" back={back} />
      <Form
        form={form}
        label="Create"
        aside={
          <LinkButton href={back.href} variant="default">
            Cancel
          </LinkButton>
        }
      >
        <TextInput label="Name" required {...form.text('name')} />
        <LocationTreeSelect
          label="In"
          placeholder="Nothing: at the top"
          places={places.all}
          value={value}
          error={error}
          onChange={(id) => form.set('parent_id', id)}
        />
        <TextInput
          label="Key"
          description="Letters, digits and hyphens; left empty, the next free one is taken"
          {...form.text('external_key')}
        />
        <RecordFields form={form} />
      </Form>
    </div>
  )
}
