import { TextInput } from '@mantine/core'
import { useLocation } from 'wouter'
import { api, dataOf, type Schemas } from '../api/client'
import { locationsChanged, useNamedLocation } from '../api/use-locations'
import { t } from '../languages/messages'
import { RecordFields } from '../records/record-fields'
import { EditLayout } from '../ui/forms/edit-layout'
import { NotFound } from '../ui/pages/query-states'
import { useEditForm } from '../ui/forms/use-edit-form'
import { changesOf, inputsOf } from './location-inputs'

type View = Schemas['LocationView']

export function EditLocationPage() {
  const { data: location, error, refetch } = useNamedLocation()
  if (location) return <EditLocation location={location} />
  return <NotFound error={error} onRetry={refetch} back={{ href: '/locations', label: t('Locations') }} />
}

const labels = {
  name: t('Name'),
  external_key: t('Key'),
  parent_id: t('Parent location'),
  description: t('Description'),
  is_active: t('Active'),
  valid_from: t('Valid from'),
  valid_to: t('Valid to'),
}

function EditLocation({ location }: { readonly location: View }) {
  const [, navigate] = useLocation()
  const href = `/locations/${location.id}`
  const params = { path: { location_id: location.id } }
  const edit = useEditForm({
    row: location,
    inputsOf,
    labels,
    save: (inputs, row) => {
      const body = { ...changesOf(inputs, inputsOf(row)), updated_at: row.updated_at }
      return dataOf(api.PATCH('/api/v1/locations/{location_id}', { params, body }))
    },
    reload: async () => (await dataOf(api.GET('/api/v1/locations/{location_id}', { params }))).data,
    changed: locationsChanged,
    onSaved: () => navigate(href, { replace: true }),
  })
  return (
    <EditLayout name={location.name} href={href} edit={edit}>
      <TextInput label={t('Name')} required {...edit.form.text('name')} />
      <RecordFields form={edit.form} />
    </EditLayout>
  )
}
